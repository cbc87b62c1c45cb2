/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/slopes.h: how steeply a picture changes at each pixel, in the
 * channel that changes most there; private to this room.
 *
 * Frames   px of the picture given.
 * Room     board: uses core.
 * Source   Sobel's operator, as Duda and Hart 1973 give it. */
#ifndef CROK_BOARD_SEARCH_SLOPES_H
#define CROK_BOARD_SEARCH_SLOPES_H

#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sobel's kernel gives eight times the slope. */
#define CROK_SLOPE_GAIN 8

typedef struct crok_slopes {
    int w, h;
    int16_t *gx, *gy; /* w * h: CROK_SLOPE_GAIN times grey levels a pixel */
    float *mag;       /* likewise: their length, grey levels a pixel */
} crok_slopes;

/* The slopes of a picture of any format; beyond its border it is continued by
 * its mirror image.
 *
 *   img  borrowed
 *   out  written only on CROK_OK; returned: free with crok_slopes_free
 *   err  may be NULL
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_slopes_of(const crok_image *img,
                                         crok_slopes *out, crok_err *err);

/* Frees the planes and zeroes *slopes, which may be zero. */
void crok_slopes_free(crok_slopes *slopes);

#ifdef __cplusplus
}
#endif
#endif
