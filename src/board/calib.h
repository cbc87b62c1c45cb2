/* SPDX-License-Identifier: Apache-2.0
 *
 * board/calib.h: a fixed camera's calibration as a file: intrinsics, pose and
 * the board under it.
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
 * Radii, as in crokeye.score/1. Camera and pose are those of board/camera.h.
 * What stands behind rms_px is optional. sigma: 1 sd of each; height_rel, of
 * the camera's height, and lines_mm are read, the others are for people.
 * information: the lower triangle, row by row, of crok_board_pose.info; read.
 * With 15 digits: rounded, it would not stay positive definite. The views
 * that the calibration was made from, the one that the pose is of (1 is the
 * first) and the date are for people too.
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

/* Read a calibration from len bytes of JSON. `where` names it in messages.
 *
 *   out  written only on CROK_OK; its scale is CROK_SCALE_CALIB; what it does
 *        not know of its uncertainty is 0
 *   err  may be NULL
 *
 * CROK_EFORMAT    a field is missing, mistyped or out of range: msg names it
 * CROK_ETOOLARGE  as crok_json_parse */
CROK_MUST_USE crok_status crok_calib_parse(const char *text, size_t len,
                                           const char *where,
                                           crok_board_pose *out, crok_err *err);

/* The same from a file; and CROK_EIO, CROK_ENOMEM. */
CROK_MUST_USE crok_status crok_calib_load(const char *path,
                                          crok_board_pose *out, crok_err *err);

/* One picture that a calibration was made from. */
typedef struct crok_calib_view {
    const char *source; /* where it came from; kept */
    int n_points;       /* of the lines, that fit */
    double rms_px;      /* how well */
    double tilt_rad;
} crok_calib_view;

/* How a calibration was made. */
typedef struct crok_calib_notes {
    const char *date; /* RFC 3339, the caller's; kept */
    int pose_view;    /* the view that the pose is of: 0 is the first */
    int n_views;
    const crok_calib_view *view; /* kept */
} crok_calib_notes;

/* The document of a pose; notes may be NULL. Returned: free with free(). NULL
 * where there is no memory. */
char *crok_calib_to_json(const crok_board_pose *pose,
                         const crok_calib_notes *notes);

#ifdef __cplusplus
}
#endif
#endif
