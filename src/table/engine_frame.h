/* SPDX-License-Identifier: Apache-2.0
 *
 * table/engine_frame.h: a frame of a source as the engine takes it: with square
 * pixels, its small grey picture, and its colours on demand.
 *
 * Frames   px: of the frame with square pixels.
 * Room     table: uses capture and shots.
 * Threads  one owner. */
#ifndef CROK_TABLE_ENGINE_FRAME_H
#define CROK_TABLE_ENGINE_FRAME_H

#include "capture/frame.h"
#include "shots/engine.h"

/* The memory of one frame after the other. Zero it before the first use. */
typedef struct crok_frame_pictures {
    const crok_frame *frame; /* borrowed: the present one */
    crok_image luma;         /* owned */
    crok_image raw; /* owned: a picture before its pixels are made square */
} crok_frame_pictures;

void crok_frame_pictures_free(crok_frame_pictures *p);

/* Make the engine's frame of a source's.
 *
 *   frame  borrowed as long as *out is used
 *   p      its memory is reused; *out points to it
 *   out    written only on CROK_OK
 *
 * Errors as crok_square_luma */
CROK_MUST_USE crok_status crok_engine_frame_of(const crok_frame *frame,
                                               crok_frame_pictures *p,
                                               crok_engine_frame *out,
                                               crok_err *err);

#endif
