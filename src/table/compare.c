/* SPDX-License-Identifier: Apache-2.0 */
#include "table/compare.h"

#include <stdarg.h>
#include <stdio.h>

#include "table/fit_shot.h"

static void say(crok_table *t, const char *fmt, ...) CROK_PRINTF(2, 3);
static void say(crok_table *t, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    (void)vsnprintf(t->board, sizeof t->board, fmt, args);
    va_end(args);
}

const char *crok_table_side_name(const crok_table *t, const crok_disc *d)
{
    return d->side >= 0 && d->side < t->setup.sides.n
               ? t->setup.sides.name[d->side]
               : "";
}

static bool is_to_be_taken(const crok_match *m, int id)
{
    return crok_removal_find(m->last.remove, m->last.n_remove, id) >= 0;
}

/* Do more discs of a side lie on the board and in the hole than were dealt to
 * it? */
static bool has_too_many(crok_table *t, const crok_board_seen *rest)
{
    const crok_match *m = crok_table_match(t);
    int n[CROK_MAX_SIDES] = {0};
    for (int i = 0; i < rest->n; i++) {
        int side =
            crok_table_match_side(m, &t->setup.sides, rest->disc[i].side);
        if (side >= 0 && rest->disc[i].state != CROK_DISC_OUT)
            n[side]++;
    }
    for (int i = 0; i < m->info.n_sides; i++)
        if (n[i] > crok_match_dealt(m, i)) {
            say(t,
                "%d %s discs lie on the board, and only %d are in the match: "
                "take off what does not belong to it",
                n[i], m->info.sides[i].side, crok_match_dealt(m, i));
            return true;
        }
    return false;
}

void crok_table_compare(crok_table *t, const crok_board_seen *rest)
{
    const crok_match *m = crok_table_match(t);
    t->board[0] = '\0';
    if (t->is_by_taps || m->is_counted || m->state == CROK_STATE_ROUND_OVER ||
        m->state == CROK_STATE_OVER || m->ask == CROK_ASK_VALIDITY)
        return;
    for (int i = 0; i < m->n_discs; i++)
        if (crok_board_seen_lying(rest, m->discs[i].id) == NULL &&
            !crok_match_is_unsure(m, m->discs[i].id)) {
            say(t,
                "the %s disc %d is in play and does not lie on the board: put "
                "it back, or correct the board",
                m->info.sides[m->discs[i].side].side, m->discs[i].id);
            return;
        }
    if (has_too_many(t, rest))
        return;
    for (int i = 0; i < rest->n; i++) {
        const crok_disc *d = &rest->disc[i];
        if (d->state == CROK_DISC_OUT || is_to_be_taken(m, d->id) ||
            crok_disc_find(m->discs, m->n_discs, d->id) >= 0)
            continue;
        say(t,
            "the %s disc %d lies on the board and is not in play: take it "
            "off, or correct the board",
            crok_table_side_name(t, d), d->id);
        return;
    }
}
