/* SPDX-License-Identifier: Apache-2.0
 *
 * board/fit/fit.h: estimate the camera and the rings' radii from points on the
 * rings, by robust least squares with priors.
 *
 * The unknowns are those of the camera (camera.h) and the radius of each ring
 * except ring 0, whose radius is the unit of length. Rings do not determine the
 * rotation about the board's normal, so a prior keeps it near its initial
 * value. The cost is
 *
 *         sum_i rho(r_i / s) + sum_k ((x_k - prior_k) / sigma_k)^2
 *
 * where r_i is the distance in the picture from point i to its ring along the
 * ring's normal (residuals.h), s is the robust scale of the residuals, and rho
 * is Tukey's biweight loss. x_k is the value of unknown k. The cost is
 * minimised by iteratively reweighted least squares: in each iteration the
 * scale and the weights are computed from the residuals, then one Gauss-Newton
 * step is taken. The scale starts large and shrinks (graduated non-convexity).
 * Otherwise, a ring that fits early would make the points of the other rings
 * outliers.
 *
 * Frames   px of the picture that the camera belongs to; on the board mm or any
 *          other unit, which the radius of ring 0 sets.
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

/* Gaussian priors: the expected value and the standard deviation of each
 * unknown. */
typedef struct crok_fit_prior {
    double f_px, f_rel_sigma;
    double cx_px, cy_px, c_sigma_px; /* principal point */
    double k1, k1_sigma;
    double radius[CROK_MAX_RINGS]; /* 0: no prior (in a fit of one view) */
    double radius_rel_sigma;       /* relative; 0: no radius has a prior */
    bool correlated;    /* reduce weights, see crok_ring_fit_refine */
    int max_iterations; /* 0: until convergence, at most 15 */
} crok_fit_prior;

typedef struct crok_ring_fit {
    crok_camera cam;
    int n_rings;
    double radius[CROK_MAX_RINGS];
    double radius_sigma[CROK_MAX_RINGS]; /* 1 sd; not set for ring 0 */
    double rms_px;                       /* of the inliers' residuals */
    int n_inliers;                       /* number of residuals up to 3 s */
    double chi2;        /* sum over the points of weight * (r_i / noise_px)^2 */
    double noise_px;    /* s * sqrt(redundancy): 1 sd of a point, if all points
                           counted as independent */
    double f_rel_sigma; /* posterior 1 sd of f_px / f_px */
    int n_unknowns;     /* CROK_N_CAM + n_rings - 1 */
    /* information matrix (inverse covariance) of the camera's unknowns,
     * followed by the radii of the rings from 1 on. It includes the priors. It
     * is row-major and n_unknowns square */
    double info[CROK_FIT_UNKNOWNS * CROK_FIT_UNKNOWNS];
} crok_ring_fit;

/* Fit camera and radii to n points, starting from *fit.
 *
 * Lines are not perfect circles, and lenses do not follow the model exactly.
 * Both make the residuals of neighbouring points correlated. Then n points
 * carry the information of fewer independent points (Bayley and Hammersley
 * 1946). If prior->correlated is set, each iteration divides the weights by
 * this redundancy (residuals.h), so that such errors do not outweigh the
 * priors. A poor initial value causes correlated residuals too, so set the flag
 * only if the initial values are close to the solution.
 *
 *   points   borrowed; points that are neighbours on a ring must be neighbours
 *            in the array; n <= CROK_FIT_MAX_POINTS
 *   prior    borrowed
 *   gate_px  points farther than this from their ring have weight 0
 *   fit      in: initial values in cam, n_rings and radius; changed only if
 *            the function returns true
 *
 * Returns false if the points do not determine the camera: there are fewer
 * points of positive weight than twice the number of unknowns, the normal
 * matrix is singular, or a step leads to an impossible camera. */
CROK_MUST_USE bool crok_ring_fit_refine(const crok_ring_point *points, int n,
                                        const crok_fit_prior *prior,
                                        double gate_px, crok_ring_fit *fit);

/* Repeat a fit with a better estimate of the redundancy. *fit must be close to
 * the solution, like a result of crok_ring_fit_refine.
 *
 * A wrong prior can pull the camera away from the truth. The residuals are then
 * correlated. That reduces the weights of the points, and so the prior keeps
 * its hold on the camera. To avoid this, a few iterations first run with
 * redundancy 1, which gives the points their full weight. The correlation that
 * remains comes from the lines and the lens, and no camera explains it. The
 * redundancy is computed from it and kept fixed, and the fit is repeated from
 * *fit. It may end in the wrong one of two minima: seen from almost straight
 * above, a short focal length with strong distortion and a long one with weak
 * distortion make nearly the same rings. So if the free iterations ended at
 * another focal length, the fit is repeated from there too, and the better one
 * of both is the result. prior->correlated is ignored.
 *
 * Arguments and result as for crok_ring_fit_refine. */
CROK_MUST_USE bool crok_ring_fit_finish(const crok_ring_point *points, int n,
                                        const crok_fit_prior *prior,
                                        double gate_px, crok_ring_fit *fit);

/* A pointer to crok_ring_fit_refine or to crok_ring_fit_finish. */
typedef bool (*crok_ring_fitter)(const crok_ring_point *points, int n,
                                 const crok_fit_prior *prior, double gate_px,
                                 crok_ring_fit *fit);

/* Return the distance in px from p to the ring of this radius around the
 * board's centre. It is measured along the ring's normal in the picture, and
 * positive if p is outside the ring.
 *
 *   angle_rad  out, may be NULL: the angle of p on the board, (-pi, pi] */
double crok_ring_distance_px(const crok_camera *cam, double radius, crok_px p,
                             double *angle_rad);

#ifdef __cplusplus
}
#endif
#endif
