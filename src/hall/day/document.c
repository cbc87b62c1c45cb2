/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/day_document.h"

#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "hall/day/sheet_faults.h"

static const char *day_state_name(const crok_day_match *m)
{
    return m == NULL ? "waiting" : m->is_over ? "over" : "playing";
}

static void add_text_or_null(cJSON *obj, const char *name, const char *text)
{
    if (text == NULL || text[0] == '\0')
        cJSON_AddNullToObject(obj, name);
    else
        crok_json_add_text(obj, name, text);
}

/* ---- matches ---- */

static void sum_up(const crok_day_match *m, int side, int *points,
                   int *twenties)
{
    *points = m->m->penalty[side];
    *twenties = m->m->twenties[side];
    for (int i = 0; i < m->n_rounds; i++) {
        *points += m->rounds[i].result[side];
        *twenties += m->rounds[i].twenties[side];
    }
}

/* The points and 20s that count: with what a side that gave up has left. */
static void sum_that_counts(const crok_bouts *b, const crok_day_match *m,
                            int side, int *points, int *twenties)
{
    bool any = false;
    sum_up(m, side, points, twenties);
    for (int i = 0; i < b->n; i++) {
        if (b->list[i].match != m)
            continue;
        if (!any)
            *points = *twenties = 0;
        any = true;
        *points += b->list[i].points[side];
        *twenties += b->list[i].twenties[side];
    }
}

/* A side that has not begun to play. */
static cJSON *waiting_side(const crok_day_view *v, int entry)
{
    cJSON *side = cJSON_CreateObject();
    crok_json_add_text(side, "name", v->entries.list[entry].name);
    cJSON_AddNullToObject(side, "points");
    cJSON_AddNullToObject(side, "twenties");
    cJSON_AddNullToObject(side, "games");
    cJSON_AddBoolToObject(side, "winner", false);
    return side;
}

/* Add how many rounds the side has forfeited, if any. */
static void add_forfeits(cJSON *obj, const crok_day_match *m, int side)
{
    int n = 0;
    for (int i = 0; i < m->n_rounds; i++)
        n += (m->rounds[i].forfeited_by & 1U << side) != 0;
    if (n > 0)
        cJSON_AddNumberToObject(obj, "forfeited", n);
}

static cJSON *playing_side(const crok_day_view *v, const crok_bouts *b,
                           const crok_day_match *m, int i)
{
    cJSON *side = cJSON_CreateObject();
    int points = 0;
    int twenties = 0;
    sum_that_counts(b, m, i, &points, &twenties);
    crok_json_add_text(side, "name", v->entries.list[m->entry[i]].name);
    cJSON_AddNumberToObject(side, "points", points);
    cJSON_AddNumberToObject(side, "twenties", twenties);
    cJSON_AddNumberToObject(side, "games", m->m->end.sides[i].games);
    if ((m->m->end.disqualified & 1U << i) != 0)
        cJSON_AddBoolToObject(side, "disqualified", true);
    add_forfeits(side, m, i);
    cJSON_AddBoolToObject(side, "winner",
                          m->is_over && (m->m->end.winners & 1U << i) != 0);
    return side;
}

/* The sides of a match in the order of its pairing. */
static void add_sides(cJSON *row, const crok_day_view *v, const crok_bouts *b,
                      const crok_day_match *m, int pairing)
{
    cJSON *list = cJSON_AddArrayToObject(row, "sides");
    int n = pairing >= 0 ? v->day->pairings.list[pairing].n_sides
                         : m->m->end.info.n_sides;
    for (int i = 0; i < n; i++) {
        int k = i;
        if (pairing >= 0 && m != NULL)
            for (k = 0;
                 k < n - 1 && m->entry[k] != v->pairings[pairing].entry[i];)
                k++;
        cJSON_AddItemToArray(
            list, m == NULL ? waiting_side(v, v->pairings[pairing].entry[i])
                            : playing_side(v, b, m, k));
    }
}

