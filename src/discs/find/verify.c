/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/verify.h"

#include <math.h>

#include "core/linalg.h"

/* Upper limit of the votes. More count as this many. Chosen by hand. */
#define MAX_VOTES 1.3
/* Constants inside logarithms: MIN_UNEVEN and MIN_RING (grey levels) are added
 * to deviations and distances of colours, and a distance from the board's
 * colour below MIN_FROM_BOARD (L*a*b*) counts as MIN_FROM_BOARD. */
#define MIN_UNEVEN 0.5
#define MIN_RING 2.0
#define MIN_FROM_BOARD 1.0
/* Lower limit of the weakest sector's step: less is as open as this. */
#define MIN_WEAKEST (-1.0)

/* Weights of the logistic model that decides whether a candidate is a disc, in
 * the order of crok_evidence_terms; the last is the constant. Learned by
 * tests/bench/learn_discs from 6285 discs and 4757 other candidates in 779
 * rendered pictures: 181 renders, and what scripts/vary_pictures.py makes of 26
 * of them. */
static const double weight[CROK_N_TERMS] = {
    4.762,  3.627, 5.935,  5.871,  -0.652, 0.625,  -0.081, -0.178, 0.112,
    0.066,  0.158, 0.073,  0.231,  0.249,  -0.259, -0.591, -0.090, -0.491,
    -0.355, 0.231, -0.366, -0.245, 0.042,  0.575,  0.337,  -10.878};

/* The log odds of photos are SLOPE times those of rendered pictures, whose
 * discs are harder to see. Measured on 17 photos and 408 variants of them: with
 * this, of the candidates with a chance of 0.1 to 0.5 one in eleven is a disc,
 * from 0.5 to 0.9 two in three. */
#define SLOPE 2.0

/* The measured features and the network's chance are combined: the log odds of
 * both, limited to MOST_LOG_ODDS, are the terms of a logistic model. Its
 * weights are fitted, with a normal prior of variance 10, to 1503 candidates of
 * 19 photos, 174 of them discs, seen by networks that had not learnt from
 * photos of these boards, and to 951 of renders and samples, 318 of them discs:
 * alone, the measured terms have a log loss of 35 on the photos, the network
 * 45, both together 5.
 *
 * The constant is fitted to 19 432 candidates of these photos and of 25
 * variants of each, 4572 of them discs, seen by such networks. With one of 6,
 * of 320 with a chance of 0.0001 to 0.005 one in fifty was a disc; black discs
 * on a black board had a chance of 0.0005. */
#define JOINT_CONSTANT 8.0
#define MOST_LOG_ODDS 8.0
static const double joint_weight[2] = {1.8, 1.5};

void crok_evidence_terms(const crok_evidence *e, double term[CROK_N_TERMS])
{
    const crok_rings *r = &e->rings;
    int n = 0;
    term[n++] = fmin(e->votes, MAX_VOTES);
    term[n++] = e->fit;
    term[n++] = e->support;
    term[n++] = e->face;
    term[n++] = log(e->uneven + MIN_UNEVEN);
    term[n++] = log(fmax(e->from_board, MIN_FROM_BOARD));
    for (int k = 0; k < CROK_RINGS; k++)
        term[n++] = log(r->spread[k] + MIN_RING);
    for (int k = 0; k < CROK_OUTER_RINGS; k++)
        term[n++] = log(r->from_face[k] + MIN_RING);
    term[n++] = fmax(r->weakest, MIN_WEAKEST);
    term[n] = 1.0;
}

double crok_evidence_chance(const crok_evidence *e)
{
    const double slope = SLOPE;
    double term[CROK_N_TERMS];
    double log_odds = 0.0;
    double both[2];
    crok_evidence_terms(e, term);
    log_odds = crok_log_odds(0.0, weight, term, CROK_N_TERMS);
    both[0] = crok_limited_log_odds(crok_chance(0.0, &slope, &log_odds, 1),
                                    MOST_LOG_ODDS);
    both[1] = crok_limited_log_odds(e->seen, MOST_LOG_ODDS);
    return crok_chance(JOINT_CONSTANT, joint_weight, both, 2);
}
