/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/pair/rounds.h: who meets whom in the rounds of a stage: Swiss, drawn
 * partners, round robin and brackets.
 *
 * Entrants are numbered from 0 in the order of the standings, or of the seeds.
 *
 * Room     hall, internal: pure. Allocates.
 * Threads  values only; any thread. */
#ifndef CROK_HALL_PAIR_ROUNDS_H
#define CROK_HALL_PAIR_ROUNDS_H

#include "hall/pair/matching.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Most entrants of a stage: with one who has a bye they are paired. */
#define CROK_PAIR_MOST (CROK_MATCHING_MOST - 1)

/* What a stage has played: how often each met each, in pairs of entrants. */
typedef struct crok_pair_past {
    int n;
    int *met;  /* owned, n * n, as costs in hall/pair/matching.h */
    int *with; /* owned, likewise: how often two were partners */
    int *byes; /* owned, n: how often each did not play */
} crok_pair_past;

/* Make the past of n entrants who have not met. Free with crok_pair_past_free.
 *
 * CROK_ETOOLARGE  there are more than CROK_PAIR_MOST
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_pair_past_make(int n, crok_pair_past *out,
                                              crok_err *err);
void crok_pair_past_free(crok_pair_past *p);

/* Note that two have met, or were partners. */
void crok_pair_note(int *counts, int n, int a, int b);

/* Pair entrants by the Swiss system. Of all ways to pair them it is the one
 *
 *   - with the fewest repetitions: pairings of two who have met, and byes of
 *     who has had one, each as often as that; then
 *   - that gives the bye to the last one who may have it; then
 *   - with the least sum of the squared distances in the order of the entrants.
 *
 * So nobody meets somebody again, or has a second bye, while that can be
 * avoided, and neighbours in the standings meet.
 *
 *   opponent  n written: whom each meets; -1: he has a bye (one has if n is
 *             odd)
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_pair_swiss(const crok_pair_past *past,
                                          int *opponent, crok_err *err);

/* Give entrants who play alone another partner, and pair the teams: those who
 * were partners least often, drawn among these; then the teams whose players
 * met least often, with sums of places that are near each other. Those that are
 * left over by four do not play: the last in the order among those with the
 * fewest byes.
 *
 *   draw  n * n random numbers from 0 to 999, symmetric
 *   seat  n written: 4 * the number of the match + the place in it, of which 0
 *         and 1 are partners, and 2 and 3; -1: he does not play
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_pair_partners(const crok_pair_past *past,
                                             const int *draw, int *seat,
                                             crok_err *err);

/* Number of rounds in which each of n meets each of the others once. */
int crok_round_robin_rounds(int n);

/* Whom entrant i of n meets in a round, numbered from 0, by the circle method:
 * the last one, or the bye of an odd number, stays, and the others move round
 * by one place each round. -1: he has a bye. */
int crok_round_robin(int n, int round, int i);

/* Which seed, from 0, stands at a place of a bracket of n, a power of two:
 * those at the places 2k and 2k + 1 meet. The first and the second seed can
 * meet in the last match only, the first four in the last two rounds, and so
 * on. */
int crok_bracket_seed(int n, int place);

#ifdef __cplusplus
}
#endif
#endif