static void add_match(cJSON *row, const crok_day_match *m)
{
    cJSON_AddStringToObject(row, "state", day_state_name(m));
    add_text_or_null(row, "left_out", m == NULL ? NULL : m->left_out);
    if (m != NULL && m->is_forfeit)
        cJSON_AddBoolToObject(row, "forfeit", true);
    if (m == NULL || m->is_forfeit) {
        cJSON_AddNullToObject(row, "record");
        cJSON_AddNullToObject(row, "match");
        cJSON_AddNullToObject(row, "began");
        return;
    }
    crok_json_add_text(row, "record", m->record->id);
    cJSON_AddNumberToObject(row, "match", m->number);
    crok_json_add_text(row, "began", m->time);
}

static cJSON *pairing_row(const crok_day_view *v, const crok_bouts *b, int i)
{
    const crok_pairing *p = &v->day->pairings.list[i];
    const crok_day_match *m = crok_day_match_of(v, i);
    cJSON *row = cJSON_CreateObject();
    add_text_or_null(row, "table",
                     p->table[0] == '\0' && m != NULL ? m->table : p->table);
    add_text_or_null(row, "stage", m != NULL ? m->stage : v->pairings[i].stage);
    add_text_or_null(row, "pool", m != NULL ? m->pool : v->pairings[i].pool);
    add_text_or_null(row, "game", p->game);
    add_text_or_null(row, "time", p->time);
    cJSON_AddNumberToObject(row, "line", p->line);
    add_match(row, m);
    add_sides(row, v, b, m, i);
    return row;
}

/* A match that is in no pairing. */
static cJSON *match_row(const crok_day_view *v, const crok_bouts *b,
                        const crok_day_match *m)
{
    cJSON *row = cJSON_CreateObject();
    add_text_or_null(row, "table", m->table);
    add_text_or_null(row, "stage", m->stage);
    add_text_or_null(row, "pool", m->pool);
    cJSON_AddNullToObject(row, "game");
    cJSON_AddNullToObject(row, "time");
    cJSON_AddNullToObject(row, "line");
    add_match(row, m);
    add_sides(row, v, b, m, -1);
    return row;
}

static void add_matches(cJSON *doc, const crok_day_view *v, const crok_bouts *b)
{
    cJSON *list = cJSON_AddArrayToObject(doc, "matches");
    for (int i = 0; i < v->day->pairings.n; i++)
        cJSON_AddItemToArray(list, pairing_row(v, b, i));
    for (int i = 0; i < v->n_matches; i++)
        if (v->matches[i].pairing < 0)
            cJSON_AddItemToArray(list, match_row(v, b, &v->matches[i]));
}

/* ---- standings ---- */

static cJSON *standing_json(const crok_standing *s)
{
    cJSON *row = cJSON_CreateObject();
    cJSON_AddNumberToObject(row, "rank", s->rank);
    crok_json_add_text(row, "name", s->name);
    cJSON_AddNumberToObject(row, "games", s->games);
    cJSON_AddNumberToObject(row, "won", s->won);
    cJSON_AddNumberToObject(row, "points", s->points);
    cJSON_AddNumberToObject(row, "twenties", s->twenties);
    return row;
}

static void add_standings(cJSON *doc, const crok_standings *s)
{
    cJSON *list = cJSON_AddArrayToObject(doc, "standings");
    for (int i = 0; i < s->n; i++) {
        cJSON *stage = cJSON_CreateObject();
        cJSON *rows = NULL;
        crok_json_add_text(stage, "stage", s->stages[i].stage);
        crok_json_add_text(stage, "pool", s->stages[i].pool);
        cJSON_AddBoolToObject(stage, "individual", s->stages[i].is_individual);
        rows = cJSON_AddArrayToObject(stage, "rows");
        for (int k = 0; k < s->stages[i].n; k++)
            cJSON_AddItemToArray(rows, standing_json(&s->stages[i].rows[k]));
        cJSON_AddItemToArray(list, stage);
    }
    list = cJSON_AddArrayToObject(doc, "ranking");
    for (int i = 0; s->is_over && i < s->n_ranking; i++) {
        cJSON *row = cJSON_CreateObject();
        cJSON_AddNumberToObject(row, "rank", s->ranking[i].rank);
        crok_json_add_text(row, "name", s->ranking[i].name);
        cJSON_AddItemToArray(list, row);
    }
}

