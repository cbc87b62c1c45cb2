/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/day/repeated.h: finds pairings that are in a list twice, and players who
 * would have to play two matches at once.
 *
 * Room     hall, internal: pure; allocates the lists.
 * Threads  values only; any thread. */
#ifndef CROK_HALL_DAY_REPEATED_H
#define CROK_HALL_DAY_REPEATED_H

#include "hall/pairings.h"

/* The pairing list[at] repeats what list[first] has, which is before it. */
typedef struct crok_repeated {
    int at, first;
} crok_repeated;

/* Find pairings that are the same in table, stage, pool, game, time and
 * players, in any order of the sides.
 *
 *   out  written; free with free()
 *
 * Returns their number, in the order of the list; -1: no memory. */
int crok_repeated_pairings(const crok_pairings *p, crok_repeated **out);

/* Find pairings with a player who plays in an earlier one of the same stage and
 * game. Pairings without a game are passed over. Parameters and result are
 * those of crok_repeated_pairings. */
int crok_repeated_players(const crok_pairings *p, crok_repeated **out);

#endif
