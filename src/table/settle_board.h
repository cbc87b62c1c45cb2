/* SPDX-License-Identifier: Apache-2.0
 *
 * table/settle_board.h: resolve differences between board and match that no
 * shot or ruling explains. When the next disc is shot, the players have
 * accepted the board as it is: a disc that they left is in play, and a disc
 * that they took off is not.
 *
 * Frames   mm: board.
 * Room     table: no I/O, no allocation.
 * Threads  values only; any thread. */
#ifndef CROK_TABLE_SETTLE_BOARD_H
#define CROK_TABLE_SETTLE_BOARD_H

#include "rules/match_state.h"
#include "table/evidence.h"

/* Make the event that sets the board to the discs of the match. The event omits
 * the disc `without` (-1: no disc). It also omits discs that are no longer on
 * the board and whose removal the decision left to a person.
 *
 *   rest  borrowed: the board before the next shot, with the match's ids */
crok_event crok_settle_board_of(const crok_match *match,
                                const crok_board_seen *rest, int without);

/* Make the event that sets the discs of the match to those that are on the
 * board when the next disc is shot. settle_hole.h handles the hole.
 *
 *   match, sides  borrowed
 *   rest          borrowed: the board before the next shot, with the match's
 *                 ids
 *   out           the event
 *   note          a message for a person that names the changes
 *
 * Returns false if board and match agree; then nothing is written. */
bool crok_settle_board(const crok_match *match, const crok_table_sides *sides,
                       const crok_board_seen *rest, crok_event *out,
                       char note[128]);

#endif
