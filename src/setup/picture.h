/* SPDX-License-Identifier: Apache-2.0
 *
 * setup/picture.h: the camera's picture with the board's outline and lines
 * drawn in: red where a line is in glare, amber where something hides it, cyan
 * elsewhere.
 *
 * Frames   px: `full` is the picture of s->pose.
 * Room     setup: uses cv. */
#ifndef CROK_SETUP_PICTURE_H
#define CROK_SETUP_PICTURE_H

#include "core/image.h"
#include "setup/figures.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Draw the picture.
 *
 *   s     borrowed
 *   full  borrowed: RGB
 *   out   written only on CROK_OK; returned: free with crok_image_free. Its
 *         longer side has at most 1280 px
 *
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_setup_draw(const crok_setup *s,
                                          const crok_image *full,
                                          crok_image *out, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
