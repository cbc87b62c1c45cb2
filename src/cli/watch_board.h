/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/watch_board.h: where match and board still differ when the next disc is
 * shot, the players have played on with the board as it lies: a disc that they
 * left is in play, one that they took off is not.
 *
 * Room     cli: uses shots, rules.
 * Threads  values only; any thread. */
#ifndef CROK_CLI_WATCH_BOARD_H
#define CROK_CLI_WATCH_BOARD_H

#include "cli/watch_start.h"
#include "rules/match.h"
#include "shots/sight.h"

/* The event that sets the board of the match as it is: without the disc
 * `without` (-1: none), and without those whose fate was left to a person and
 * that do not lie there any more.
 *
 *   rest  borrowed: the board before the next shot, by the match's ids */
crok_event crok_watch_board_of(const crok_match *match,
                               const crok_rest_sight *rest, int without);

/* What the board that the players play on with says, if it is not what the
 * match says. Of the hole it says nothing (watch_hole.h).
 *
 *   match, sides  borrowed
 *   rest          borrowed: the board before the next shot, by the match's ids
 *   out           the event that brings the match into line
 *   note          what is taken for what, for a person
 *
 * False, nothing written, where they agree. */
bool crok_watch_board_answer(const crok_match *match,
                             const crok_watch_sides *sides,
                             const crok_rest_sight *rest, crok_event *out,
                             char note[128]);

#endif
