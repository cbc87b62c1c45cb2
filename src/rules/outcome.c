/* SPDX-License-Identifier: Apache-2.0
 *
 * Makes the decision on each disc after a shot whose validity is known. The
 * rules are tried in this order, and the first that applies to a disc decides:
 *   G6       the disc is a 20 that was forgotten in the hole: it counts
 *   V11      after an invalid shot, an opposing disc goes back to its old
 *            position
 *   V10, V6  after an invalid shot, an own disc is taken off
 *   B2, B3   the disc is out because of what it did while it moved
 *   B1, G5   the disc lies on the outer line or beyond it
 *   V8       a free shot left the disc on the 15 line
 *   G6       the disc is a 20, although B3 may take it away */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "rules/judge_work.h"

static void put_removal(crok_removal *list, int *n, int id, crok_to to,
                        const char *rule)
{
    crok_removal *r = &list[*n];
    CROK_ASSERT(*n < CROK_MAX_DISCS);
    r->id = id;
    r->to = to;
    (void)snprintf(r->rule, sizeof r->rule, "%s", rule);
    (*n)++;
}

static void remove_disc(crok_decision *out, int id, crok_to to,
                        const char *rule)
{
    put_removal(out->remove, &out->n_remove, id, to, rule);
}

/* G4: if the disc came into the hole in this shot, and it is not certain
 * whether it lies flat or leans, add it to `unsure` with place "bowl". */
static void ask_hole(const crok_work_disc *d, crok_decision *out)
{
    if (d->moved != CROK_NO && crok_disc_in_hole(d->after->state) &&
        d->after->state_unsure)
        put_removal(out->unsure, &out->n_unsure, d->id, CROK_TO_BOWL, "G4");
}

/* Add a disc to `unsure`: it is not certain whether `rule` takes it off. The
 * bits `missing` name the evidence that would decide. */
static void keep_unsure(crok_work *w, crok_decision *out, int id,
                        const char *rule, unsigned missing)
{
    put_removal(out->unsure, &out->n_unsure, id, CROK_TO_DITCH, rule);
    w->missing |= missing;
}

static void keep(crok_decision *out, int id)
{
    CROK_ASSERT(out->n_in_play < 2 * CROK_MAX_DISCS);
    out->in_play[out->n_in_play++] = id;
}

/* V10: is the disc taken off after an invalid shot? If the book removes only
 * the shooter after a failed free shot (V6), the answer for the other own discs
 * depends on whether the shot was free. */
static crok_tri leaves_with_shot(const crok_work *w, crok_tri open,
                                 const crok_work_disc *d)
{
    bool shooter_only =
        !w->broken && w->book->free_shot_failed == CROK_FAILED_SHOOTER_ONLY;
    crok_tri leaves = w->book->invalid_removes == CROK_REMOVE_OWN_TOUCHED
                          ? d->touched
                          : d->struck;
    if (!d->own || d->shooter)
        return d->own ? CROK_YES : CROK_NO;
    if (w->book->invalid_keeps_twenties && d->after != NULL &&
        d->after->state == CROK_DISC_HOLE)
        return CROK_NO;
    if (leaves == CROK_NO || !shooter_only || open == CROK_NO)
        return leaves;
    return open == CROK_YES ? CROK_NO : CROK_UNKNOWN;
}

/* The evidence that is missing where leaves_with_shot returns UNKNOWN, as
 * CROK_MISS_... bits. */
static unsigned missing_for_leaving(const crok_work *w, crok_tri open,
                                    const crok_work_disc *d)
{
    if (open == CROK_UNKNOWN)
        return w->shot->missing & (CROK_MISS_BEFORE | CROK_MISS_LAST_PLAYED);
    return d->struck == CROK_UNKNOWN ? CROK_MISS_MOVED : CROK_MISS_CONTACTS;
}

/* V11: is the disc put back after an invalid shot? It is if the book has
 * "put_back" and the disc is an opposing one that moved. A disc of which it is
 * unknown whether it moved is put back too: if it did not move, its old
 * position is also its present one. */
static bool goes_back(const crok_work *w, const crok_work_disc *d)
{
    return w->book->invalid_opposing == CROK_OPPOSING_PUT_BACK && !d->own &&
           d->moved != CROK_NO;
}

static void put_back(crok_decision *out, const crok_work_disc *d)
{
    crok_restore *r = &out->restore[out->n_restore++];
    r->id = d->id;
    r->x_mm = d->before->x_mm;
    r->y_mm = d->before->y_mm;
    (void)snprintf(r->rule, sizeof r->rule, "V11");
    keep(out, d->id);
}

/* Was the disc in play before the shot, and did it not move? Then the players
 * have already decided that it is not out. */
static bool was_called_before(const crok_work_disc *d)
{
    return d->was_in_play == CROK_YES && d->moved == CROK_NO;
}

/* Must the disc be taken off because of its position at rest? By B1 it must if
 * it touches the outer line or lies beyond it. If the book lets discs on the
 * line stay, it must if it lies wholly beyond the line (G5). *rule is set to
 * "B1" or "G5". */
