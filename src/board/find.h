/* SPDX-License-Identifier: Apache-2.0
 *
 * board/find.h: find the board in a picture, without calibration.
 *
 * The lines are searched for (search/search.h) and fitted in the picture given.
 * If the ratios of their radii are those of the tournament model, the model
 * gives the radii and the millimetre; otherwise the ratios are measured and the
 * hole's standard diameter gives the millimetre. If two boards are in the
 * picture, the larger one is reported.
 *
 * Frames   px: the full, upright picture, whatever reduction is given.
 * Room     board: uses core and cv.
 * Threads  every call may run in any thread on a picture of its own. */
#ifndef CROK_BOARD_FIND_H
#define CROK_BOARD_FIND_H

#include "board/board.h"
#include "board/search/view.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Find the board: its lines, the camera's pose and intrinsics, and the scale.
 *
 *   view  borrowed
 *   out   written only on CROK_OK
 *   err   may be NULL
 *
 * CROK_ENOBOARD  no board in the picture
 * CROK_ECUTOFF   a board, but less than 70 % of its outer line is in the
 *                picture
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_board_find(const crok_view *view,
                                          crok_board_pose *out, crok_err *err);

/* Fit a pose again in a larger reduction of the same picture, which resolves
 * the lines better.
 *
 *   view  borrowed
 *   pose  in: as crok_board_find gave it. Out: the new fit, changed only on
 *         CROK_OK; the scale too is estimated anew, from this picture alone
 *   err   may be NULL
 *
 * Fails as crok_board_find. */
CROK_MUST_USE crok_status crok_board_refine(const crok_view *view,
                                            crok_board_pose *pose,
                                            crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
