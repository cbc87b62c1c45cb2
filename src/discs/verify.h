/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/verify.h: decide whether a candidate is a disc. Grain, knots, numerals,
 * shadows and glare have outlines too, so the outline, the colours and the
 * evenness of the face enter one logistic model.
 *
 * Room     discs.
 * Source   Cox 1958 for the logistic model. The weights are learned from
 *          rendered pictures with truth: tests/bench/learn_discs. */
#ifndef CROK_DISCS_VERIFY_H
#define CROK_DISCS_VERIFY_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Thresholds on the chance that a candidate is a disc. SURE: it is a disc and
 * helps to measure the others. COUNTS: it is counted, and reported as
 * uncertain. MAYBE: it is not counted, but reported as a possible disc. Chosen
 * by hand: the chances are calibrated, so 0.90 means one wrong disc of ten just
 * at the threshold, and fewer above. */
#define CROK_DISC_SURE 0.90
#define CROK_DISC_COUNTS 0.50
#define CROK_DISC_MAYBE 0.10

/* The features of a candidate with an outline on the surface. */
typedef struct crok_evidence {
    double votes;   /* fraction of the outline that voted, see candidates.h */
    double fit;     /* robust fit of the outline, 0..1, see adjust.h */
    double support; /* fraction of the directions with an edge on the outline,
                       see adjust.h */
    double face;    /* fit by edges at which the colour leaves the face's, 0..1,
                       see locate.h */
    /* mean deviation of the face's pixels, grey levels */
    double uneven;
    double from_board; /* distance of the face's colour from the board's around
                          it, L*a*b* */
    /* distance of the face's colour from the nearest sure disc's, L*a*b*;
     * CROK_NO_DISC_COLOUR: no other disc is sure */
    double from_discs;
} crok_evidence;

#define CROK_NO_DISC_COLOUR (-1.0)

/* The terms of the logistic model, in the order of the weights in
 * find/verify.c; the last is the constant 1. */
enum { CROK_N_TERMS = 8 };
void crok_evidence_terms(const crok_evidence *e, double term[CROK_N_TERMS]);

/* The chance that the candidate is a disc, 0..1. */
double crok_evidence_chance(const crok_evidence *e);

/* The same for a candidate in the ditch or beside the board, where the ground
 * is not known: votes and fit decide alone, with thresholds. They are higher if
 * `alone` is set: no disc on the surface is sure, so the discs' size is not
 * known. Returns CROK_DISC_SURE or 0. */
double crok_evidence_chance_off(const crok_evidence *e, bool alone);

#ifdef __cplusplus
}
#endif
#endif
