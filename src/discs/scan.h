/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/scan.h: from a picture to an observation: find the board, then the
 * discs on it. These are two calls because the picture may have to be decoded
 * again, larger, once the size of the board in the picture is known.
 *
 * Frames   px: the full picture, upright; mm: board frame.
 * Room     discs: uses core, cv, board, see.
 * Threads  every call may run in any thread on a picture of its own. */
#ifndef CROK_DISCS_SCAN_H
#define CROK_DISCS_SCAN_H

#include "core/image.h"
#include "discs/observation.h"
#include "discs/scan_options.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Find the board in a picture. The picture may be reduced.
 *
 *   img       borrowed; RGB, upright
 *   scale     pixels of the full picture per pixel of img, >= 1
 *   options   borrowed; only focal_prior_px is used
 *   out       written only on CROK_OK; all px are of the full picture
 *   err       may be NULL
 *
 * CROK_ENOBOARD, CROK_ECUTOFF  see core/status.h
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_scan_board(const crok_image *img, double scale,
                                          const crok_scan_options *options,
                                          crok_board_pose *out, crok_err *err);

/* Refine the pose in another, larger reduction of the same picture.
 *
 *   img, scale, options, err  as crok_scan_board
 *   pose      in: from crok_scan_board; out: refined; unchanged on an error
 *
 * The errors are those of crok_scan_board. */
CROK_MUST_USE crok_status crok_scan_board_refine(
    const crok_image *img, double scale, const crok_scan_options *options,
    crok_board_pose *pose, crok_err *err);

/* Find the discs on a board whose pose is known.
 *
 *   img, scale  as crok_scan_board; may be another reduction
 *   options     borrowed; its segments are of this picture, by this pose
 *   pose        borrowed; from crok_scan_board or a calibration
 *   out         written only on CROK_OK; its pose.board.disc_mm is measured
 *   err         may be NULL
 *
 * CROK_EARG    a side's name is no colour word
 * CROK_ESIDES  two of the sides' names are equal
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_scan_discs(const crok_image *img, double scale,
                                          const crok_scan_options *options,
                                          const crok_board_pose *pose,
                                          crok_observation *out, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
