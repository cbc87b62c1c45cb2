/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/day/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hall/day/assign.h"
#include "hall/day/forfeits.h"
#include "hall/day/left_out.h"
#include "hall/day/result_text.h"
#include "hall/day/same_match.h"
#include "hall/day/stages.h"

/* ---- the matches ---- */

static void add_match(crok_day_view *v, const crok_day_record *r, int index)
{
    crok_day_match *to = &v->matches[v->n_matches++];
    const crok_match_record *m = &r->history.matches[index];
    *to = (crok_day_match){
        .record = r,
        .number = index + 1,
        .m = m,
        .time = index < r->n_starts ? r->starts[index].time : "",
        .table = r->table[0] != '\0' ? r->table : m->end.info.table,
        .copy_of = -1,
        .pairing = -1,
        .is_over = m->end.state == CROK_STATE_OVER,
        .game = ""};
    to->rounds = crok_day_rounds(&r->history, index, &to->n_rounds);
    to->is_broken = crok_match_is_broken_off(&m->end);
}

static int by_start(const void *a, const void *b)
{
    const crok_day_match *x = a;
    const crok_day_match *y = b;
    int order = strcmp(x->time, y->time);
    if (order == 0)
        order = strcmp(x->record->id, y->record->id);
    return order != 0 ? order : x->number - y->number;
}

/* Is the record also at another table, with more rows? Its publisher was given
 * another table's name, or two were started. It counts once. */
static bool is_copy(const crok_day *day, int at)
{
    const crok_day_record *r = day->records[at];
    for (int i = 0; i < day->n; i++) {
        const crok_day_record *other = day->records[i];
        if (i != at && strcmp(other->id, r->id) == 0 &&
            (other->n_rows > r->n_rows ||
             (other->n_rows == r->n_rows && i < at)))
            return true;
    }
    return false;
}

static bool list_matches(crok_day_view *v)
{
    size_t n = 0;
    for (int i = 0; i < v->day->n; i++) {
        if (!crok_day_record_refresh(v->day->records[i]))
            return false;
        n += (size_t)v->day->records[i]->history.n_matches;
    }
    v->matches = calloc(n + 1, sizeof *v->matches);
    if (v->matches == NULL)
        return false;
    for (int i = 0; i < v->day->n; i++)
        for (int k = 0; k < v->day->records[i]->history.n_matches; k++)
            if (!is_copy(v->day, i))
                add_match(v, v->day->records[i], k);
    n = (size_t)v->n_matches;
    qsort(v->matches, n, sizeof *v->matches, by_start);
    crok_day_find_copies(v);
    return true;
}

static bool enter_pairings(crok_day_view *v)
{
    const crok_pairings *p = &v->day->pairings;
    v->pairings = calloc((size_t)p->n + 1, sizeof *v->pairings);
    if (v->pairings == NULL)
        return false;
    for (int i = 0; i < p->n; i++) {
        v->pairings[i].match = -1;
        for (int k = 0; k < p->list[i].n_sides; k++) {
            int entry = crok_entries_add(&v->entries, &p->list[i].sides[k]);
            if (entry < 0)
                return false;
            v->pairings[i].entry[k] = entry;
        }
    }
    v->n_paired = v->entries.n;
    return true;
}

/* ---- what they are ---- */

static const char *first_given(const char *a, const char *b, const char *c)
{
    return a[0] != '\0' ? a : b[0] != '\0' ? b : c;
}

/* Write the stage and the pool of a match in a pairing. Both may be unknown.
 *
 *   own          what the match itself names
 *   stage, pool  CROK_TEXT_MAX bytes */
static void name_stage(const crok_day_settings *s, const crok_pairing *p,
                       const crok_match_start *own, char *stage, char *pool)
{
    const char *given = first_given(p->stage, own->stage,
                                    s->stage[0] != '\0' ? s->stage : "Prelim");
    const char *known = crok_stage_find(given);
    const char *group =
        first_given(p->pool, own->pool, s->pool[0] != '\0' ? s->pool : "A");
    (void)snprintf(stage, CROK_TEXT_MAX, "%s", known == NULL ? given : known);
    (void)snprintf(pool, CROK_TEXT_MAX, "%s", group);
}

static void name_stages(crok_day_view *v)
{
    const crok_day_settings *s = &v->day->settings;
    static const crok_match_start nothing = {.title = ""};
    const crok_pairing none = {0};
    for (int i = 0; i < v->day->pairings.n; i++)
        name_stage(s, &v->day->pairings.list[i], &nothing, v->pairings[i].stage,
                   v->pairings[i].pool);
    for (int i = 0; i < v->n_matches; i++) {
        crok_day_match *m = &v->matches[i];
        const crok_pairing *p =
            m->pairing < 0 ? &none : &v->day->pairings.list[m->pairing];
        name_stage(s, p, &m->m->end.info, m->stage, m->pool);
        m->game = m->pairing >= 0 ? p->game : m->m->end.info.game;
    }
}

bool crok_day_is_individual(const crok_day_view *v, const char *stage)
{
    return crok_stage_is_in(v->day->settings.individual, stage);
}

/* ---- for whom they count ---- */

/* Enter each player of a side. */
static bool credit_players(crok_day_view *v, int entry, crok_credit *out)
{
    const crok_pairing_side side = v->entries.list[entry].side;
    for (int i = 0; i < side.n; i++) {
        crok_pairing_side one = {.n = 1};
        memcpy(one.player[0], side.player[i], sizeof one.player[0]);
        out->entry[i] = crok_entries_add(&v->entries, &one);
        if (out->entry[i] < 0)
            return false;
    }
    out->n = side.n;
    return true;
}

static bool credit_all(crok_day_view *v)
{
    for (int i = 0; i < v->n_matches; i++) {
        crok_day_match *m = &v->matches[i];
        bool each = crok_day_is_individual(v, m->stage);
        for (int k = 0; k < m->m->end.info.n_sides; k++) {
            m->credit[k] = (crok_credit){.n = 1, .entry = {m->entry[k]}};
            if (each && !credit_players(v, m->entry[k], &m->credit[k]))
                return false;
        }
    }
    return true;
}

/* ---- the view ---- */

crok_status crok_day_view_make(const crok_day *day, crok_day_view *out,
                               crok_err *err)
{
    crok_day_view v = {.day = day};
    bool done = enter_pairings(&v) && list_matches(&v) && crok_day_assign(&v);
    if (done) {
        name_stages(&v);
        done = crok_day_forfeit(&v) && crok_day_leave_out(&v) && credit_all(&v);
    }
    if (!done) {
        crok_day_view_free(&v);
        return crok_fail(err, CROK_ENOMEM, "no memory for the day's matches");
    }
    *out = v;
    return CROK_OK;
}

void crok_day_view_free(crok_day_view *v)
{
    crok_entries_free(&v->entries);
    for (int i = 0; i < v->n_matches; i++)
        free(v->matches[i].left_out);
    free(v->matches);
    free(v->pairings);
    free(v->forfeits);
    *v = (crok_day_view){0};
}

const crok_day_match *crok_day_match_of(const crok_day_view *v, int pairing)
{
    int match = v->pairings[pairing].match;
    return match < 0 ? NULL : &v->matches[match];
}

bool crok_day_view_is_over(const crok_day_view *v)
{
    for (int i = 0; i < v->day->pairings.n; i++) {
        const crok_day_match *match = crok_day_match_of(v, i);
        if (match == NULL || !match->is_over)
            return false;
    }
    return v->day->pairings.n > 0;
}
