/* SPDX-License-Identifier: Apache-2.0
 *
 * board/fit/residuals.h: residuals of points on rings with their Jacobian,
 * their robust scale, and the redundancy of correlated residuals. The fits of
 * one view (fit.h) and of several (multiview.h) share it; private to this room.
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

/* Smallest scale of residuals, 1 sd of a point in px. Chosen by hand: it keeps
 * the weights finite on points without noise. Larger: a sharp picture's small
 * errors are no outliers. */
#define CROK_RESIDUAL_MIN_SCALE_PX 0.05
/* Cut-off of Tukey's biweight in sd, for 95 % efficiency on Gaussian residuals
 * (Holland and Welsch 1977). Residuals beyond it have weight 0. */
#define CROK_TUKEY_CUT 4.685

/* A point's residual r = n . (q - p) in px, with q the projection of the ring's
 * point at p's angle on the board, and n the ring's outward unit normal in the
 * picture at q; and its derivatives, for which n is held constant. */
typedef struct crok_residual {
    double r;
    double jac[CROK_N_CAM + 1]; /* dr/d(camera), then dr/d(radius) */
} crok_residual;

/* Deviations of a line from a circle are assumed to keep their sign over twice
 * this many neighbouring points: with 240 points on a ring, up to eight waves
 * round it. Chosen by hand: smaller trusts lines that are not round too much,
 * larger gives the priors too much weight. */
#define CROK_RESIDUAL_CORRELATION_REACH 15

/* The residuals of n points. */
typedef struct crok_residuals {
    const crok_ring_point *points; /* borrowed */
    crok_residual *at; /* borrowed; room for n, in the order of points */
    int n;
} crok_residuals;

/* The residual of the point p to the ring of this radius. */
crok_residual crok_residual_of(const crok_camera *cam, double radius,
                               crok_px p);

/* Compute all->at from all->points, as crok_residual_of.
 *
 *   radius  borrowed; indexed by the points' rings */
void crok_residuals_evaluate(const crok_camera *cam, const double *radius,
                             crok_residuals *all);

/* Robust scale of the residuals, 1 sd in px:
 * max(CROK_RESIDUAL_MIN_SCALE_PX, 1.4826 median |r|), over the residuals with
 * |r| < gate_px; of many points about 512 are sampled. */
double crok_residuals_scale_px(const crok_residuals *all, double gate_px);

/* The redundancy of the points: how many of them carry the information of one
 * independent point, >= 1. With a the correlation of residuals of near
 * neighbours on a ring, it is 1 + 2 CROK_RESIDUAL_CORRELATION_REACH max(a, 0).
 * Residuals beyond cut_px are left out. */
double crok_residuals_redundancy(const crok_residuals *all, double cut_px);

#ifdef __cplusplus
}
#endif
#endif
