/* SPDX-License-Identifier: Apache-2.0
 *
 * table/settle_hole.h: whether a disc in the hole lies flat or leans is hard to
 * see, and plain to the players. When the next disc is shot they have answered:
 * a 20 is taken out before, a disc that leans stays.
 *
 * Room     table.
 * Threads  values only; any thread. */
#ifndef CROK_TABLE_HOLE_H
#define CROK_TABLE_HOLE_H

#include "rules/match_state.h"
#include "table/evidence.h"

/* What the players' hands say of the hole, if it is not what the match says.
 *
 *   match, sides  borrowed
 *   rest          borrowed: the board before the next shot
 *   out           events that bring the match into line, in this order
 *   note          what is taken for what, for a person
 *
 * Returns how many events: 0 or 2. */
int crok_settle_hole(const crok_match *match, const crok_table_sides *sides,
                     const crok_board_seen *rest, crok_event out[2],
                     char note[128]);

#endif
