/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/gradient.h: compute the image gradient with Sobel's operator. At
 * each pixel it is the gradient of the colour channel in which its magnitude is
 * largest. Private to this room.
 *
 * Frames   px of the given picture.
 * Room     board: uses core.
 * Source   Sobel's operator, as Duda and Hart 1973 give it. */
#ifndef CROK_BOARD_SEARCH_GRADIENT_H
#define CROK_BOARD_SEARCH_GRADIENT_H

#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The output of Sobel's operator is this times the derivative per pixel. It is
 * the sum of the kernel's positive weights, 4, times the distance of its two
 * sides, 2 px. */
#define CROK_SOBEL_GAIN 8

typedef struct crok_gradient {
    int w, h;
    int16_t *gx, *gy; /* w * h: grey levels per px times CROK_SOBEL_GAIN */
    float *mag;       /* w * h: gradient magnitude, grey levels per px */
} crok_gradient;

/* Compute the gradient of a picture of any format. Beyond the border, the
 * picture is continued by mirroring it at the centres of the border pixels.
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
