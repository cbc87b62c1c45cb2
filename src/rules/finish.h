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

/* End the present round as forfeited by a side: what was shot in it does not
 * count, and the other one of the two sides gets what `worth` says. */
void crok_match_forfeit_round(crok_match *m, int side,
                              const crok_forfeit *worth);

/* Exclude a side from the match, which may be over: the best of the others has
 * won, as after crok_match_give_up. */
void crok_match_disqualify(crok_match *m, int side);

/* The tallies of the game that was played last have changed, by what no round
 * has added. Decide anew what was decided by them: a tie of the game that is
 * being broken, or the game that was counted last and with it the match, which
 * may then go on, or have a tie to be broken. */
void crok_match_decide_again(crok_match *m);

/* Take back the end of the round that ended last, also if the match is over:
 * the round begins again, and nothing of it counts. */
void crok_match_replay_ended(crok_match *m);

/* Take back the end of the round that ended last, after which the next round of
 * the game has begun: the round is played again when the game's others are.
 *
 *   by  seq of the replay_round */
void crok_match_owe_ended(crok_match *m, long by);

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
