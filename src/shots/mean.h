/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/mean.h: the mean picture of several frames of one rest.
 *
 * Frames   px: the source's full frames.
 * Room     shots: uses core.
 * Threads  a mean has one owner. */
#ifndef CROK_SHOTS_MEAN_H
#define CROK_SHOTS_MEAN_H

#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The mean of several frames. Zero it before the first use. */
typedef struct crok_mean {
    int n;
    int w_px, h_px;
    uint16_t *sum;    /* owned: 3 values a pixel */
    crok_image image; /* owned: the mean, set by crok_mean_take */
} crok_mean;

/* Add a frame to the mean. The frame is RGB and borrowed. A mean has at most
 * 257 frames, because its sums have 16 bits (257 * 255 = 65535). A frame of
 * another size starts a new mean.
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_mean_add(crok_mean *m, const crok_image *img,
                                        crok_err *err);

/* Write the mean of the frames added so far to m->image and start a new mean.
 * At least one frame must have been added (m->n > 0). */
void crok_mean_take(crok_mean *m);

void crok_mean_free(crok_mean *m);

#ifdef __cplusplus
}
#endif
#endif
