/* SPDX-License-Identifier: Apache-2.0
 *
 * table/settle_board.h: differences between board and match that nothing
 * explains. When the next disc is shot, the players have played on with the
 * board as it is: a disc that they left is in play, one that they took off is
 * not.
 *
 * Frames   mm: board.
 * Room     table: no I/O, no allocation.
 * Threads  values only; any thread. */
#ifndef CROK_TABLE_SETTLE_BOARD_H
#define CROK_TABLE_SETTLE_BOARD_H

#include "rules/match_state.h"
#include "table/evidence.h"

/* The event that sets the board to the discs of the match: without the disc
 * `without` (-1: none), and without those that were left to a person to decide
 * on and are no longer on the board.
 *
 *   rest  borrowed: the board before the next shot, by the match's ids */
crok_event crok_settle_board_of(const crok_match *match,
                                const crok_board_seen *rest, int without);

/* Bring the match into line with the board that the players play on with. The
 * hole is not its matter (settle_hole.h).
 *
 *   match, sides  borrowed
 *   rest          borrowed: the board before the next shot, by the match's ids
 *   out           the event that brings the match into line
 *   note          what was changed, for a person
 *
 * False, nothing written, where they agree. */
bool crok_settle_board(const crok_match *match, const crok_table_sides *sides,
                       const crok_board_seen *rest, crok_event *out,
                       char note[128]);

#endif
