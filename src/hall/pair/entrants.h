/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/pair/entrants.h: who takes part in a stage that is to be paired, in the
 * order of its standings, and what it has played.
 *
 * Room     hall, internal. Allocates.
 * Threads  one list, one thread at a time. */
#ifndef CROK_HALL_PAIR_ENTRANTS_H
#define CROK_HALL_PAIR_ENTRANTS_H

#include "hall/day/entries.h"
#include "hall/day/results.h"
#include "hall/pair/rounds.h"
#include "hall/pair_stage.h"

/* A stage and a pool of a day. */
typedef struct crok_pair_place {
    const char *stage, *pool;
} crok_pair_place;

typedef struct crok_entrants {
    int n;
    crok_pairing_side *list; /* owned; by the standings */
    crok_pair_past past;     /* of the stage */
    int games;               /* rounds of the stage that are paired */
    bool is_paired;          /* the stage has lines in the pairings */
} crok_entrants;

/* The stage and the pool that are to be paired, with the day's settings where
 * the wish names none. */
crok_pair_place crok_pair_place_of(const crok_day *day,
                                   const crok_pair_wish *w);

/* Is a line of the pairings, with a match or a bye, of this stage and pool? */
bool crok_pair_is_of(const crok_day *day, const crok_pairing *p,
                     const crok_pair_place *place);

/* Copy a pairing's side, or of one who has a bye the one who plays. */
const crok_pairing_side *crok_bye_of(const crok_pairing *p);

/* List the entrants of a stage.
 *
 *   out  written only on CROK_OK; free with crok_entrants_free
 *
 * CROK_ETOOLARGE  too many
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_entrants_make(const crok_day_results *r,
                                             const crok_pair_wish *w,
                                             const crok_pair_place *place,
                                             crok_entrants *out, crok_err *err);
void crok_entrants_free(crok_entrants *e);

/* The state of a sequence of random numbers that a person names by a number:
 * spread over all bits by the golden ratio; 0 of 0. */
uint64_t crok_pair_seed(uint64_t number);

/* The next one of a sequence of random numbers from 0 to 999.
 *
 * Source  G. Marsaglia, "Xorshift RNGs", 2003 (13, 7, 17). */
int crok_pair_random(uint64_t *state);

#endif
