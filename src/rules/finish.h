/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/finish.h: what happens at the end of a round: the round is added to the
 * game; a game that has ended is counted for its winner; a tie is broken as the
 * match's start says; the match ends, or the next round begins.
 *
 * Room     rules, internal: pure; no allocation, no I/O, no globals, no clock.
 * Threads  values only; any thread.
 * Source   docs/RULES.md S1 to S6 and T3 to T6. */
#ifndef CROK_RULES_FINISH_H
#define CROK_RULES_FINISH_H

#include "rules/match_state.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Begin a round, on an empty board. */
void crok_match_start_round(crok_match *m, int first);

/* End the present round with its totals. */
void crok_match_end_round(crok_match *m);

/* Begin the present round again: nothing of it counts. */
void crok_match_begin_again(crok_match *m);

/* A side gives up the match, or only the present game. The best of the others
 * has won; if several are level, the start says how that tie is broken. The
 * present round is left out. */
void crok_match_give_up(crok_match *m, int side, bool only_game);

/* A shoot-out has broken the tie for `best`, or not, if several bits are set:
 * then the next method is tried, or these sides shoot again. */
void crok_match_end_shoot_out(crok_match *m, unsigned best);

/* The tallies of the present game have changed: if a tie of it is being broken
 * and is none any more, it is decided by them. */
void crok_match_settle_tie(crok_match *m);

/* Time is up for the match before anybody has shot in this round, which is
 * therefore not counted: the match is decided as it stands. */
void crok_match_end_before_round(crok_match *m);

/* The sides of `among` with the largest measure, as bits. */
unsigned crok_match_best(const crok_match *m, const int *measure,
                         unsigned among);

/* What decides the present game for each side (crok_tally_measure). */
void crok_match_measure(const crok_match *m, int *measure);

#ifdef __cplusplus
}
#endif
#endif
