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

#include "board/bare.h"
#include "board/board.h"
#include "core/image.h"
#include "discs/observation.h"
#include "see/segmentation.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Segment a square of the board about the hole, which includes the ditch.
 *
 *   img    borrowed; RGB
 *   cam    of img, in mm
 *   board  borrowed: the square's size is proportional to the outer line
 *   bare   NULL, or borrowed: what is known of the board when it was bare, as
 *          crok_bare_view makes it
 *   out    written only on CROK_OK; cells outside the picture are marked
 *   err    may be NULL
 *
 * CROK_ENOMEM, CROK_EVISION, CROK_EUNSUPPORTED as crok_net_run */
CROK_MUST_USE crok_status crok_look(const crok_image *img,
                                    const crok_camera *cam,
                                    const crok_board *board,
                                    const crok_image *bare,
                                    crok_segmentation *out, crok_err *err);

/* The same for one frame of many: at the resolution that it has, and without
 * what colours say (see/plain.h, discs/foreign.h). A quarter of the time.
 *
 * As crok_look. */
CROK_MUST_USE crok_status crok_look_quickly(
    const crok_image *img, const crok_camera *cam, const crok_board *board,
    const crok_image *bare, crok_segmentation *out, crok_err *err);

/* What a picture shows of its bare board: all but discs, what may be one, the
 * hole unless it is empty for sure, covers and glare.
 *
 *   img, cam  as crok_look
 *   segments  borrowed: of this picture; NULL: a person says that nothing lies
 *             on the board, and all that is in the picture is shown
 *   seen      borrowed: of this picture
 *   out       written only on CROK_OK
 *
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_look_bare(const crok_image *img,
                                         const crok_camera *cam,
                                         const crok_segmentation *segments,
                                         const crok_observation *seen,
                                         crok_bare *out, crok_err *err);

/* Give a segmentation the scale of a board that was rescaled since. */
void crok_look_rescale(crok_segmentation *segments, const crok_board *board);

#ifdef __cplusplus
}
#endif
#endif
