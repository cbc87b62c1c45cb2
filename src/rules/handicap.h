/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/handicap.h: what is given to a player before a match begins, so that
 * players of different strength meet. What the partners of a side have adds up.
 *
 * Room     rules: pure; no allocation, no I/O, no globals.
 * Threads  values only; any thread.
 * Source   crokeye.event/1, match_start, in docs/FORMATS.md. */
#ifndef CROK_RULES_HANDICAP_H
#define CROK_RULES_HANDICAP_H

#include "rules/match_state.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The handicap of a side of a match: the sum of those of its players. */
crok_handicap crok_match_handicap(const crok_match *m, int side);

/* Check the handicaps of a start and take their discs over into the seats.
 *
 *   seats  settled (crok_seats_settle); out: the field more
 *
 * CROK_ECONFLICT  a player would shoot no disc, or more than a book may deal;
 *                 or games are given where no side needs several to win, or as
 *                 many as win */
CROK_MUST_USE crok_status crok_handicaps_check(const crok_match_start *s,
                                               crok_seats *seats,
                                               crok_err *err);

/* What so many points add to what decides a game (crok_book_measure). */
crok_tally crok_match_points(const crok_match *m, int points);

/* Add them to the present game of a side, where they are sure. */
void crok_match_side_add(crok_match_side *s, const crok_tally *add);

/* Set the tallies and 20s with which the sides begin the present game. */
void crok_match_begin_game(crok_match *m);

/* Write it in words: "+2 points and +1 20 a game, -2 discs", or "".
 *
 *   out  room bytes */
void crok_handicap_words(const crok_handicap *h, char *out, size_t room);

#ifdef __cplusplus
}
#endif
#endif
