/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/look.h: look at a board of known pose in a picture
 * (see/segmentation.h).
 *
 * Frames   px: the picture given; mm: board.
 * Room     discs: uses core, cv, board, see.
 * Threads  every call may run in any thread on a picture of its own. */
#ifndef CROK_DISCS_LOOK_H
#define CROK_DISCS_LOOK_H

#include "board/board.h"
#include "core/image.h"
#include "see/segmentation.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Segment a square of the board about the hole, which includes the ditch.
 *
 *   img    borrowed; RGB
 *   cam    of img, in mm
 *   board  borrowed: the square's size is proportional to the outer line
 *   out    written only on CROK_OK; cells outside the picture are marked
 *   err    may be NULL
 *
 * CROK_ENOMEM, CROK_EVISION, CROK_EUNSUPPORTED as crok_net_run */
CROK_MUST_USE crok_status crok_look(const crok_image *img,
                                    const crok_camera *cam,
                                    const crok_board *board,
                                    crok_segmentation *out, crok_err *err);

/* Give a segmentation the scale of a board that was rescaled since. */
void crok_look_rescale(crok_segmentation *segments, const crok_board *board);

#ifdef __cplusplus
}
#endif
#endif
