/* SPDX-License-Identifier: Apache-2.0
 *
 * board/calibrate.h: a camera from pictures of a board: look at each picture,
 * then fit all of them together.
 *
 * Frames   px: the full, upright pictures; mm: board.
 * Room     board: uses core and cv.
 * Threads  every call in any thread, on pictures of its own.
 * Source   multiview.h for the fit, find.h for each picture. */
#ifndef CROK_BOARD_CALIBRATE_H
#define CROK_BOARD_CALIBRATE_H

#include "board/calibrate/multiview.h"
#include "board/find.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Beyond this relative sd the focal length is weakly determined: the height of
 * the camera is as uncertain, and with it how far a disc's top is shifted: at
 * 3 %, 0.1 mm at the outer line. */
#define CROK_WEAK_FOCAL_REL_SIGMA 0.03

/* A board seen in one picture. */
typedef struct crok_calib_observation {
    crok_board_pose pose;  /* as this picture alone tells it */
    double focal_px;       /* of the full picture, as EXIF says; 0 unknown */
    crok_lines_view lines; /* its points and their gate */
} crok_calib_observation;

/* Find the board and where its lines run.
 *
 *   view       borrowed
 *   origin_px  added to all px: where view->img begins in the full picture,
 *              0 or a part of a pixel (see crok_photo_scale)
 *   out        written only on CROK_OK
 *
 * Fails as crok_board_find. */
CROK_MUST_USE crok_status crok_calibrate_observe(const crok_view *view,
                                                 crok_px origin_px,
                                                 crok_calib_observation *out,
                                                 crok_err *err);

typedef struct crok_calibration {
    crok_board_pose pose; /* of the view asked for, with its uncertainty */
    double f_sigma_px;
    double rms_px[CROK_MAX_VIEWS]; /* of each view in the common fit */
    int n_points[CROK_MAX_VIEWS];  /* that fit */
    /* A view that fits by itself, but not with the others: another camera,
     * zoom, focus or board. */
    bool is_inconsistent[CROK_MAX_VIEWS];
} crok_calibration;

/* Fit the camera to 1 <= n <= CROK_MAX_VIEWS looks of it.
 *
 *   looks      borrowed
 *   pose_view  the look whose pose is wanted
 *   model      the board's, for its size; NULL: what most looks say
 *   out        written only on CROK_OK
 *   err        may be NULL
 *
 * CROK_EARG      pictures of different sizes; msg tells which
 * CROK_ENOBOARD  they do not determine the camera
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_calibrate(const crok_calib_observation *looks,
                                         int n, int pose_view,
                                         const crok_board *model,
                                         crok_calibration *out, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
