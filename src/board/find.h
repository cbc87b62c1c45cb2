/* SPDX-License-Identifier: Apache-2.0
 *
 * board/find.h: find the board in a picture, without calibration.
 *
 * Edges are found in a small copy, their normals vote for the rings' common
 * centre (vote.h), the rings are fitted (rings.h), the lines told from the
 * other rings (lines.h) and fitted in the picture given; a known model (same
 * ratios of lines) supplies ratios and scale, else the hole does.
 *
 * Frames   px: the full, upright picture, whatever reduction is given.
 * Room     board: uses core and cv.
 * Threads  every call may run in any thread on a picture of its own. */
#ifndef CROK_BOARD_FIND_H
#define CROK_BOARD_FIND_H

#include "board/board.h"
#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A picture that may be a reduction of a larger one. */
typedef struct crok_view {
    const crok_image *img; /* RGB, upright */
    double scale;          /* full pixels per pixel of img, >= 1 */
    int full_w_px, full_h_px;
    double focal_px; /* of the full picture, as EXIF says; 0 unknown */
} crok_view;

/* Find the board.
 *
 *   view  borrowed
 *   out   written only on CROK_OK
 *   err   may be NULL
 *
 * CROK_ENOBOARD  no board in the picture
 * CROK_ECUTOFF   a board, but too little of its outer line is in the picture
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_board_find(const crok_view *view,
                                          crok_board_pose *out, crok_err *err);

/* Fit again in another, larger reduction of the same picture.
 *
 *   pose  in: as crok_board_find gave it; changed only on CROK_OK
 *
 * Fails as crok_board_find. */
CROK_MUST_USE crok_status crok_board_refine(const crok_view *view,
                                            crok_board_pose *pose,
                                            crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
