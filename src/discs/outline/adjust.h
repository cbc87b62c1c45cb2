/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/outline/adjust.h: where discs stand, from the edges of their outlines:
 * each disc's place, and the shape that all have in common, by robust least
 * squares. The camera stays as the lines gave it; what its errors do to a
 * disc's place is part of the disc's sigma.
 *
 * Frames   mm: board.
 * Room     discs.
 * Source   Triggs et al. 2000; Holland and Welsch 1977 for the weights. */
#ifndef CROK_DISCS_OUTLINE_ADJUST_H
#define CROK_DISCS_OUTLINE_ADJUST_H

#include "core/terms.h"
#include "discs/outline/outline.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Discs adjusted together, at most (what a board holds). */
#define CROK_ADJUST_MAX 40

/* By how much farther out than the shape says the outlines of a side's discs
 * are seen: pale discs outshine their edge, an edge that is lit like the board
 * is lost. */
typedef struct crok_outset {
    double far_mm;  /* where no wall shows */
    double near_mm; /* more than that where a wall shows too little of itself
                       to be told from an edge */
} crok_outset;

typedef struct crok_adjusted {
    crok_mm at;
    bool is_settled;   /* at and cov are the profiles', see settle.h; else the
                          edges' */
    double cov[3];     /* of at, mm^2: xx, xy, yy; of these alone */
    double radius_var; /* of the common radius, mm^2 ... */
    double radius_cov[2]; /* ... and its covariance with at.x and at.y */
    double support_frac;  /* of the directions, with an edge on the outline */
    double rms_mm;        /* of those edges */
    double against;       /* what speaks against the profiles there, 0..1; 0
                             where it is not settled */
    double fit; /* sum of the edges' robust weights by direction, 0..1:
                   which of two places explains them better */
} crok_adjusted;

typedef struct crok_adjustment {
    crok_disc_shape shape;        /* of all discs */
    double radius_prior_sigma_mm; /* in: of shape.radius_mm */
    double radius_sigma_mm;       /* out */
    double noise_mm;              /* out: 1 sd of one edge */
    int n_outsets;                /* in; 0: outlines lie where the shape says */
    int outset_of[CROK_ADJUST_MAX];     /* in: of each disc; -1: it has none */
    crok_outset outset[CROK_MAX_SIDES]; /* out */
    int n;
    crok_adjusted disc[CROK_ADJUST_MAX];
} crok_adjustment;

/* Adjust n discs.
 *
 *   outline   borrowed, n elements
 *   a         in: shape, its prior, n, disc[].at and the outsets are the
 *             start; out: the result; unchanged when false
 *
 * False where the edges do not determine the discs. */
CROK_MUST_USE bool crok_adjust(const crok_outline *outline, crok_adjustment *a);

/* One disc alone, the shape as it is: the place near `start` that the edges ask
 * for. Near: what a wall or a shadow asks for is another, see locate.h. */
crok_adjusted crok_adjust_one(const crok_outline *outline,
                              const crok_disc_shape *shape, crok_mm start,
                              double gate_mm);

#ifdef __cplusplus
}
#endif
#endif
