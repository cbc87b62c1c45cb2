/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/verify.h"

#include <math.h>

#include "core/linalg.h"

/* Upper limits of two terms: the votes, and the distance (L*a*b*) from the
 * colour of the nearest sure disc. Values above a limit count as the limit. The
 * distance is limited because a side may have no sure disc yet, so a disc of
 * that side can be far from all colours known. Chosen by hand. */
#define MAX_VOTES 1.3
#define MAX_FROM_DISCS 15.0
/* Value that replaces from_discs while no disc is sure: the usual distance to
 * the nearest disc's colour, L*a*b*. */
#define TYPICAL_FROM_DISCS 6.0
/* Constants inside two logarithms: MIN_UNEVEN (grey levels) is added to the
 * face's deviation, and a distance from the board's colour below MIN_FROM_BOARD
 * (L*a*b*) counts as MIN_FROM_BOARD. */
#define MIN_UNEVEN 0.5
#define MIN_FROM_BOARD 1.0

/* Thresholds for a candidate off the surface: on fit, and on votes + fit. The
 * latter is MIN_VOTES_AND_FIT_ALONE if no disc on the surface is sure, else
 * MIN_VOTES_AND_FIT_OFF. Votes + fit was below 1.45 for 45 knots and
 * reflections on the rail of an empty board, and also for one in ten of 2600
 * discs off the surface. */
#define MIN_FIT_OFF 0.28
#define MIN_VOTES_AND_FIT_OFF 1.18
#define MIN_VOTES_AND_FIT_ALONE 1.45

/* Weights of the logistic model that decides whether a candidate is a disc, in
 * the order of crok_evidence_terms; the last is the constant. Learned by
 * tests/bench/learn_discs from 1714 discs and 186 other candidates in 222
 * rendered pictures. */
static const double weight[CROK_N_TERMS] = {17.3,  5.0,  -1.94, 1.14,
                                            -0.56, 25.9, 8.2,   -24.4};

void crok_evidence_terms(const crok_evidence *e, double term[CROK_N_TERMS])
{
    double from_discs =
        e->from_discs < 0.0 ? TYPICAL_FROM_DISCS : e->from_discs;
    term[0] = fmin(e->votes, MAX_VOTES);
    term[1] = e->fit;
    term[2] = log(e->uneven + MIN_UNEVEN);
    term[3] = log(fmax(e->from_board, MIN_FROM_BOARD));
    term[4] = fmin(from_discs, MAX_FROM_DISCS);
    term[5] = e->face;
    term[6] = e->support;
    term[7] = 1.0;
}

double crok_evidence_chance(const crok_evidence *e)
{
    double term[CROK_N_TERMS];
    crok_evidence_terms(e, term);
    return crok_chance(0.0, weight, term, CROK_N_TERMS);
}

double crok_evidence_chance_off(const crok_evidence *e, bool alone)
{
    double least = alone ? MIN_VOTES_AND_FIT_ALONE : MIN_VOTES_AND_FIT_OFF;
    return e->fit >= MIN_FIT_OFF && e->votes + e->fit >= least ? CROK_DISC_SURE
                                                               : 0.0;
}
