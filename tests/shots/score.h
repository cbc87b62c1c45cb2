/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/score.h: what a tracker said of a shot, compared with what happened,
 * both ways. */
#ifndef CROK_TESTS_SHOTS_SCORE_H
#define CROK_TESTS_SHOTS_SCORE_H

#include "shots/film.h"

typedef enum score_call { SCORE_RIGHT, SCORE_MISSING, SCORE_WRONG } score_call;

/* The same pairs, and for each disc in the same order: the order of contacts
 * that share no disc decides nothing. */
score_call score_contacts(const film_shot *shot);

/* The same events; that a disc which stayed off met the rail need not be told.
 */
score_call score_boundary(const film_shot *shot);

/* How far from the truth the shooter's place is, mm; negative: not told. */
double score_placed_mm(const film_shot *shot);

/* What was said and what happened, for a person. */
void score_print(const film_shot *shot);

#endif
