/* SPDX-License-Identifier: Apache-2.0 */
#include "table/settle_hole.h"

#include <stdio.h>
#include <string.h>

#include "table/fit_shot.h"
#include "table/settle_board.h"

static crok_event twenties_of(const crok_match *m, int side, int more)
{
    crok_event e = {.type = CROK_EVENT_TWENTIES};
    (void)snprintf(e.u.twenties.side, sizeof e.u.twenties.side, "%s",
                   m->info.sides[side].side);
    e.u.twenties.count = m->sides[side].twenties + more;
    return e;
}

/* Return the disc that the last shot counted as a 20 and that is still in the
 * hole; NULL if there is none. */
static const crok_disc *left_there(const crok_match *m,
                                   const crok_board_seen *rest)
{
    for (int i = 0; i < m->last.n_remove; i++) {
        const crok_disc *d = crok_board_seen_lying(rest, m->last.remove[i].id);
        if (m->last.remove[i].to == CROK_TO_BOWL && d != NULL &&
            crok_disc_in_hole(d->state))
            return d;
    }
    return NULL;
}

/* Return the disc that leaned in the hole and that is no longer on the board,
 * if no other disc of the match is missing; otherwise NULL. */
static const crok_disc *taken_out(const crok_match *m,
                                  const crok_board_seen *rest)
{
    const crok_disc *out = NULL;
    for (int i = 0; i < m->n_discs; i++) {
        if (crok_board_seen_lying(rest, m->discs[i].id) != NULL)
            continue;
        if (out != NULL || m->discs[i].state != CROK_DISC_LEANING)
            return NULL;
        out = &m->discs[i];
    }
    return out;
}

static bool stays_in_hole(const crok_board_seen *then, int id)
{
    const crok_disc *d = crok_board_seen_lying(then, id);
    return d != NULL && crok_disc_in_hole(d->state);
}

int crok_settle_hole(const crok_match *m, const crok_table_sides *sides,
                     const crok_board_seen *rest, const crok_board_seen *then,
                     crok_event out[2], char note[128])
{
    const crok_disc *left = left_there(m, rest);
    const crok_disc *taken = left == NULL ? taken_out(m, rest) : NULL;
    int side = left == NULL ? -1 : crok_table_match_side(m, sides, left->side);
    if (side >= 0 && m->sides[side].twenties > 0 &&
        (m->sides[side].twenties_lean > 0 || !stays_in_hole(then, left->id)) &&
        m->n_discs < CROK_MAX_DISCS) {
        crok_board_event *b = &out[1].u.board;
        out[0] = twenties_of(m, side, -1);
        out[1] = crok_settle_board_of(m, rest, -1);
        b->discs[b->n] = crok_disc_settled(left, side);
        b->discs[b->n++].state = CROK_DISC_LEANING;
        (void)snprintf(note, 128,
                       "the %s disc %d was left in the hole: it leans, and is "
                       "no 20",
                       m->info.sides[side].side, left->id);
        return 2;
    }
    if (taken == NULL)
        return 0;
    out[0] = crok_settle_board_of(m, rest, taken->id);
    out[1] = twenties_of(m, taken->side, 1);
    (void)snprintf(note, 128,
                   "the %s disc %d was taken out of the hole: it is a 20",
                   m->info.sides[taken->side].side, taken->id);
    return 2;
}
