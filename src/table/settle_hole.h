/* SPDX-License-Identifier: Apache-2.0
 *
 * table/settle_hole.h: decide whether the disc in the hole is a 20. A camera
 * can hardly measure whether the disc is flat or leans; the players see it.
 * When the next disc is shot they have decided: they take a 20 out of the hole
 * and leave a disc that leans.
 *
 * Room     table: no I/O, no allocation.
 * Threads  values only; any thread.
 * Source   docs/RULES.md G4 and G6. */
#ifndef CROK_TABLE_SETTLE_HOLE_H
#define CROK_TABLE_SETTLE_HOLE_H

#include "rules/match_state.h"
#include "table/evidence.h"

/* Make the events that correct the match after the players decided about the
 * disc in the hole. There are two cases:
 *
 *  - a disc that the last shot counted as a 20 is still in the hole, and it was
 *    not certain that it is flat, or the next shot has struck it out of there:
 *    then it leans. The events take the 20 back and put the disc on the board.
 * A 20 that was surely flat and stays there was forgotten;
 *  - the disc that leaned in the hole is the only disc of the match that is not
 *    on the board: then the players took it out as a 20. The events count the
 *    20 and take the disc off the board.
 *
 *   match, sides  borrowed
 *   rest, then    borrowed: the board before the next shot, and after it
 *   out           the two events, in the order in which to append them
 *   note          a message for a person, written if there are events
 *
 * Returns the number of events: 2, or 0 if there is nothing to correct. */
int crok_settle_hole(const crok_match *match, const crok_table_sides *sides,
                     const crok_board_seen *rest, const crok_board_seen *then,
                     crok_event out[2], char note[128]);

#endif
