/* SPDX-License-Identifier: Apache-2.0
 *
 * board/fit/fit.h: the camera and the rings' radii from points on the rings, by
 * robust least squares with priors.
 *
 * Unknowns: the camera's (camera.h) and one radius a ring. Ring 0's radius is
 * the unit and stays; the rotation about the board's normal cannot be seen on
 * rings and stays near its start. The distance in the picture between a point
 * and its ring, along the ring's normal there, is minimised.
 *
 * Frames   px of the picture that the camera belongs to; board mm (or any
 *          other unit: ring 0 fixes it).
 * Room     board.
 * Source   Triggs et al. 2000 for the adjustment; Blake and Zisserman 1987 for
 *          the narrowing scale; Holland and Welsch 1977 for
 *          the weights. */
#ifndef CROK_BOARD_FIT_FIT_H
#define CROK_BOARD_FIT_FIT_H

#include <stdbool.h>

#include "board/camera.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_MAX_RINGS 8
#define CROK_FIT_UNKNOWNS (CROK_N_CAM + CROK_MAX_RINGS - 1)

/* The most points of one fit. */
#define CROK_FIT_MAX_POINTS 2400

typedef struct crok_ring_point {
    crok_px at;
    int ring;
} crok_ring_point;

/* What is known beforehand: values and one standard deviation each. */
typedef struct crok_fit_prior {
    double f_px, f_rel_sigma;
    double cx_px, cy_px, c_sigma_px; /* principal point */
    double k1, k1_sigma;
    double radius[CROK_MAX_RINGS]; /* 0: not known, in a fit of one view */
    double radius_rel_sigma;       /* 0: none of them is */
    bool correlated;               /* see crok_ring_fit_refine */
    int max_iterations;            /* 0: as many as it takes to settle */
} crok_fit_prior;

typedef struct crok_ring_fit {
    crok_camera cam;
    int n_rings;
    double radius[CROK_MAX_RINGS];
    double radius_sigma[CROK_MAX_RINGS]; /* 0 for ring 0 */
    double rms_px;                       /* of the inliers */
    int n_inliers;
    double chi2;        /* of the points, at the noise that the fit found */
    double noise_px;    /* that noise: 1 sd of one point, as if independent */
    double f_rel_sigma; /* afterwards */
    int n_unknowns;     /* CROK_N_CAM + n_rings - 1 */
    /* information (inverse covariance) of the camera's unknowns and then of the
     * radii of rings 1.., priors included; row-major n_unknowns square */
    double info[CROK_FIT_UNKNOWNS * CROK_FIT_UNKNOWNS];
} crok_ring_fit;

/* Improve *fit (its camera and radii are the start) on n points.
 *
 * A board's lines are not perfect circles and lenses are not perfect either:
 * residuals of neighbours then go together, and n points are worth fewer
 * (Bayley and Hammersley 1946). The weights are reduced accordingly, so that
 * such errors do not outvote the prior; only where prior->correlated says so,
 * since a start that is off looks alike.
 *
 *   points      borrowed; neighbours on a ring stand side by side; n at most
 *               CROK_FIT_MAX_POINTS
 *   gate_px     points farther from their ring than this have no weight
 *   fit         changed only on success
 *
 * False where the points do not determine the camera. */
CROK_MUST_USE bool crok_ring_fit_refine(const crok_ring_point *points, int n,
                                        const crok_fit_prior *prior,
                                        double gate_px, crok_ring_fit *fit);

/* Improve a fit whose start was right, as crok_ring_fit_refine leaves it.
 *
 * A camera that its prior holds where it is not leaves residuals that go
 * together, these make its points count for less, and so it is held: how far
 * residuals go together is told here from those that no camera explains.
 * Otherwise as crok_ring_fit_refine, always as if correlated. */
CROK_MUST_USE bool crok_ring_fit_finish(const crok_ring_point *points, int n,
                                        const crok_fit_prior *prior,
                                        double gate_px, crok_ring_fit *fit);

/* Either of them. */
typedef bool (*crok_ring_fitter)(const crok_ring_point *points, int n,
                                 const crok_fit_prior *prior, double gate_px,
                                 crok_ring_fit *fit);

/* The distance in the picture from p to the ring of this radius about the
 * board's centre, positive outside; and, if not NULL, where on the ring the
 * nearest point lies. */
double crok_ring_distance_px(const crok_camera *cam, double radius, crok_px p,
                             double *angle_rad);

#ifdef __cplusplus
}
#endif
#endif
