/* SPDX-License-Identifier: Apache-2.0
 *
 * board/calib.h: read and write the calibration file of a fixed camera:
 * intrinsics, pose, and the board under it.
 *
 *   {"schema": "crokeye.calib/1", "width": 1920, "height": 1080,
 *    "camera": {"f_px": 1300.1, "cx_px": 960.2, "cy_px": 540.7, "k1": 0.02},
 *    "pose": {"rotation": [9 numbers, row by row, board to camera],
 *             "t_mm": [x, y, z]},
 *    "board": {"model": "tournament",
 *              "lines_mm": {"outer": 304.8, "middle": 203.2, "inner": 101.6,
 *                           "width": 1.6},
 *              "hole_mm": 17.46, "hole_depth_mm": 9.5,
 *              "disc_mm": 15.88, "disc_height_mm": 9.5},
 *    "rms_px": 0.2,
 *
 *    "sigma": {"f_px": 8.1, "cx_px": 2.0, "cy_px": 2.1, "k1": 0.003,
 *              "height_rel": 0.006,
 *              "lines_mm": {"outer": 0, "middle": 0.1, "inner": 0.1,
 *                           "width": 0.4}},
 *    "information": [78 numbers],
 *    "date": "2026-11-21T14:00:00Z", "pose_view": 2,
 *    "views": [{"source": "a.jpg", "points": 712, "rms_px": 0.2,
 *               "tilt_deg": 21.5}, ...]}
 *
 * All sizes of circles are radii, as in crokeye.score/1. Camera and pose have
 * the meaning of board/camera.h. All members after rms_px are optional:
 *
 *   sigma        standard deviation of each value. The reader uses lines_mm
 *                and height_rel, which is the standard deviation of the
 *                camera's height divided by that height. The other values are
 *                information for people.
 *   information  lower triangle of crok_board_pose.info, row by row. The reader
 *                uses it. The numbers have 15 digits, because a matrix of
 *                rounded numbers may not be positive definite.
 *   date, views, pose_view
 *                when and from which pictures the file was made, and the number
 *                of the view that the pose belongs to (1 is the first). They
 *                are information for people.
 *
 * Room     board: uses core.
 * Threads  values only; any thread. */
#ifndef CROK_BOARD_CALIB_H
#define CROK_BOARD_CALIB_H

#include <stddef.h>

#include "board/board.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Read a calibration from JSON.
 *
 *   text   borrowed, len bytes
 *   where  borrowed; names the document in messages
 *   out    written only on CROK_OK; its scale is CROK_SCALE_CALIB;
 *          uncertainties that are missing are 0
 *   err    may be NULL
 *
 * CROK_EFORMAT    a field is missing, mistyped or out of range: msg names it
 * CROK_ETOOLARGE  len is over CROK_JSON_MAX_BYTES */
CROK_MUST_USE crok_status crok_calib_parse(const char *text, size_t len,
                                           const char *where,
                                           crok_board_pose *out, crok_err *err);

/* Read a calibration from the file at `path`. Fails as crok_calib_parse, and
 * with CROK_EIO if the file cannot be read, CROK_ENOMEM if memory runs out. */
CROK_MUST_USE crok_status crok_calib_load(const char *path,
                                          crok_board_pose *out, crok_err *err);

/* One picture from which a calibration was made. */
typedef struct crok_calib_view {
    const char *source; /* the picture's name; kept */
    int n_points;       /* number of inliers on the lines */
    double rms_px;      /* reprojection error of the inliers */
    double tilt_rad;    /* angle from the optical axis to the board's normal */
} crok_calib_view;

/* How a calibration was made. */
typedef struct crok_calib_notes {
    const char *date; /* RFC 3339; kept */
    int pose_view;    /* index of the view that the pose belongs to, from 0 */
    int n_views;
    const crok_calib_view *view; /* n_views elements; kept */
} crok_calib_notes;

/* Write a pose as a JSON document.
 *
 *   pose   borrowed
 *   notes  borrowed; if NULL, the document has no date and no views
 *
 * Returned: free with free(). NULL if memory runs out. */
char *crok_calib_to_json(const crok_board_pose *pose,
                         const crok_calib_notes *notes);

#ifdef __cplusplus
}
#endif
#endif
