/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/sheets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hall/day/results.h"
#include "report/csv.h"
#include "report/round_rows.h"

/* What every row of both sheets says of its event. */
typedef struct event_of {
    const crok_day_settings *settings;
    char date[CROK_NAME_MAX]; /* that of the first match if none is set */
} event_of;

static event_of event_of_day(const crok_day_view *v)
{
    event_of e = {.settings = &v->day->settings};
    memcpy(e.date, e.settings->date, sizeof e.date);
    for (int i = 0; i < v->n_matches && e.date[0] == '\0'; i++)
        if (v->matches[i].left_out == NULL) /* "2026-05-02T10:00:00Z" */
            (void)snprintf(e.date, sizeof e.date, "%.10s", v->matches[i].time);
    return e;
}

static const char *category_of(const event_of *e, bool is_team)
{
    return e->settings->category[0] != '\0' ? e->settings->category
           : is_team                        ? "Doubles"
                                            : "Singles";
}

static void add_field(crok_str *t, const char *text)
{
    crok_csv_add(t, text);
    crok_str_add(t, ",");
}

/* ---- Matches ---- */

static void join_opponents(const crok_day_view *v, const crok_bout *b, int side,
                           crok_str *out)
{
    for (int i = 0; i < b->match->m->end.info.n_sides; i++)
        if (i != side)
            crok_str_addf(out, "%s%s", out->len == 0 ? "" : "; ",
                          v->entries.list[b->match->entry[i]].name);
}

/* Does the first shot go from one side to another with every round, which the
 * database takes for granted? */
static bool alternates(const crok_bout *b)
{
    const crok_match_start *info = &b->match->m->end.info;
    for (int i = 1; i < b->n; i++)
        if (info->n_sides != 2 || info->seats.side[b->rounds[i].first] ==
                                      info->seats.side[b->rounds[i - 1].first])
            return false;
    return true;
}

/* Add the rows of an entry for which what a side did counts. */
static void add_match_rows(crok_str *t, const event_of *e,
                           const crok_day_view *v, const crok_bout *b, int side,
                           int entry)
{
    const crok_entry *who = &v->entries.list[entry];
    const crok_match_start *info = &b->match->m->end.info;
    crok_str opponents = {0};
    char *joined = NULL;
    join_opponents(v, b, side, &opponents);
    joined = crok_str_take(&opponents);
    for (int i = 0; i < 2; i++) {
        const crok_round_row row = {
            .board = b->match->table,
            .player = who->name,
            .opponent = joined == NULL ? "" : joined,
            .first_hammer = alternates(b) ? crok_first_or_hammer(
                                                info, b->rounds, b->n, side)
                                          : "",
            .position = side + 1,
            .side = side,
            .twenties = i == 1,
            .extra = i == 1 ? b->extra_twenties[side] : b->extra[side],
            .round = b->rounds,
            .n = b->n};
        add_field(t, "Public");
        add_field(t, e->date);
        add_field(t, e->settings->tournament);
        add_field(t, e->settings->division);
        add_field(t, category_of(e, who->side.n > 1));
        add_field(t, b->stage);
        add_field(t, b->match->pool);
        crok_str_addf(t, "%d,", b->number);
        crok_round_row_add(t, &row, CROK_SHEET_ROUNDS);
    }
    t->failed = t->failed || joined == NULL;
    free(joined);
}

static void add_bout_rows(crok_str *t, const event_of *e,
                          const crok_day_view *v, const crok_bout *b)
{
    for (int i = 0; i < b->match->m->end.info.n_sides; i++)
        for (int k = 0; k < b->match->credit[i].n; k++)
            add_match_rows(t, e, v, b, i, b->match->credit[i].entry[k]);
}

static void add_matches(crok_str *t, const event_of *e,
                        const crok_day_results *r)
{
    crok_str_add(t, "Inclusion,Date,Tournament,Division,Category,Stage,Pool,"
                    "Stage Game,");
    crok_round_header_add(t, CROK_SHEET_ROUNDS, false);
    for (int i = 0; i < r->bouts.n; i++)
        add_bout_rows(t, e, &r->view, &r->bouts.list[i]);
}

/* ---- Results ---- */

static void add_event(crok_str *t, const event_of *e,
                      const char *classification, bool is_team)
{
    const crok_day_settings *s = e->settings;
    add_field(t, "Public");
    add_field(t, classification);
    add_field(t, e->date);
    add_field(t, s->tournament);
    add_field(t, s->division);
    add_field(t, category_of(e, is_team));
    add_field(t, s->league);
    add_field(t, s->format);
}

static void add_score(crok_str *t, const event_of *e,
                      const crok_stage_standings *in, const crok_standing *row)
{
    add_event(t, e, "Scores", row->is_team);
    add_field(t, in->stage);
    add_field(t, in->pool);
    crok_str_addf(t, "%d,", row->rank);
    add_field(t, row->name);
    crok_str_addf(t, ",%d,%d,%d,", row->games, row->points, row->twenties);
    if (row->disqualified)
        crok_str_add(t, "disqualified");
    else if (row->forfeited > 0)
        crok_str_addf(t, "%d round%s forfeited", row->forfeited,
                      row->forfeited == 1 ? "" : "s");
    crok_str_add(t, "\r\n");
}

static void add_final_rank(crok_str *t, const event_of *e,
                           const crok_standing *row)
{
    add_event(t, e, "Final Rank", row->is_team);
    crok_str_addf(t, ",,%d,", row->rank);
    add_field(t, row->name);
    crok_str_add(t, ",,,,\r\n");
}

static void add_results(crok_str *t, const event_of *e,
                        const crok_day_results *r)
{
    const crok_standings *s = &r->standings;
    crok_str_add(t, "Inclusion,Classification,Date,Tournament,Division,"
                    "Category,League,Format,Stage,Pool,Rank,Player,Team,Games,"
                    "Pts,20s,Comment\r\n");
    for (int i = 0; i < s->n; i++)
        for (int k = 0; k < s->stages[i].n; k++)
            add_score(t, e, &s->stages[i], &s->stages[i].rows[k]);
    for (int i = 0; s->is_over && i < s->n_ranking; i++)
        add_final_rank(t, e, &s->ranking[i]);
}

/* ---- both ---- */

/* Write a sheet with the function that adds its lines. */
static crok_status write_sheet(const crok_day *day,
                               void (*add)(crok_str *, const event_of *,
                                           const crok_day_results *),
                               char **text, crok_err *err)
{
    crok_day_results r;
    crok_str t = {0};
    crok_status st = crok_day_results_make(day, &r, err);
    if (st == CROK_OK) {
        event_of e = event_of_day(&r.view);
        char *sheet = NULL;
        add(&t, &e, &r);
        sheet = crok_str_take(&t);
        if (sheet == NULL)
            st = crok_fail(err, CROK_ENOMEM, "no memory for the sheet");
        else
            *text = sheet;
    }
    crok_day_results_free(&r);
    return st;
}

crok_status crok_sheet_matches(const crok_day *day, char **text, crok_err *err)
{
    return write_sheet(day, add_matches, text, err);
}

crok_status crok_sheet_results(const crok_day *day, char **text, crok_err *err)
{
    return write_sheet(day, add_results, text, err);
}
