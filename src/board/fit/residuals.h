/* SPDX-License-Identifier: Apache-2.0
 *
 * board/fit/residuals.h: residuals of points on rings with their Jacobian,
 * their robust scale, and the redundancy of correlated residuals. It is used by
 * the fits of one view (fit.h) and of several views (multiview.h), and private
 * to this room.
 *
 * Frames   px of the picture that the camera belongs to; board mm, or any
 *          other unit.
 * Room     board.
 * Threads  values only; any thread.
 * Source   Bayley and Hammersley 1946 for the effective number of correlated
 *          observations; Holland and Welsch 1977 for Tukey's constant. */
#ifndef CROK_BOARD_FIT_RESIDUALS_H
#define CROK_BOARD_FIT_RESIDUALS_H

#include "board/fit/fit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Lower bound of the residuals' robust scale, 1 sd of a point in px. It keeps
 * the weights finite if the points have no noise. Chosen by hand: with a
 * smaller value small errors in sharp pictures are rejected as outliers. */
#define CROK_RESIDUAL_MIN_SCALE_PX 0.05

/* The residual of a measured point p in px, and its derivatives:
 *
 *         r = n . (q - p)
 *
 * The ring has a point at p's angle on the board; q is the projection of that
 * point, and n the ring's outward unit normal in the picture at q. The
 * derivatives treat n as a constant. */
typedef struct crok_residual {
    double r;
    double jac[CROK_N_CAM + 1]; /* dr/d(camera unknowns), dr/d(radius) */
} crok_residual;

/* The deviations of a line from a circle are assumed to have one sign over
 * twice this many neighbouring points. This allows up to four full waves around
 * a ring of 240 points. Chosen by hand: with a smaller value the points of a
 * line that is not round get too much weight, with a larger one the priors do.
 */
#define CROK_RESIDUAL_CORRELATION_REACH 15

/* The residuals of n points. */
typedef struct crok_residuals {
    const crok_ring_point *points; /* borrowed */
    crok_residual *at; /* borrowed; room for n, in the order of points */
    int n;
} crok_residuals;

/* Compute the residual of the point p from the ring of this radius. */
crok_residual crok_residual_of(const crok_camera *cam, double radius,
                               crok_px p);

/* Compute the residuals all->at of all->points, each as crok_residual_of does.
 *
 *   radius  borrowed; indexed by the points' rings */
void crok_residuals_evaluate(const crok_camera *cam, const double *radius,
                             crok_residuals *all);

/* Robust scale of the residuals, 1 sd in px:
 *
 *         max(CROK_RESIDUAL_MIN_SCALE_PX, 1.4826 median |r|)
 *
 * The median is over the residuals with |r| < gate_px. If there are more than
 * 512 points, an even sample of at most 512 is used. */
double crok_residuals_scale_px(const crok_residuals *all, double gate_px);

/* The redundancy of the points: how many of them together carry the information
 * of one independent point, at least 1. It is
 *
 *         1 + 2 CROK_RESIDUAL_CORRELATION_REACH max(a, 0),
 *
 * where a is the correlation of the residuals of near neighbours on a ring.
 * Residuals with |r| >= cut_px are left out. */
double crok_residuals_redundancy(const crok_residuals *all, double cut_px);

#ifdef __cplusplus
}
#endif
#endif
