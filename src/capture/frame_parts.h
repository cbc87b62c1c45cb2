/* SPDX-License-Identifier: Apache-2.0
 *
 * capture/frame_parts.h: types and functions that frame.c, frame_mean.c and
 * frame_mjpeg.c share; private to this room.
 *
 * Room     capture.
 * Threads  as frame.h. */
#ifndef CROK_CAPTURE_FRAME_PARTS_H
#define CROK_CAPTURE_FRAME_PARTS_H

#include "capture/frame.h"

/* One channel of a picture: luma, chroma or a colour. */
typedef struct crok_channel {
    const uint8_t *at; /* its first sample */
    size_t stride_bytes;
    int step_bytes; /* bytes from one sample to the next: 1 to 4 */
    int w, h;       /* samples */
} crok_channel;

/* A block of samples that is averaged to one; each side is 1, 2, 4 or 8. */
typedef struct crok_block {
    int w, h;
} crok_block;

/* out[i] = rounded mean of the block (x + i, y) of the channel, for i < n. All
 * blocks begin inside the channel; the last of a row or column may be
 * incomplete. */
void crok_channel_mean(const crok_channel *c, crok_block b, int x, int y, int n,
                       uint8_t *out);

/* Do the bytes begin with a JPEG's start marker and end with its end marker,
 * apart from zeros after it? */
bool crok_jpeg_is_whole(const uint8_t *bytes, size_t n);

/* Decode a whole MJPEG frame into out, whose size (that of the reduced
 * picture), format and memory are set by the caller. CROK_EFORMAT,
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_mjpeg_decode(const crok_frame *frame,
                                            crok_image *out, crok_err *err);

/* Return a picture that belongs to the codec. A whole frame is decoded into it
 * if the caller wants only a part of the frame. */
crok_image *crok_codec_scratch(crok_codec *codec);

#endif
