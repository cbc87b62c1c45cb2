/* SPDX-License-Identifier: Apache-2.0
 *
 * board/calibrate/multiview.h: estimate one camera from several views of one
 * board, by robust least squares with priors (bundle adjustment).
 *
 * All views share the focal length, the principal point, the distortion and the
 * radii of the lines; each view has a pose of its own. A single view determines
 * the focal length only through its perspective; views with different tilts
 * determine it well.
 *
 * Lines are not perfect circles. If different views have the same residuals at
 * the same places of the board, these residuals show the board's shape.
 * Averaging over more views does not remove them, so the weights of the points
 * are reduced.
 *
 * Frames   px of the full pictures, all of one size; on the board mm or any
 *          other unit, which the radius of the outer line sets.
 * Room     board.
 * Threads  any thread; no state is shared between calls.
 * Source   Triggs et al. 2000 for bundle adjustment; fit.h for the robust loss
 *          and the scale of the residuals. */
#ifndef CROK_BOARD_CALIBRATE_MULTIVIEW_H
#define CROK_BOARD_CALIBRATE_MULTIVIEW_H

#include "board/board.h"
#include "board/fit/fit.h"
#include "board/fit/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Maximum number of views of one fit. Each view has 6 unknowns and 6 are shared
 * by all views; their sum must not exceed CROK_LSQ_MAX. Chosen by hand: more
 * views reduce the error very little. */
#define CROK_MAX_VIEWS 12

/* Maximum number of traced points in one view: three lines, each traced at
 * CROK_TRACE_ANGLES angles. */
#define CROK_VIEW_MAX_POINTS (CROK_N_LINES * CROK_TRACE_ANGLES)

typedef struct crok_lines_view {
    int n;
    crok_ring_point point[CROK_VIEW_MAX_POINTS]; /* ring: a crok_line; points
                                                    that are neighbours on a
                                                    line follow each other */
    double gate_px; /* points farther than this from their line have weight 0 */
    crok_camera cam; /* in: initial value; out: the result */
    double rms_px;   /* out: of the inliers' residuals */
    int n_inliers;   /* out: points whose residual is at most 3 times the
                         scale of the residuals */
} crok_lines_view;

typedef struct crok_multiview {
    int n_views;
    crok_lines_view view[CROK_MAX_VIEWS];
    double radius[CROK_N_LINES];       /* in: initial values; out: the
                                          result; the outer one stays */
    double radius_sigma[CROK_N_LINES]; /* out: 1 sd; outer one: not set */
    double rms_px;                     /* out: of all views' inliers */
    double f_sigma_px;                 /* out: 1 sd */
    double c_sigma_px[2], k1_sigma;    /* out: 1 sd of (cx, cy) and of k1 */
    /* out: information matrix (inverse covariance) of one view's pose, the lens
     * and the radii of the middle and the inner line, in the order of
     * crok_board_pose.info */
    double info[CROK_POSE_UNKNOWNS * CROK_POSE_UNKNOWNS];
} crok_multiview;

/* Fit all views together.
 *
 *   prior      borrowed; radius[] has the unit of fit->radius. `correlated` and
 *              `max_iterations` are ignored
 *   info_view  index of the view whose pose fit->info describes
 *   fit        in: n_views, the radii, and each view's points, gate and camera;
 *              changed only on CROK_OK
 *   err        may be NULL
 *
 * CROK_ENOBOARD  the points do not determine the camera
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_multiview_fit(const crok_fit_prior *prior,
                                             int info_view, crok_multiview *fit,
                                             crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
