/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/day/sheet_faults.h"

#include <stdlib.h>
#include <string.h>

#include "hall/day/stages.h"
#include "hall/sheets.h"
#include "report/str.h"

/* ---- the event ---- */

static void check_settings(crok_str *t, const crok_day_settings *s)
{
    static const char *const categories[] = {"", "Singles", "Doubles", "Teams"};
    const char *hyphen = strchr(s->division, '-');
    bool known = false;
    if (s->tournament[0] == '\0')
        crok_str_add(t, "Tournament: the name of the tournament is missing.\n");
    if (hyphen == NULL || strchr(hyphen + 1, '-') != NULL ||
        strchr(s->division, ' ') != NULL)
        crok_str_addf(t,
                      "Division: \"%s\" must have one hyphen and no space, as "
                      "\"Competitive-Fingers\".\n",
                      s->division);
    for (size_t i = 0; i < sizeof categories / sizeof *categories; i++)
        known = known || strcmp(categories[i], s->category) == 0;
    if (!known)
        crok_str_addf(t,
                      "Category: \"%s\" must be Singles, Doubles or Teams.\n",
                      s->category);
}

/* Is a stage in the pairings or in the matches? An individual stage may also be
 * "all". */
static bool is_of_day(const crok_day_view *v, const char *stage)
{
    bool is_there = crok_name_same("all", stage);
    for (int i = 0; i < v->day->pairings.n && !is_there; i++)
        is_there = crok_stage_is_in(stage, v->pairings[i].stage);
    for (int i = 0; i < v->n_matches && !is_there; i++)
        is_there = crok_stage_is_in(stage, v->matches[i].stage);
    return is_there;
}

static void check_individual(crok_str *t, const crok_day_view *v)
{
    char stage[CROK_STAGE_LIST_MAX];
    for (const char *at = v->day->settings.individual;
         crok_stage_next(&at, stage);)
        if (!is_of_day(v, stage))
            crok_str_addf(t,
                          "Individual: no pairing and no match is of the stage "
                          "\"%s\".\n",
                          stage);
}

/* ---- the matches ---- */

static void add_match_name(crok_str *t, const crok_day_view *v,
                           const crok_day_match *m)
{
    crok_str_addf(t, "Table %s, ", m->table[0] == '\0' ? "?" : m->table);
    for (int i = 0; i < m->m->end.info.n_sides; i++)
        crok_str_addf(t, "%s%s", i == 0 ? "" : " - ",
                      v->entries.list[m->entry[i]].name);
    crok_str_addf(t, ", %s: ", m->stage);
}

static void check_match(crok_str *t, const crok_day_view *v,
                        const crok_day_match *m)
{
    const char *fault = NULL;
    if (m->left_out != NULL)
        fault = m->left_out;
    else if (!m->is_over)
        fault = "it is still being played, and is not in the sheets";
    else if (m->is_broken)
        fault = "it was broken off: it counts as it stands";
    else if (m->m->end.n_asked > 0)
        fault = "a question about it is open: an answer may change the result";
    if (fault == NULL)
        return;
    add_match_name(t, v, m);
    crok_str_addf(t, "%s.\n", fault);
}

static void check_bout(crok_str *t, const crok_day_view *v, const crok_bout *b)
{
    const char *stage = crok_stage_find(b->stage);
    if (stage == NULL || strcmp(stage, b->stage) != 0) {
        add_match_name(t, v, b->match);
        crok_str_addf(t,
                      "the database has no stage \"%s\"; it has Prelim, Power "
                      "Pool, R16, R8, Quarter, Final 8, Final 6, Final 4, "
                      "Final 3, Page Playoff, Semi, Semi G1 to G3, Final, "
                      "Final G1 to G3.\n",
                      b->stage);
    }
    if (b->n > CROK_SHEET_ROUNDS) {
        add_match_name(t, v, b->match);
        crok_str_addf(t,
                      "it has %d rounds, the sheet has columns for %d; the "
                      "total has all.\n",
                      b->n, CROK_SHEET_ROUNDS);
    }
    if (b->match->m->end.info.n_sides > 2) {
        add_match_name(t, v, b->match);
        crok_str_add(t, "it has more than two sides, the database expects one "
                        "opponent.\n");
    }
}

/* ---- the players ---- */

static void check_names(crok_str *t, const crok_standings *s)
{
    for (int i = 0; i < s->n_ranking; i++)
        if (!s->ranking[i].is_team && strchr(s->ranking[i].name, '/') != NULL)
            crok_str_addf(t,
                          "Player \"%s\": the database takes a name with a "
                          "slash for two players.\n",
                          s->ranking[i].name);
}

/* ---- the ranking ---- */

static void check_ranking(crok_str *t, const crok_day *day,
                          const crok_standings *s)
{
    const crok_day_settings *settings = crok_day_settings_of(day);
    bool mixed = false;
    if (!s->is_over) {
        crok_str_add(t, "There is no final ranking: pairings are still open, "
                        "or there are none.\n");
        return;
    }
    for (int i = 1; i < s->n_ranking; i++)
        mixed = mixed || s->ranking[i].is_team != s->ranking[0].is_team;
    if (mixed && settings->category[0] == '\0')
        crok_str_add(t, "There are singles and doubles: the database wants a "
                        "final ranking of each. Give the matches of each "
                        "category by themselves.\n");
    if (s->n_ranking > 1 && s->ranking[1].rank == 1)
        crok_str_addf(t,
                      "Final ranking: %s and %s share the first rank, the "
                      "database wants one first: settle it.\n",
                      s->ranking[0].name, s->ranking[1].name);
}

char *crok_sheet_faults_of(const crok_day_results *r)
{
    crok_str t = {0};
    check_settings(&t, crok_day_settings_of(r->view.day));
    check_individual(&t, &r->view);
    for (int i = 0; i < r->view.n_matches; i++)
        check_match(&t, &r->view, &r->view.matches[i]);
    for (int i = 0; i < r->bouts.n; i++)
        check_bout(&t, &r->view, &r->bouts.list[i]);
    check_names(&t, &r->standings);
    check_ranking(&t, r->view.day, &r->standings);
    return crok_str_take(&t);
}

/* Make the results of a day and say what is wrong with them. */
static crok_status say(const crok_day *day,
                       char *(*faults)(const crok_day_results *r), char **text,
                       crok_err *err)
{
    crok_day_results r;
    char *lines = NULL;
    crok_status st = crok_day_results_make(day, &r, err);
    if (st == CROK_OK) {
        lines = faults(&r);
        if (lines == NULL)
            st = crok_fail(err, CROK_ENOMEM, "no memory for the faults");
    }
    if (lines != NULL)
        *text = lines;
    crok_day_results_free(&r);
    return st;
}

crok_status crok_sheet_faults(const crok_day *day, char **text, crok_err *err)
{
    return say(day, crok_sheet_faults_of, text, err);
}

static char *left_out_faults(const crok_day_results *r)
{
    crok_str t = {0};
    check_individual(&t, &r->view);
    for (int i = 0; i < r->view.n_matches; i++)
        if (r->view.matches[i].left_out != NULL)
            check_match(&t, &r->view, &r->view.matches[i]);
    return crok_str_take(&t);
}

crok_status crok_left_out_faults(const crok_day *day, char **text,
                                 crok_err *err)
{
    return say(day, left_out_faults, text, err);
}
