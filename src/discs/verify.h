/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/verify.h: decide whether a candidate is a disc. Grain, knots, letters,
 * fingertips, shadows and glare have outlines too, so the outline and the
 * colours on rings about the candidate enter one logistic model. The colours of
 * other discs do not: a disc is one whatever side it belongs to. Its log odds
 * and those of what the network saw there are the terms of a second one.
 *
 * Room     discs.
 * Source   Cox 1958 for the logistic model. The weights of the first one are
 *          learned from rendered pictures with truth: tests/bench/learn_discs;
 *          find/verify.c says what the second one is fitted to. */
#ifndef CROK_DISCS_VERIFY_H
#define CROK_DISCS_VERIFY_H

#include <stdbool.h>

#include "discs/find/rings.h"
#include "discs/observation.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The features of a candidate with an outline on the surface. */
typedef struct crok_evidence {
    double seen;    /* chance by the network (see/segmentation.h), 0..1 */
    double votes;   /* fraction of the outline that voted, see candidates.h */
    double fit;     /* robust fit of the outline, 0..1, see adjust.h */
    double support; /* fraction of the directions with an edge on the outline,
                       see adjust.h */
    /* fit of the outline, 0..1, by edges with more weight where the colour
     * inside them is the face's, see locate.h */
    double face;
    /* mean deviation of the face's pixels, grey levels */
    double uneven;
    double from_board; /* distance of the face's colour from the board's around
                          it, L*a*b* */
    crok_rings rings;  /* the colours on rings about it */
} crok_evidence;

/* The terms of the logistic model, in the order of the weights in
 * find/verify.c; the last is the constant 1. */
#define CROK_N_TERMS (6 + CROK_RINGS + CROK_OUTER_RINGS + 1 + 1)
void crok_evidence_terms(const crok_evidence *e, double term[CROK_N_TERMS]);

/* The chance that the candidate is a disc, 0..1. */
double crok_evidence_chance(const crok_evidence *e);

#ifdef __cplusplus
}
#endif
#endif
