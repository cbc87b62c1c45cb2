/* SPDX-License-Identifier: Apache-2.0
 *
 * board/fit/fit.h: estimate the camera and the rings' radii from points on the
 * rings, by robust least squares with priors.
 *
 * Unknowns: the camera's (camera.h) and the radius of each ring but ring 0,
 * whose radius is the unit of length. Rings do not determine the rotation about
 * the board's normal; a prior keeps it near its start. The cost is
 *
 *         sum_i rho(r_i / s) + sum_k ((x_k - prior_k) / sigma_k)^2
 *
 * with r_i the distance in the picture from a point to its ring along the
 * ring's normal (residuals.h), s the robust scale of the residuals, and rho
 * Tukey's biweight. It is minimised by iteratively reweighted least squares: in
 * each iteration the scale and the weights are computed from the residuals,
 * then one Gauss-Newton step is taken. The scale starts wide and narrows
 * (graduated non-convexity), so that a ring that fits early does not turn the
 * points of the others into outliers.
 *
 * Frames   px of the picture that the camera belongs to; board mm, or any other
 *          unit: ring 0 fixes it.
 * Room     board.
 * Source   Triggs et al. 2000 for bundle adjustment; Blake and Zisserman 1987
 *          for graduated non-convexity; Holland and Welsch 1977 for iteratively
 *          reweighted least squares and Tukey's constant. */
#ifndef CROK_BOARD_FIT_FIT_H
#define CROK_BOARD_FIT_FIT_H

#include <stdbool.h>

#include "board/camera.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_MAX_RINGS 8
#define CROK_FIT_UNKNOWNS (CROK_N_CAM + CROK_MAX_RINGS - 1)

/* Largest number of points of one fit. */
#define CROK_FIT_MAX_POINTS 2400

/* A point measured on a ring. */
typedef struct crok_ring_point {
    crok_px at;
    int ring; /* index of the ring, 0 <= ring < n_rings */
} crok_ring_point;

/* Gaussian priors: a value and 1 sd of each unknown. */
typedef struct crok_fit_prior {
    double f_px, f_rel_sigma;
    double cx_px, cy_px, c_sigma_px; /* principal point */
    double k1, k1_sigma;
    double radius[CROK_MAX_RINGS]; /* 0: unknown (in a fit of one view) */
    double radius_rel_sigma;       /* relative; 0: all radii are unknown */
    bool correlated;               /* see crok_ring_fit_refine */
    int max_iterations;            /* 0: until convergence, at most 15 */
} crok_fit_prior;

typedef struct crok_ring_fit {
    crok_camera cam;
    int n_rings;
    double radius[CROK_MAX_RINGS];
    double radius_sigma[CROK_MAX_RINGS]; /* 1 sd; ring 0's is unchanged */
    double rms_px;                       /* of the inliers' residuals */
    int n_inliers;                       /* residuals within 3 scales */
    double chi2;        /* weighted sum of squares of r_i / noise_px */
    double noise_px;    /* 1 sd of a point, if all points were independent */
    double f_rel_sigma; /* posterior 1 sd of f_px, relative */
    int n_unknowns;     /* CROK_N_CAM + n_rings - 1 */
    /* information matrix (inverse covariance) of the camera's unknowns,
     * followed by the radii of rings 1.., priors included; row-major,
     * n_unknowns square */
    double info[CROK_FIT_UNKNOWNS * CROK_FIT_UNKNOWNS];
} crok_ring_fit;

/* Fit camera and radii to n points, starting from *fit.
 *
 * Lines are not perfect circles, and lenses do not follow the model exactly.
 * The residuals of neighbouring points are then correlated, and n points carry
 * the information of fewer (Bayley and Hammersley 1946). If prior->correlated
 * is set, the weights are divided by that redundancy in every iteration, so
 * that such errors do not outvote the priors. A poor start causes correlated
 * residuals too, so the flag is for starts that are close.
 *
 *   points   borrowed; neighbours on a ring are neighbours in the array;
 *            n <= CROK_FIT_MAX_POINTS
 *   prior    borrowed
 *   gate_px  points farther than this from their ring have weight 0
 *   fit      in: cam, n_rings, radius; changed only on success
 *
 * False if the points do not determine the camera: fewer inliers than twice the
 * unknowns, a singular matrix, or a step to an impossible camera. */
CROK_MUST_USE bool crok_ring_fit_refine(const crok_ring_point *points, int n,
                                        const crok_fit_prior *prior,
                                        double gate_px, crok_ring_fit *fit);

/* Repeat a fit that is close to its solution, as crok_ring_fit_refine leaves
 * it, with a better estimate of the redundancy.
 *
 * If a wrong prior holds the camera off the truth, the residuals are
 * correlated, which reduces the points' weights, which lets the prior hold the
 * camera. To
 * break that circle, a few iterations with redundancy 1 give the points their
 * full weight; the correlation that remains is due to lines and lens, which no
 * camera explains. With the redundancy computed from it and then kept fixed,
 * the fit is repeated from *fit. prior->correlated is ignored.
 *
 * Arguments and result as for crok_ring_fit_refine. */
CROK_MUST_USE bool crok_ring_fit_finish(const crok_ring_point *points, int n,
                                        const crok_fit_prior *prior,
                                        double gate_px, crok_ring_fit *fit);

/* One of the two functions above. */
typedef bool (*crok_ring_fitter)(const crok_ring_point *points, int n,
                                 const crok_fit_prior *prior, double gate_px,
                                 crok_ring_fit *fit);

/* The distance in px from p to the ring of this radius about the board's
 * centre, along the ring's normal in the picture; positive outside the ring.
 *
 *   angle_rad  out, may be NULL: the angle of p on the board, (-pi, pi] */
double crok_ring_distance_px(const crok_camera *cam, double radius, crok_px p,
                             double *angle_rad);

#ifdef __cplusplus
}
#endif
#endif
