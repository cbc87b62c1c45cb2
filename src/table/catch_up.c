/* SPDX-License-Identifier: Apache-2.0 */
#include "table/catch_up.h"

#include <math.h>
#include <string.h>

#include "table/compare.h"

/* Update the table's sides: a match that a person has started may have other
 * sides than the engine uses. */
static void take_sides(crok_table *t, crok_table_effect *out)
{
    crok_table_sides sides = crok_table_sides_of(crok_table_match(t));
    if (crok_table_knows_sides(t))
        return;
    if (crok_table_check_colours(&sides, NULL) != CROK_OK)
        return;
    t->setup.sides = sides;
    t->setup.has_rgb = true;
    t->seen = (crok_board_seen){0};
    out->sets_sides = true;
}

/* Has an event after seq `since` set the board, or undone such an event? */
static bool sets_board(const crok_log *log, long since)
{
    for (int i = log->n - 1; i >= 0 && log->events[i]->seq > since; i--) {
        const crok_kept *e = log->events[i];
        const crok_kept *of = e->type == CROK_EVENT_UNDO
                                  ? crok_log_find(log, crok_kept_of(e))
                                  : e;
        if (of != NULL && of->type == CROK_EVENT_BOARD)
            return true;
    }
    return false;
}

static bool is_as_known(const crok_table *t, const crok_disc *d)
{
    int at = crok_disc_find(t->known, t->n_known, d->id);
    const crok_disc *k = &t->known[at < 0 ? 0 : at];
    return at >= 0 && k->side == d->side && k->state == d->state &&
           hypot(k->x_mm - d->x_mm, k->y_mm - d->y_mm) < 0.01;
}

/* Return the index in t->seen of the detected disc that a person means by `d`:
 * the disc with the same id, or else a disc that the match does not know within
 * CROK_PUT_BACK_MM. Returns seen.n if there is none. */
static int seen_as(const crok_table *t, const crok_disc *d)
{
    const crok_match *m = crok_table_match(t);
    int best = t->seen.n;
    double nearest = CROK_PUT_BACK_MM;
    for (int i = 0; i < t->seen.n; i++) {
        const crok_disc *s = &t->seen.disc[i];
        double apart = hypot(s->x_mm - d->x_mm, s->y_mm - d->y_mm);
        if (s->id == d->id)
            return i;
        if (crok_disc_find(m->discs, m->n_discs, s->id) >= 0 ||
            apart >= nearest)
            continue;
        nearest = apart;
        best = i;
    }
    return best;
}

/* Replace the measured values of a disc by those that a person gave for it. */
static void take_corrections(crok_table *t, crok_table_effect *out)
{
    const crok_match *m = crok_table_match(t);
    crok_board_seen said = crok_table_rest(t);
    for (int i = 0; i < m->n_discs; i++) {
        int at = seen_as(t, &m->discs[i]);
        if (is_as_known(t, &m->discs[i]) || at == CROK_MAX_DISCS)
            continue;
        t->seen.disc[at] = said.disc[i];
        if (at == t->seen.n)
            t->seen.n++;
        out->sets_rest = true;
    }
    out->rest = t->seen;
}

/* Has a person counted a round after event `since`, as it is played or at its
 * end? */
static bool counts_round(const crok_log *log, long since)
{
    for (int i = log->n - 1; i >= 0 && log->events[i]->seq > since; i--)
        if (log->events[i]->type == CROK_EVENT_ROUND_COUNT &&
            crok_kept_of(log->events[i]) == 0)
            return true;
    return false;
}

crok_status crok_table_catch_up(crok_table *t, crok_table_effect *out,
                                crok_err *err)
{
    const crok_log *log = crok_live_log(t->live);
    crok_status st = CROK_OK;
    if (crok_live_seq(t->live) == t->seq)
        return CROK_OK;
    out->has_caught_up = true;
    t->has_change = t->has_change && !sets_board(log, t->seq);
    t->refused[0] = '\0';
    t->is_by_taps = t->is_by_taps || counts_round(log, t->seq);
    st = crok_table_learn_history(t, err);
    if (st != CROK_OK)
        return st;
    take_sides(t, out);
    if (sets_board(log, t->seq))
        take_corrections(t, out);
    crok_table_compare(t, &t->seen);
    crok_table_note(t);
    return CROK_OK;
}
