/* SPDX-License-Identifier: Apache-2.0
 *
 * board/find.h: find the board in a picture, without calibration.
 *
 * The lines are searched for (search.h) and fitted in the picture given; a
 * known model (same ratios of lines) supplies ratios and scale, else the hole
 * does. Of two boards the larger one is meant.
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
 *   pose  in: as crok_board_find gave it; changed only on CROK_OK. Its scale
 *         is told anew, from this picture alone
 *
 * Fails as crok_board_find. */
CROK_MUST_USE crok_status crok_board_refine(const crok_view *view,
                                            crok_board_pose *pose,
                                            crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
