/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/outline/adjust.h: fit the places of discs, and the shape that all of
 * them have in common, to the edges of their outlines, by robust least squares.
 * With r_k the residual of edge k (outline.h), the fit minimises
 *
 *     sum w_k rho(r_k / sigma) + sum ((x_j - x_j0) / sigma_j)^2
 *
 * over shape and places by iteratively reweighted Gauss-Newton steps. w_k is
 * the weight of edge k by how certain its association is, rho is Tukey's
 * biweight, and sigma is the edges' noise, estimated in each round from the
 * median of |r|. The second sum has the priors: unknown x_j (of shape, places
 * and outsets) has the prior value x_j0 with the standard deviation sigma_j.
 * The camera is fixed to the pose from the lines; the effect of its errors on a
 * disc's place is added in place.h.
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

/* Largest number of discs in one fit (what a board holds). */
#define CROK_ADJUST_MAX 40

/* How much farther out the outlines of one side's discs appear than the common
 * shape predicts, mm. Blur moves the edge of pale discs outwards. If the
 * outermost edge is lit like the board, it is invisible and the next edge
 * inwards is measured; the outset is then negative. */
typedef struct crok_outset {
    double far_mm;  /* outset where the wall is hidden */
    double near_mm; /* added to far_mm where a wall is visible but too narrow to
                     * separate its edges */
} crok_outset;

typedef struct crok_adjusted {
    crok_mm at;
    bool from_profiles; /* at and cov come from the profiles (settle.h); else
                         * from the edges */
    double cov[3];      /* covariance of at, mm^2: xx, xy, yy; the pose's errors
                         * are not in it */
    double radius_var;  /* variance of the common radius, mm^2 */
    double radius_cov[2]; /* covariance of the common radius with at.x and at.y,
                             mm^2 */
    double support_frac;  /* part of the directions inside the picture that have
                           * an edge on the outline */
    double rms_mm;        /* RMS residual of those edges */
    double unexplained;   /* cost of the profiles at `at`, 0..1
                             (crok_curves_cost); 0 unless from_profiles */
    double fit; /* mean over all directions of the best edge's Tukey weight,
                   0..1; used to compare two places of one disc */
} crok_adjusted;

typedef struct crok_adjustment {
    crok_disc_shape shape;        /* common to all discs */
    double radius_prior_sigma_mm; /* in: 1 sd of shape.radius_mm */
    double radius_sigma_mm;       /* out: 1 sd */
    double noise_mm;              /* out: 1 sd of one edge */
    int n_outsets;                /* in: number of sides with an outset; 0: none
                                   */
    int outset_of[CROK_ADJUST_MAX];     /* in: index of each disc's outset; -1:
                                         * none */
    crok_outset outset[CROK_MAX_SIDES]; /* in: start; out: result */
    int n;
    crok_adjusted disc[CROK_ADJUST_MAX];
} crok_adjustment;

/* Fit n discs.
 *
 *   outline   borrowed, n elements, read about disc[].at
 *   a         in: shape, its prior, n, disc[].at and the outsets are the start;
 *             out: the result; unchanged if the call returns false
 *
 * Returns false if the edges do not determine the discs, or if the fit
 * diverges. */
CROK_MUST_USE bool crok_adjust(const crok_outline *outline, crok_adjustment *a);

/* Fit the place of one disc with a fixed shape: the local minimum near `start`,
 * by at most 8 reweighted Gauss-Newton steps with Tukey's weights, which are 0
 * beyond gate_mm. The edges of a wall or a shadow have minima of their own;
 * locate.h searches all of them. */
crok_adjusted crok_adjust_one(const crok_outline *outline,
                              const crok_disc_shape *shape, crok_mm start,
                              double gate_mm);

#ifdef __cplusplus
}
#endif
#endif
