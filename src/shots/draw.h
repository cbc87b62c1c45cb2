/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/draw.h: draws onto a frame what the engine believes, so that a person
 * can see why a shot was judged as it was, or missed.
 *
 * Frames   px: of the full frame.
 * Room     shots.
 * Threads  as engine.h. */
#ifndef CROK_SHOTS_DRAW_H
#define CROK_SHOTS_DRAW_H

#include "shots/engine.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Draw the engine's view of the frame that was fed last:
 *
 *  - red: what covers the board; a white ring: a detection;
 *  - a green circle: a disc in play, with its id; a yellow one: a disc that is
 *    not, as one that waits on the line; dashed in its colour's place: it was
 *    not detected in this frame;
 *  - a blue line: its way;
 *  - the time, whether the discs move, and for how long they have been at rest.
 *
 * A frame that was not seen, because nothing moved, gets the state only.
 *
 *   frame  RGB, the full frame; its pixels are written
 *
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_engine_draw(const crok_engine *engine,
                                           crok_image *frame, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
