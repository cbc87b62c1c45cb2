/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/verify.h: is it a disc? Grain, knots, numerals, shadows and glare show
 * outlines too: what else is known of the place is weighed together.
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

/* The chance from which on a disc is sure, from which on it counts, and from
 * which on it may not be passed over in silence. */
#define CROK_DISC_SURE 0.90
#define CROK_DISC_COUNTS 0.50
#define CROK_DISC_MAYBE 0.10

/* What speaks for a disc where an outline was found on the surface. */
typedef struct crok_evidence {
    double votes;      /* as candidates.h counts them */
    double fit;        /* as adjust.h gives it */
    double support;    /* as adjust.h: of the directions, with an edge on it */
    double face;       /* as locate.h: of edges that leave the face's colour */
    double uneven;     /* mean deviation of its face, grey levels */
    double from_board; /* its face's colour from the board's about it, L*a*b* */
    double from_discs; /* ... from that of the sure disc that is most alike;
                          CROK_NO_DISCS where there is none */
} crok_evidence;

#define CROK_NO_DISCS (-1.0)

/* The terms of the sum, in order; their last is 1. */
enum { CROK_N_TERMS = 8 };
void crok_evidence_terms(const crok_evidence *e, double term[CROK_N_TERMS]);

/* The chance that it is a disc, 0..1. */
double crok_evidence_chance(const crok_evidence *e);

/* The same in the ditch and beside the board, where nothing is known of the
 * ground: votes and fit alone tell, and only what is plain is taken;
 * plainer still where it is `alone`: no disc on the surface tells how large
 * discs are. CROK_DISC_SURE or 0. */
double crok_evidence_chance_off(const crok_evidence *e, bool alone);

#ifdef __cplusplus
}
#endif
#endif