/* ---- corrections and faults ---- */

/* The newest first. */
static void add_corrections(cJSON *doc, const crok_day *day)
{
    cJSON *list = cJSON_AddArrayToObject(doc, "corrections");
    int n = 0;
    const crok_correction *all = crok_day_corrections(day, &n);
    for (int i = n - 1; i >= 0; i--) {
        cJSON *row = cJSON_CreateObject();
        add_text_or_null(row, "table", all[i].table);
        crok_json_add_text(row, "record", all[i].record);
        cJSON_AddNumberToObject(row, "seq", (double)all[i].seq);
        crok_json_add_text(row, "time", all[i].time);
        add_text_or_null(row, "by", all[i].by);
        cJSON_AddStringToObject(row, "type", crok_event_name(all[i].type));
        crok_json_add_text(row, "text", all[i].text);
        crok_json_add_text(row, "before", all[i].before);
        crok_json_add_text(row, "after", all[i].after);
        cJSON_AddItemToArray(list, row);
    }
}

static void add_fault(cJSON *list, int line, int column, const char *text)
{
    cJSON *row = cJSON_CreateObject();
    if (line > 0) {
        cJSON_AddNumberToObject(row, "line", line);
        cJSON_AddNumberToObject(row, "column", column);
    } else {
        cJSON_AddNullToObject(row, "line");
        cJSON_AddNullToObject(row, "column");
    }
    crok_json_add_text(row, "text", text);
    cJSON_AddItemToArray(list, row);
}

/* What is wrong with the pairings, with records, and with the sheets.
 *
 *   sheets  lines; its ends of lines are written over */
static void add_faults(cJSON *doc, const crok_day *day, char *sheets)
{
    cJSON *list = cJSON_AddArrayToObject(doc, "faults");
    const crok_pairings *p = &day->pairings;
    if (day->pairings_trouble[0] != '\0')
        add_fault(list, 0, 0, day->pairings_trouble);
    for (int i = 0; i < p->n_faults && i < CROK_MAX_PAIRING_FAULTS; i++)
        add_fault(list, p->faults[i].line, p->faults[i].column,
                  p->faults[i].text);
    for (int i = 0; i < day->n; i++)
        if (day->records[i]->trouble[0] != '\0')
            add_fault(list, 0, 0, day->records[i]->trouble);
    for (char *at = sheets; *at != '\0';) {
        char *end = at + strcspn(at, "\n");
        char *next = *end == '\0' ? end : end + 1;
        *end = '\0';
        add_fault(list, 0, 0, at);
        at = next;
    }
}

static void add_settings(cJSON *doc, const crok_day_settings *s)
{
    add_text_or_null(doc, "date", s->date);
    add_text_or_null(doc, "tournament", s->tournament);
    add_text_or_null(doc, "division", s->division);
    add_text_or_null(doc, "category", s->category);
}

char *crok_day_document(const crok_day *day, const crok_hall_contact *contact)
{
    crok_day_results r;
    char *sheets = NULL;
    char *text = NULL;
    cJSON *doc = NULL;
    if (crok_day_results_make(day, &r, NULL) == CROK_OK &&
        (sheets = crok_sheet_faults_of(&r)) != NULL) {
        doc = cJSON_CreateObject();
        cJSON_AddStringToObject(doc, "schema", "crokeye.day/1");
        crok_hall_contact_add(doc, contact);
        add_settings(doc, &day->settings);
        cJSON_AddBoolToObject(doc, "over", r.standings.is_over);
        add_matches(doc, &r.view, &r.bouts);
        add_standings(doc, &r.standings);
        add_corrections(doc, day);
        add_faults(doc, day, sheets);
        text = crok_json_text(doc, false);
    }
    cJSON_Delete(doc);
    free(sheets);
    crok_day_results_free(&r);
    return text;
}
