/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/score.h: compares what a tracker reported of a shot with what
 * happened, as sets, both ways. */
#ifndef CROK_TESTS_SHOTS_SCORE_H
#define CROK_TESTS_SHOTS_SCORE_H

#include "shots/film.h"

typedef enum score_call { SCORE_RIGHT, SCORE_MISSING, SCORE_WRONG } score_call;

/* Are the contacts right: the same pairs, and for each disc in the same order?
 * The order of contacts that share no disc is not compared. */
score_call score_contacts(const film_shot *shot);

/* Are the boundary crossings right: the same events? A disc that stayed off
 * the surface need not be reported to have hit the rail. */
score_call score_boundary(const film_shot *shot);

/* The error of the shooter's place, mm; negative: not reported. */
double score_placed_mm(const film_shot *shot);

/* Print what was reported and what happened. */
void score_print(const film_shot *shot);

#endif
