/* SPDX-License-Identifier: Apache-2.0
 *
 * board/calibrate/multiview.h: one camera from several pictures of one board,
 * by robust least squares with priors.
 *
 * The focal length, the principal point and the distortion are the camera's,
 * the lines' radii the board's: all views share them. Each view has a pose of
 * its own. A single view tells the focal length only through its perspective;
 * views that are tilted differently fix it.
 *
 * Lines are no perfect circles. Where the views' residuals at the same places
 * of the board agree, that is the board's shape: more views of it do not make
 * it known better, and the weights are reduced accordingly.
 *
 * Frames   px of the full pictures, all of one size; board mm (or any other
 *          unit: the outer line fixes it).
 * Room     board.
 * Threads  any thread, fits of its own.
 * Source   Triggs et al. 2000 for the adjustment; fit.h for the weights. */
#ifndef CROK_BOARD_CALIBRATE_MULTIVIEW_H
#define CROK_BOARD_CALIBRATE_MULTIVIEW_H

#include "board/board.h"
#include "board/fit/fit.h"
#include "board/fit/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

/* More views tell hardly more; their unknowns fit into crok_lsq. */
#define CROK_MAX_VIEWS 12

/* Points of one view: the three lines at every angle. */
#define CROK_VIEW_MAX_POINTS (CROK_N_LINES * CROK_TRACE_ANGLES)

typedef struct crok_lines_view {
    int n;
    crok_ring_point point[CROK_VIEW_MAX_POINTS]; /* ring: a crok_line;
                                                    neighbours side by side */
    double gate_px;  /* points farther from their line have no weight */
    crok_camera cam; /* in: a start; out: the result */
    double rms_px;   /* out: of the inliers */
    int n_inliers;   /* out */
} crok_lines_view;

typedef struct crok_multiview {
    int n_views;
    crok_lines_view view[CROK_MAX_VIEWS];
    double radius[CROK_N_LINES];       /* in: a start; the outer one stays */
    double radius_sigma[CROK_N_LINES]; /* out; 0 for the outer one */
    double rms_px;                     /* out: of all inliers */
    double f_sigma_px;                 /* out: 1 sd */
    double c_sigma_px[2], k1_sigma;    /* out: of the principal point, of k1 */
    /* out: information (inverse covariance) of the unknowns of one view and
     * the radii, in the order of crok_board_pose.info */
    double info[CROK_POSE_UNKNOWNS * CROK_POSE_UNKNOWNS];
} crok_multiview;

/* Fit all views together.
 *
 *   prior      borrowed; its radii in the unit of fit->radius
 *   info_view  the view that info is of
 *   fit        changed only on CROK_OK
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
