/* SPDX-License-Identifier: Apache-2.0
 *
 * core/image.h: a picture in memory.
 *
 * Frames   px: (0,0) is the centre of the top left pixel, x right, y down.
 * Room     core.
 * Threads  one owner; any number of readers while nobody writes. */
#ifndef CROK_CORE_IMAGE_H
#define CROK_CORE_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum crok_format {
    CROK_GRAY8 = 1, /* one byte a pixel, luma */
    CROK_RGB8 = 3   /* three bytes a pixel: red, green, blue (sRGB) */
} crok_format;      /* the value is the number of bytes a pixel */

/* Owner or view: a view borrows data and is never passed to _free. */
typedef struct crok_image {
    uint8_t *data;
    int w_px, h_px;
    size_t stride_bytes; /* >= w_px * bytes a pixel */
    crok_format format;
} crok_image;

/* Memory for w_px x h_px pixels, not cleared.
 *
 *   out  written only on CROK_OK; returned: free with crok_image_free
 *   err  may be NULL
 *
 * CROK_EARG    a side is not positive
 * CROK_ENOMEM  no memory */
CROK_MUST_USE crok_status crok_image_new(int w_px, int h_px, crok_format format,
                                         crok_image *out, crok_err *err);

/* Frees the pixels and zeroes *img. img may be NULL or already zero. */
void crok_image_free(crok_image *img);

/* The start of row y. */
static inline uint8_t *crok_image_row(const crok_image *img, int y)
{
    return img->data + (size_t)y * img->stride_bytes;
}

/* The grey picture of an RGB one (BT.601 luma, as JPEG's); of a grey one, a
 * copy.
 *
 *   out  written only on CROK_OK; returned: free with crok_image_free
 *   err  may be NULL
 *
 * CROK_ENOMEM  no memory */
CROK_MUST_USE crok_status crok_image_to_gray(const crok_image *img,
                                             crok_image *out, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
