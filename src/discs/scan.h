/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/scan.h: a picture in, an observation out: finds the board and the
 * discs on it. Two calls, so that the picture may be decoded again, larger,
 * once the board's size in it is known.
 *
 * Frames   px: the full, upright picture; mm: board.
 * Room     discs: uses core, cv, board.
 * Threads  every call may run in any thread on a picture of its own. */
#ifndef CROK_DISCS_SCAN_H
#define CROK_DISCS_SCAN_H

#include "core/image.h"
#include "discs/observation.h"
#include "discs/scan_options.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Find the board in a picture that may be reduced.
 *
 *   img       borrowed; RGB, upright
 *   scale     full pixels per pixel of img, >= 1
 *   out       written only on CROK_OK; all px in the full picture
 *   err       may be NULL
 *
 * CROK_ENOBOARD, CROK_ECUTOFF  see core/status.h
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_scan_board(const crok_image *img, double scale,
                                          const crok_scan_options *options,
                                          crok_board_pose *out, crok_err *err);

/* Fit the board again in another, larger reduction of the same picture; fails
 * as crok_scan_board, *pose then unchanged. */
CROK_MUST_USE crok_status crok_scan_board_again(
    const crok_image *img, double scale, const crok_scan_options *options,
    crok_board_pose *pose, crok_err *err);

/* Find the discs on a board that is known.
 *
 *   img, scale  as above; may be another reduction of the same picture
 *   pose        as crok_scan_board or a calibration gave it
 *   out         written only on CROK_OK; out->pose.board.disc_mm is measured
 *
 * CROK_EARG    a side's name is no colour that is known
 * CROK_ESIDES  the discs cannot be separated into sides
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_scan_discs(const crok_image *img, double scale,
                                          const crok_scan_options *options,
                                          const crok_board_pose *pose,
                                          crok_observation *out, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
