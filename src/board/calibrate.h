/* SPDX-License-Identifier: Apache-2.0
 *
 * board/calibrate.h: calibrate a fixed camera from pictures of a board: measure
 * the lines in each picture, then fit one camera to all of them.
 *
 * Frames   px: the full, upright pictures; mm: board frame.
 * Room     board: uses core and cv.
 * Threads  any thread; no state is shared between calls.
 * Source   multiview.h for the fit, find.h for each picture. */
#ifndef CROK_BOARD_CALIBRATE_H
#define CROK_BOARD_CALIBRATE_H

#include "board/calibrate/multiview.h"
#include "board/find.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The focal length counts as weakly determined if its relative standard
 * deviation is above this. The relative standard deviation of the camera's
 * height is then as large, and so is that of the displacement of a disc's top
 * face,
 *
 *         h rho / (Z - h),
 *
 * with h the disc's height, rho its distance from the centre and Z the camera's
 * height. 3 % of this displacement is about 0.1 mm at the outer line
 * (h = 9.5 mm, rho = 300 mm, Z = 1 m). */
#define CROK_WEAK_FOCAL_REL_SIGMA 0.03

/* What was measured of a board in one picture. */
typedef struct crok_calib_observation {
    crok_board_pose pose;  /* estimated from this picture alone */
    double focal_px;       /* of the full picture, from EXIF; 0: unknown */
    crok_lines_view lines; /* only its points and gate are set */
} crok_calib_observation;

/* Find the board in a picture and trace its lines.
 *
 *   view       borrowed
 *   origin_px  the position of view->img in the full picture, 0 or a fraction
 *              of a pixel (see crok_photo_scale). It is added to all px
 *              coordinates of the result
 *   out        written only on CROK_OK
 *
 * Fails as crok_board_find. */
CROK_MUST_USE crok_status crok_calibrate_observe(const crok_view *view,
                                                 crok_px origin_px,
                                                 crok_calib_observation *out,
                                                 crok_err *err);

typedef struct crok_calibration {
    crok_board_pose pose; /* of the view pose_view, with its uncertainty */
    double f_sigma_px;    /* 1 sd of the focal length */
    double rms_px[CROK_MAX_VIEWS]; /* rms residual of each view's inliers */
    int n_points[CROK_MAX_VIEWS];  /* number of inliers of each view */
    /* the view's own fit is good, but the common fit of this view is not. It
     * then shows another camera, zoom, focus or board */
    bool is_inconsistent[CROK_MAX_VIEWS];
} crok_calibration;

/* Fit one camera to 1 <= n <= CROK_MAX_VIEWS observations.
 *
 *   obs        borrowed, n elements
 *   pose_view  index of the observation whose pose is returned
 *   model      borrowed; gives the size of the board. If it is NULL, the size
 *              is that of the tournament board if more than half of the
 *              observations recognised it, and otherwise the mean of the
 *              measured sizes
 *   out        written only on CROK_OK
 *   err        may be NULL
 *
 * CROK_EARG      pictures of different sizes; msg says which
 * CROK_ENOBOARD  the points do not determine the camera
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_calibrate(const crok_calib_observation *obs,
                                         int n, int pose_view,
                                         const crok_board *model,
                                         crok_calibration *out, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
