/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/seeing.h: what the frames of one board show. The network sees each
 * frame from above, with the bare board beside it; that picture is put together
 * from what readings showed as surface, place by place, in the board's frame,
 * so that nothing that moves the camera touches it.
 *
 * Frames   mm: board.
 * Room     shots: uses core, board, discs, see.
 * Threads  one owner. */
#ifndef CROK_SHOTS_SEEING_H
#define CROK_SHOTS_SEEING_H

#include "board/bare.h"
#include "discs/observation.h"
#include "see/segmentation.h"
#include "shots/tracking/detect.h"
#include "shots/tracking/ghosts.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Zero it before the first use. */
typedef struct crok_seeing {
    crok_bare bare;       /* what is known of the bare board */
    crok_image bare_view; /* owned: the same for the network; empty: nothing is
                             known */
    crok_segmentation segments; /* of the last frame */
    crok_detections detections; /* likewise */
    crok_ghosts ghosts;
    bool has_floor;   /* the colour of the hole's floor is known */
    uint8_t floor[3]; /* as it was when a reading last showed it empty */
    double covered;   /* part of the surface that something hides in it, 0..1 */
} crok_seeing;

void crok_seeing_free(crok_seeing *seeing);

/* See one frame: sets segments, detections and covered.
 *
 *   img, cam  borrowed: RGB, may be reduced
 *   board     borrowed
 *
 * As crok_look. */
CROK_MUST_USE crok_status crok_seeing_look(crok_seeing *seeing,
                                           const crok_image *img,
                                           const crok_camera *cam,
                                           const crok_board *board,
                                           int64_t t_ns, crok_err *err);

/* Learn the bare board from a reading.
 *
 *   img       borrowed: the picture that was read; its camera is that of
 *             seen->pose
 *   segments  borrowed: of that picture
 *   seen      borrowed
 *
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_seeing_learn(crok_seeing *seeing,
                                            const crok_image *img,
                                            const crok_segmentation *segments,
                                            const crok_observation *seen,
                                            crok_err *err);

/* The board was turned: what was learnt is elsewhere now. */
void crok_seeing_forget(crok_seeing *seeing);

#ifdef __cplusplus
}
#endif
#endif
