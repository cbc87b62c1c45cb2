/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/gradient.h: the image gradient by Sobel's operator, at each
 * pixel that of the colour channel with the largest magnitude there. Private to
 * this room.
 *
 * Frames   px of the picture given.
 * Room     board: uses core.
 * Source   Sobel's operator, as Duda and Hart 1973 give it. */
#ifndef CROK_BOARD_SEARCH_GRADIENT_H
#define CROK_BOARD_SEARCH_GRADIENT_H

#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The sum of a Sobel kernel's positive weights, times the two pixels between
 * its sides: its output is eight times the derivative per pixel. */
#define CROK_SOBEL_GAIN 8

typedef struct crok_gradient {
    int w, h;
    int16_t *gx, *gy; /* w * h: CROK_SOBEL_GAIN times grey levels a pixel */
    float *mag;       /* w * h: gradient magnitude, grey levels a pixel */
} crok_gradient;

/* Compute the gradient of a picture of any format. Beyond its border the
 * picture is mirrored at the border pixel's centre.
 *
 *   img  borrowed
 *   out  written only on CROK_OK; returned: free with crok_gradient_free
 *   err  may be NULL
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_gradient_of(const crok_image *img,
                                           crok_gradient *out, crok_err *err);

/* Free the planes and set *gradient to zero; it may be zero already. */
void crok_gradient_free(crok_gradient *gradient);

#ifdef __cplusplus
}
#endif
#endif
