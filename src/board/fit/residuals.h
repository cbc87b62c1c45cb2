/* SPDX-License-Identifier: Apache-2.0
 *
 * board/fit/residuals.h: points on rings as equations: how far each is from its
 * ring, how that moves with the camera and the radius, and how far such
 * residuals can be trusted. What the fits of one view (fit.h) and of several
 * (multiview.h) share; private to this room.
 *
 * Frames   px of the picture that the camera belongs to; board mm, or any
 *          other unit.
 * Room     board.
 * Threads  values only; any thread.
 * Source   Bayley and Hammersley 1946 for the worth of residuals that go
 *          together. */
#ifndef CROK_BOARD_FIT_RESIDUALS_H
#define CROK_BOARD_FIT_RESIDUALS_H

#include "board/fit/fit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Residuals' scale is never taken to be smaller: 1 sd of a point, px. */
#define CROK_RESIDUAL_MIN_SCALE_PX 0.05
/* Tukey's constant, in sd. */
#define CROK_TUKEY_CUT 4.685

/* A point's residual r = n . (q - p), q the ring's point at p's angle, n the
 * ring's normal in the picture, with the derivatives by all unknowns. */
typedef struct crok_residual {
    double r;
    double jac[CROK_N_CAM + 1]; /* camera, then the ring's radius */
} crok_residual;

/* What a ring's own shape does to residuals keeps up over 2 of these
 * neighbours: with 240 points on a ring, shapes of up to eight waves. */
#define CROK_RESIDUAL_CORRELATION_REACH 15

/* The residuals of n points. */
typedef struct crok_residuals {
    const crok_ring_point *points; /* borrowed */
    crok_residual *at;             /* one a point; the caller's */
    int n;
} crok_residuals;

crok_residual crok_residual_of(const crok_camera *cam, double radius,
                               crok_px p);

/* Fills rows->at; radius[] by the points' rings. */
void crok_residuals_evaluate(const crok_camera *cam, const double *radius,
                             crok_residuals *rows);

/* The scale of the residuals below gate_px, as 1 sd: robust. */
double crok_residuals_scale_px(const crok_residuals *rows, double gate_px);

/* How many points count as one, >= 1: residuals of neighbours on a ring go
 * together where the ring is no perfect circle: 1 + 2
 * CROK_RESIDUAL_CORRELATION_REACH a, a their correlation. Residuals beyond
 * cut_px are left out. */
double crok_residuals_redundancy(const crok_residuals *rows, double cut_px);

#ifdef __cplusplus
}
#endif
#endif
