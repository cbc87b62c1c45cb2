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

/* End the game for the sides whose bits are set, which have won it. */
void crok_match_end_game(crok_match *m, unsigned winners, crok_won_by how);

/* End the match for the sides whose bits are set, which have won it. */
void crok_match_end(crok_match *m, unsigned winners, crok_won_by how);

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
