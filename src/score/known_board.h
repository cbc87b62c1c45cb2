/* SPDX-License-Identifier: Apache-2.0
 *
 * score/known_board.h: what a scored photo shows of its board, and what a known
 * board says of a photo.
 *
 * Frames   mm: board frame of the photo; px: the picture given.
 * Room     score: uses board and discs.
 * Threads  every call may run in any thread on a picture of its own. */
#ifndef CROK_SCORE_KNOWN_BOARD_H
#define CROK_SCORE_KNOWN_BOARD_H

#include "board/known.h"
#include "core/image.h"
#include "discs/observation.h"
#include "discs/scan_options.h"

/* Read what a picture shows of its board.
 *
 *   img, cam  borrowed; img is RGB, cam is its camera, in mm
 *   found     borrowed: the board and the discs that were found
 *   is_empty  a person says that no disc is on the board: what was found is
 *             print, and the hole shows its floor
 *   out       written only on CROK_OK
 *
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_known_read(const crok_image *img,
                                          const crok_camera *cam,
                                          const crok_observation *found,
                                          bool is_empty, crok_known_board *out,
                                          crok_err *err);

/* Check that a picture shows the known board, by the lines' ratios and by the
 * surface's pattern, and find how it lies in it.
 *
 *   match  out: the registration to the known board's pattern; all 0 if it has
 *          none
 *
 * CROK_ENOBOARD  it shows another board: err says why
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_known_check(const crok_known_board *known,
                                           const crok_image *img,
                                           const crok_camera *cam,
                                           const crok_observation *found,
                                           crok_texture_match *match,
                                           crok_err *err);

/* Add the places of discs that are none, since the bare board looks like them,
 * to scan->rejected, as far as there is room. Returns their number.
 *
 *   turn  of crok_known_check's match
 *   scan  its known board is not NULL */
int crok_known_reject_prints(int turn, const crok_image *img,
                             const crok_camera *cam,
                             const crok_observation *found,
                             crok_scan_options *scan);

/* Correct an observation by what is known: the lines' width is the mean of both
 * measurements, weighted by their precision; sides get the names of the known
 * discs that have their colours. */
void crok_known_apply(const crok_known_board *known, const crok_image *img,
                      const crok_camera *cam, crok_observation *found);

/* Only give the sides the names of the known discs that have their colours. */
void crok_known_name_sides(const crok_known_board *known, const crok_image *img,
                           const crok_camera *cam, crok_observation *found);

#endif
