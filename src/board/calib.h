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
 *    "rms_px": 0.2}
 *
 * Radii, as in crokeye.score/1. Camera and pose are those of board/camera.h.
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
 *   out  written only on CROK_OK; its scale is CROK_SCALE_CALIB and it knows no
 *        uncertainty of its own
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

/* The document of a pose. Returned: free with free(). NULL where there is no
 * memory. */
char *crok_calib_to_json(const crok_board_pose *pose);

#ifdef __cplusplus
}
#endif
#endif
