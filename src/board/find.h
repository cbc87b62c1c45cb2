/* SPDX-License-Identifier: Apache-2.0
 *
 * board/find.h: find the board in a picture, without calibration.
 *
 * The lines are searched for (search/search.h) and fitted in the given picture.
 * If the ratios of their radii are those of the tournament model, the model
 * gives the radii in mm. Otherwise the ratios are measured, and the standard
 * diameter of the hole gives the scale in mm. If two boards are in the picture,
 * the larger one is reported.
 *
 * Frames   px: results are in px of the full, upright picture, even if a
 *          reduced copy of it is given.
 * Room     board: uses core and cv.
 * Threads  every call may run in any thread on a picture of its own. */
#ifndef CROK_BOARD_FIND_H
#define CROK_BOARD_FIND_H

#include "board/board.h"
#include "board/search/view.h"

#ifdef __cplusplus
extern "C" {
#endif

/* From this angle on, rad, a board is seen from the side: where it was not
 * found, or its lines do not fit closely, a third search with a finer grid of
 * planes is made (26 degrees). */
#define CROK_OBLIQUE_RAD 0.454

/* Find the board: its lines, the camera's pose and intrinsics, and the scale.
 *
 *   view  borrowed
 *   out   written only on CROK_OK
 *   err   may be NULL
 *
 * CROK_ENOBOARD  no board is found in the picture, or one that is not
 *                view->known
 * CROK_ECUTOFF   a board is found, but less than 70 % of its outer line is in
 *                the picture
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_board_find(const crok_view *view,
                                          crok_board_pose *out, crok_err *err);

/* The largest angle at which discs are read, degrees: of the line of sight to
 * the board's centre to the board's normal, or of the optical axis if that is
 * smaller. Up to here bench_tilt finds nearly all boards; beyond it boards are
 * mistaken, discs hide each other, and an error of their thickness moves them
 * by more than a line's width. */
#define CROK_MAX_VIEW_DEG 50.0

/* Refuse a board that the camera sees too much from the side to read its discs.
 *
 *   cam  borrowed
 *   err  may be NULL
 *
 * CROK_ENOBOARD  the angle is beyond CROK_MAX_VIEW_DEG, and beyond the error
 *                with which it is measured */
CROK_MUST_USE crok_status crok_board_check_view(const crok_camera *cam,
                                                crok_err *err);

/* Fit a pose again in a larger copy of the same picture, which resolves the
 * lines better.
 *
 *   view  borrowed
 *   pose  in: the result of crok_board_find. Out: the new fit; changed only on
 *         CROK_OK. The scale is estimated again too, from this picture alone
 *   err   may be NULL
 *
 * Fails as crok_board_find. */
CROK_MUST_USE crok_status crok_board_refine(const crok_view *view,
                                            crok_board_pose *pose,
                                            crok_err *err);

/* Measure the cross-sections of the lines of a board whose place is known, as
 * crok_board_pose.section has them.
 *
 *   img    borrowed, RGB
 *   cam    borrowed; the camera of img
 *   board  borrowed: the lines' radii and width
 *   out    always written; `seen` is false where a line was not found */
void crok_board_sections(const crok_image *img, const crok_camera *cam,
                         const crok_board *board,
                         crok_section out[CROK_N_LINES]);

#ifdef __cplusplus
}
#endif
#endif
