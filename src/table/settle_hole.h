/* SPDX-License-Identifier: Apache-2.0
 *
 * table/settle_hole.h: is the disc in the hole a 20? Whether it is flat or
 * leans is hard to measure with a camera and obvious to the players. By the
 * next shot they have decided: they take a 20 out and leave a disc that leans.
 *
 * Room     table: no I/O, no allocation.
 * Threads  values only; any thread.
 * Source   docs/RULES.md G4 and G6. */
#ifndef CROK_TABLE_SETTLE_HOLE_H
#define CROK_TABLE_SETTLE_HOLE_H

#include "rules/match_state.h"
#include "table/evidence.h"

/* Make the events that set the match to what the players did at the hole.
 *
 *   match, sides  borrowed
 *   rest          borrowed: the board before the next shot
 *   out           the events, in order
 *   note          what was changed, for a person
 *
 * Returns the number of events, 0 or 2. */
int crok_settle_hole(const crok_match *match, const crok_table_sides *sides,
                     const crok_board_seen *rest, crok_event out[2],
                     char note[128]);

#endif
