/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/open.h: the open questions of a match, and the range of the totals that
 * they cause. A shot is open if its validity is undetermined, if one of its
 * discs may be out, or if nobody saw the shot. Play goes on: the next shot
 * shows the board as the players left it. Only its 20s stay open, because they
 * are removed from the board. A later ruling on the shot, count of the 20s or
 * of the round, or correction of the board answers the question.
 *
 * Room     rules: pure; no allocation, no I/O, no globals, no clock.
 * Threads  values only; any thread.
 * Source   docs/RULES.md G6, V10 to V12, B3. */
#ifndef CROK_RULES_OPEN_H
#define CROK_RULES_OPEN_H

#include "rules/match_state.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The two outcomes of a shot: [0] not valid, [1] valid. */
typedef struct crok_outcomes {
    crok_decision as[2];
} crok_outcomes;

/* Judge a shot both ways. */
void crok_outcomes_of(const crok_book *book, const crok_shot *shot,
                      crok_outcomes *out);

/* Is the state after the shot the same whether it was valid or not? Then nobody
 * must be asked.
 *
 *   made  the decision that leaves the validity undetermined */
bool crok_outcomes_are_alike(const crok_outcomes *o, const crok_decision *made);

/* Make the undetermined decision *d hold both outcomes: a disc that one of them
 * keeps is in play, and unsure if the other does not keep it. */
void crok_open_either(const crok_outcomes *o, crok_decision *d);

/* The board after a shot that nobody saw is not known: each disc that the
 * decision keeps may be off. */
void crok_open_doubt_board(crok_decision *d);

/* Make the decision on a shot that nobody saw: every disc of `after` is in
 * play, and a disc in the hole is a 20. */
void crok_open_unseen(const crok_shot *shot, crok_decision *out);

/* Likewise if a person has said whether it was valid. If it was not, the
 * shooting disc leaves the board (V10). */
void crok_open_unseen_as(const crok_shot *shot, bool valid, crok_decision *out);

/* Record in the match that the validity of the shot `seq` is open, with the 20s
 * and the discs that differ between the two outcomes.
 *
 *   side  for each side of the shot its index in the match */
void crok_open_add_validity(crok_match *m, long seq, const crok_outcomes *o,
                            const crok_shot *shot, const int *side);

/* The facts that are known about a shot that nobody saw. */
typedef struct crok_unseen_shot {
    long seq;
    crok_tri valid; /* NO: a person said so; the shooter made no 20 (V10) */
    bool is_off;    /* then: the shooting disc is not on the board */
    bool
        is_decided; /* a person has decided the whole shot: its 20s are known */
} crok_unseen_shot;

/* Likewise that a shot was not seen: each side may have made a 20 of a disc
 * that is not on the board any more. One shot makes one 20 at the most, because
 * one disc fits into the hole. */
void crok_open_add_unseen(crok_match *m, const crok_unseen_shot *what,
                          const crok_shot *shot, const int *side);

/* Likewise that discs of the shot `seq` may be out.
 *
 *   sides  bit i: a 20 of side i may be none
 *   board  a disc on the board may be out */
void crok_open_add_disc(crok_match *m, long seq, unsigned sides, bool board);

/* Likewise that the present round may have been broken off, by the
 * replay_round `seq`, or may have been played to its end. Call before the round
 * begins again. */
void crok_open_add_replay(crok_match *m, long seq);

/* Note which discs the next shot may find on the board or not: those that only
 * one outcome keeps.
 *
 *   o     the outcomes; NULL: the shot was not seen, any disc may be gone
 *   made  the decision that counts, perhaps of a ruling */
void crok_open_set_loose(crok_match *m, const crok_outcomes *o,
                         const crok_shot *shot, const crok_decision *made,
                         const int *side);

/* The side of a disc that the next shot may find on the board or not; -1: the
 * disc is none of them. */
int crok_open_loose_side(const crok_match *m, int id);

/* The board is known again: the next shot was taken, or a person set it. */
void crok_open_know_board(crok_match *m);

/* A person has counted the 20s of a side. */
void crok_open_know_twenties(crok_match *m, int side);

/* Nothing of the present round is open any more: it is counted, or is played
 * again. */
void crok_open_drop_round(crok_match *m);

/* Reset the counts that are kept for each round to zero. Call at the beginning
 * of a round. */
void crok_open_begin_round(crok_match *m);

/* Call before the round ends. If a total has a range although no question of
 * the round is open, discs too close to call are the cause: add the question
 * about them. The range of the round's 20s is kept for the match's totals. */
void crok_open_end_round(crok_match *m);

#ifdef __cplusplus
}
#endif
#endif
