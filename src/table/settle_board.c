/* SPDX-License-Identifier: Apache-2.0 */
#include "table/settle_board.h"

#include <stdio.h>

#include "table/fit_shot.h"

crok_event crok_settle_board_of(const crok_match *match,
                                const crok_board_seen *rest, int without)
{
    crok_event e = {.type = CROK_EVENT_BOARD};
    crok_board_event *b = &e.u.board;
    b->n_sides = match->info.n_sides;
    for (int i = 0; i < b->n_sides; i++)
        (void)snprintf(b->side[i], sizeof b->side[i], "%s",
                       match->info.sides[i].side);
    for (int i = 0; i < match->n_discs; i++) {
        int id = match->discs[i].id;
        if (id != without && (crok_board_seen_lying(rest, id) != NULL ||
                              !crok_match_is_unsure(match, id)))
            b->discs[b->n++] = match->discs[i];
    }
    return e;
}

/* Remove from the event the discs that are not on the board. Returns the number
 * of discs removed. */
static int drop_gone(const crok_board_seen *rest, crok_board_event *b,
                     int *last)
{
    int n = b->n;
    b->n = 0;
    for (int i = 0; i < n; i++) {
        if (crok_board_seen_lying(rest, b->discs[i].id) != NULL)
            b->discs[b->n++] = b->discs[i];
        else
            *last = b->discs[i].id;
    }
    return n - b->n;
}

/* Add to the event the discs on the surface that the match does not have in
 * play. Returns the number of discs added. */
static int add_left(const crok_match *m, const crok_table_sides *sides,
                    const crok_board_seen *rest, crok_board_event *b, int *last)
{
    int n = 0;
    for (int i = 0; i < rest->n && b->n < CROK_MAX_DISCS; i++) {
        const crok_disc *d = &rest->disc[i];
        int side = crok_table_match_side(m, sides, d->side);
        if (side < 0 || d->state != CROK_DISC_FLAT ||
            crok_disc_find(m->discs, m->n_discs, d->id) >= 0)
            continue;
        b->discs[b->n++] = crok_disc_settled(d, side);
        *last = d->id;
        n++;
    }
    return n;
}

bool crok_settle_board(const crok_match *match, const crok_table_sides *sides,
                       const crok_board_seen *rest, crok_event *out,
                       char note[128])
{
    crok_event e = crok_settle_board_of(match, rest, -1);
    int id = -1;
    int gone = drop_gone(rest, &e.u.board, &id);
    int left = add_left(match, sides, rest, &e.u.board, &id);
    if (gone + left == 0)
        return false;
    if (gone + left > 1)
        (void)snprintf(note, 128,
                       "the board is taken as play goes on with it: %d discs "
                       "fewer, %d more",
                       gone, left);
    else
        (void)snprintf(note, 128,
                       "the board is taken as play goes on with it: disc %d "
                       "%s",
                       id, gone > 0 ? "is off" : "is in play");
    *out = e;
    return true;
}
