/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/stabiliser.h: gives each frame as the camera would have taken it if it
 * had not moved since the board's pose was measured. All that follows, motion
 * detection, tracking and readings, then works with one pose.
 *
 * The frame is registered to the anchor (alignment.h) and its pictures are
 * warped by the homography of the board's plane. A frame of a camera that has
 * not moved is passed on unchanged.
 *
 * Frames   px: of the small grey picture, unless "full" is said.
 * Room     shots: uses core, cv and board.
 * Threads  one owner. */
#ifndef CROK_SHOTS_STABILISER_H
#define CROK_SHOTS_STABILISER_H

#include "shots/alignment.h"
#include "shots/engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Zero it before the first use. */
typedef struct crok_stabiliser {
    crok_alignment
        *alignment; /* owned; NULL: no anchor, frames are passed on */
    const crok_engine_frame *frame; /* the frame of crok_stabiliser_take */
    crok_image luma;                /* owned: the small picture, warped */
    crok_image raw; /* owned: a colour picture before the warp */
} crok_stabiliser;

/* Set the anchor: the picture in which the board has this pose. The parameters
 * and errors are those of crok_alignment_new. */
CROK_MUST_USE crok_status crok_stabiliser_set(crok_stabiliser *s,
                                              const crok_board_pose *pose,
                                              const crok_image *luma,
                                              const crok_rest_sight *rest,
                                              crok_err *err);

/* The length of the board's millimetre has changed (crok_alignment_rescale). */
void crok_stabiliser_rescale(crok_stabiliser *s, double k);

/* Drop the anchor and free all memory. */
void crok_stabiliser_free(crok_stabiliser *s);

/* Take a frame, with the displacement that was measured last.
 *
 *   frame  kept until the next call; of the anchor's size
 *   out    the frame to work with; its pictures are valid until the next call
 *
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_stabiliser_take(crok_stabiliser *s,
                                               const crok_engine_frame *frame,
                                               crok_engine_frame *out,
                                               crok_err *err);

/* Measure the displacement in the frame of crok_stabiliser_take, and take it
 * again with that.
 *
 *   out  in and out: of crok_stabiliser_take
 *
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_stabiliser_measure(crok_stabiliser *s,
                                                  crok_engine_frame *out,
                                                  crok_err *err);

/* The displacement that was measured last; NULL without an anchor. */
const crok_aligned *crok_stabiliser_last(const crok_stabiliser *s);

/* Has the camera moved since the anchor, so that frames are warped? */
bool crok_stabiliser_has_moved(const crok_stabiliser *s);

#ifdef __cplusplus
}
#endif
#endif
