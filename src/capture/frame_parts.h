/* SPDX-License-Identifier: Apache-2.0
 *
 * capture/frame_parts.h: what frame.c and its helpers share; private to this
 * room.
 *
 * Room     capture.
 * Threads  as frame.h. */
#ifndef CROK_CAPTURE_FRAME_PARTS_H
#define CROK_CAPTURE_FRAME_PARTS_H

#include "capture/frame.h"

/* One channel of a picture: luma, a colour, ... */
typedef struct crok_channel {
    const uint8_t *at; /* its first sample */
    size_t stride_bytes;
    int step_bytes; /* from sample to sample: 1 to 4 */
    int w, h;       /* samples */
} crok_channel;

/* A block of samples that become one; each side 1, 2, 4 or 8. */
typedef struct crok_block {
    int w, h;
} crok_block;

/* out[i] = the rounded mean of block (x + i, y) of the channel, n of them, all
 * inside; the last of a row or column may be incomplete. */
void crok_channel_mean(const crok_channel *c, crok_block b, int x, int y, int n,
                       uint8_t *out);

/* True where the bytes begin and end as a JPEG does. */
bool crok_jpeg_is_whole(const uint8_t *bytes, size_t n);

/* MJPEG: the whole picture reduced, of out's format, which is set up. out's
 * size is that of the reduced picture. CROK_EFORMAT */
CROK_MUST_USE crok_status crok_mjpeg_decode(const crok_frame *frame,
                                            crok_image *out, crok_err *err);

/* The codec's own picture, for what is not wanted whole. */
crok_image *crok_codec_scratch(crok_codec *codec);

#endif
