/* SPDX-License-Identifier: Apache-2.0
 *
 * table/settle_board.h: where match and board still differ when the next disc
 * is shot, the players have played on with the board as it lies: a disc that
 * they left is in play, one that they took off is not.
 *
 * Room     table.
 * Threads  values only; any thread. */
#ifndef CROK_TABLE_BOARD_H
#define CROK_TABLE_BOARD_H

#include "rules/match_state.h"
#include "table/evidence.h"

/* The event that sets the board of the match as it is: without the disc
 * `without` (-1: none), and without those whose fate was left to a person and
 * that do not lie there any more.
 *
 *   rest  borrowed: the board before the next shot, by the match's ids */
crok_event crok_settle_board_of(const crok_match *match,
                                const crok_board_seen *rest, int without);

/* What the board that the players play on with says, if it is not what the
 * match says. Of the hole it says nothing (settle_hole.h).
 *
 *   match, sides  borrowed
 *   rest          borrowed: the board before the next shot, by the match's ids
 *   out           the event that brings the match into line
 *   note          what is taken for what, for a person
 *
 * False, nothing written, where they agree. */
bool crok_settle_board(const crok_match *match, const crok_table_sides *sides,
                       const crok_board_seen *rest, crok_event *out,
                       char note[128]);

#endif
