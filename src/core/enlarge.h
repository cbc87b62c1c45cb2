/* SPDX-License-Identifier: Apache-2.0
 *
 * core/enlarge.h: make a larger copy of a picture by cubic interpolation.
 *
 * A sample between pixels is the sum of 4 x 4 pixels with the weights of a
 * cubic convolution, a = -0.75; pixels beyond the border are those of the
 * border. Weights are rounded to 1/2048, so that the sums along a row are exact
 * in float.
 *
 * Room     core.
 * Threads  any, each with pictures of its own.
 * Source   Keys 1981 for the weights. */
#ifndef CROK_CORE_ENLARGE_H
#define CROK_CORE_ENLARGE_H

#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Fill `out` with a copy of `img` that has its size.
 *
 *   img  borrowed; RGB
 *   out  in: RGB, of any size. Its pixels are written only on CROK_OK
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_image_enlarge(const crok_image *img,
                                             crok_image *out, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
