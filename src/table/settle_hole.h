/* SPDX-License-Identifier: Apache-2.0
 *
 * table/settle_hole.h: is the disc in the hole a 20? Whether it is flat or
 * leans is hard to see for a camera and plain to the players. By the next shot
 * they have answered: a 20 has been taken out, a disc that leans has been left.
 *
 * Room     table: no I/O, no allocation.
 * Threads  values only; any thread.
 * Source   docs/RULES.md G4 and G6. */
#ifndef CROK_TABLE_SETTLE_HOLE_H
#define CROK_TABLE_SETTLE_HOLE_H

#include "rules/match_state.h"
#include "table/evidence.h"

/* Bring the match into line with what the players did at the hole.
 *
 *   match, sides  borrowed
 *   rest          borrowed: the board before the next shot
 *   out           events that bring the match into line, in this order
 *   note          what was changed, for a person
 *
 * Returns how many events: 0 or 2. */
int crok_settle_hole(const crok_match *match, const crok_table_sides *sides,
                     const crok_board_seen *rest, crok_event out[2],
                     char note[128]);

#endif