static crok_tri is_beyond(crok_work *w, const crok_work_disc *d,
                          const char **rule)
{
    bool may_touch = w->book->on_outer_line != CROK_LINE_REMOVED;
    *rule = may_touch ? "G5" : "B1";
    if (w->book->on_outer_line == CROK_LINE_STAYS_5 || was_called_before(d))
        return CROK_NO;
    return crok_work_beyond(w, d->after, may_touch);
}

/* V8: does the disc, struck by a free shot, lie on the inner line, in a book
 * that takes it off there? */
static crok_tri stopped_on_inner_line(crok_work *w, crok_tri open,
                                      const crok_work_disc *d)
{
    crok_tri touches = CROK_NO;
    crok_tri wholly = CROK_NO;
    if (w->book->free_shot_on_line != CROK_ON_LINE_LEAVES || open == CROK_NO ||
        d->struck == CROK_NO)
        return CROK_NO;
    touches = crok_work_in_15(w, d->after, false);
    if (touches != CROK_NO)
        wholly = crok_work_in_15(w, d->after, true);
    if (touches == CROK_NO || wholly == CROK_YES)
        return CROK_NO;
    return touches == CROK_YES && wholly == CROK_NO && open == CROK_YES
               ? d->struck
               : CROK_UNKNOWN;
}

/* Must the disc be taken off because of its position at rest, and by which
 * rule? */
static crok_tri must_leave(crok_work *w, crok_tri open, const crok_work_disc *d,
                           const char **rule)
{
    crok_tri leaves = is_beyond(w, d, rule);
    crok_tri on_line = CROK_NO;
    if (leaves == CROK_YES)
        return leaves;
    on_line = stopped_on_inner_line(w, open, d);
    if (on_line != CROK_NO)
        *rule = "V8";
    return crok_or(leaves, on_line);
}

/* Decide on a disc that was not taken off by V10. If its position at rest has
 * it taken off, it does not matter what is unknown of its path. */
static void judge_at_rest(crok_work *w, crok_tri open, const crok_work_disc *d,
                          crok_decision *out)
{
    const char *rule = NULL;
    bool in_hole = d->after->state == CROK_DISC_HOLE;
    crok_tri leaves = CROK_NO;
    if (d->out == CROK_YES) {
        remove_disc(out, d->id, CROK_TO_DITCH, d->out_rule);
        return;
    }
    if (!in_hole)
        leaves = must_leave(w, open, d, &rule);
    if (leaves == CROK_YES) {
        remove_disc(out, d->id, CROK_TO_DITCH, rule);
        return;
    }
    if (d->out == CROK_UNKNOWN)
        keep_unsure(w, out, d->id, "B3", CROK_MISS_BOUNDARY);
    else if (leaves == CROK_NO)
        ask_hole(d, out);
    if (in_hole) { /* a 20 is taken off, also if B3 is not certain */
        remove_disc(out, d->id, CROK_TO_BOWL, "G6");
        out->twenties[d->after->side]++;
        return;
    }
    if (leaves == CROK_UNKNOWN && d->out != CROK_UNKNOWN)
        keep_unsure(w, out, d->id, rule, 0);
    keep(out, d->id);
}

static void judge_disc(crok_work *w, bool valid, crok_tri open,
                       const crok_work_disc *d, crok_decision *out)
{
    crok_tri leaves = valid ? CROK_NO : leaves_with_shot(w, open, d);
    if (d->forgotten) {
        remove_disc(out, d->id, CROK_TO_BOWL, "G6");
        out->twenties[d->before->side]++;
        return;
    }
    if (!valid && goes_back(w, d) && d->before != NULL) {
        put_back(out, d);
        return;
    }
    if (d->after == NULL)
        return;
    if (!valid && goes_back(w, d)) { /* its old position is not known */
        keep_unsure(w, out, d->id, "V11", CROK_MISS_BEFORE);
        keep(out, d->id);
        return;
    }
    if (leaves == CROK_YES) {
        remove_disc(out, d->id, CROK_TO_DITCH, "V10");
        return;
    }
    if (leaves == CROK_UNKNOWN && d->out != CROK_YES) {
        keep_unsure(w, out, d->id, "V10", missing_for_leaving(w, open, d));
        keep(out, d->id);
        return;
    }
    judge_at_rest(w, open, d, out);
}

/* Insertion sort: the list is short, and qsort may allocate memory. */
static void sort_ids(int *id, int n)
{
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && id[k - 1] > id[k]; k--) {
            int t = id[k];
            id[k] = id[k - 1];
            id[k - 1] = t;
        }
}

void crok_decision_begin(crok_decision *d, crok_tri valid, crok_tri open)
{
    memset(d, 0, offsetof(crok_decision, why));
    d->valid = valid;
    d->open_board = open;
}

void crok_work_outcome(crok_work *w, bool valid, crok_tri open,
                       crok_decision *out)
{
    crok_decision_begin(out, valid ? CROK_YES : CROK_NO, open);
    w->missing = w->shot->missing & CROK_MISS_AFTER;
    w->n_close = 0;
    for (int i = 0; i < w->n; i++)
        judge_disc(w, valid, open, &w->disc[i], out);
    sort_ids(out->in_play, out->n_in_play);
    out->missing = w->missing;
    out->n_close = w->n_close;
    memcpy(out->close, w->close, sizeof out->close);
}
