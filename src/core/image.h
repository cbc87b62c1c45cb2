/* SPDX-License-Identifier: Apache-2.0
 *
 * core/image.h: a picture in memory.
 *
 * Frames   px: (0,0) is the centre of the top left pixel, x right, y down.
 * Room     core.
 * Threads  one owner; any number of readers while nobody writes. */
#ifndef CROK_CORE_IMAGE_H
#define CROK_CORE_IMAGE_H

#include <math.h>
#include <stdbool.h>
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

/* Make *img a picture of this size and format. Its memory is used again if it
 * has these already; otherwise it is freed and allocated anew. For a picture
 * that is used many times.
 *
 *   img  zeroed, or an owner; zeroed on failure
 *
 * Errors as crok_image_new. */
CROK_MUST_USE crok_status crok_image_fit(int w_px, int h_px, crok_format format,
                                         crok_image *img, crok_err *err);

/* From now on keep the memory of freed pictures in the process for the next
 * ones: fetching it from the system again, page by page, takes a tenth of the
 * time of a photo. Call once, before the first picture, in programs that read
 * many. */
void crok_image_keep_memory(void);

/* Frees the pixels and zeroes *img. img may be NULL or already zero. */
void crok_image_free(crok_image *img);

/* The start of row y. */
static inline uint8_t *crok_image_row(const crok_image *img, int y)
{
    return img->data + (size_t)y * img->stride_bytes;
}

/* Bilinear interpolation between four pixels of `step` channels: at p, right of
 * it, and the same in the row below (q); the position is a to the right and b
 * down, both 0..1. A constant step lets the compiler unroll the loop. */
static inline void crok_image_blend(const uint8_t *p, const uint8_t *q,
                                    int step, float a, float b, float v[3])
{
    for (int c = 0; c < step; c++) {
        float top = (float)p[c] + a * (float)(p[c + step] - p[c]);
        float low = (float)q[c] + a * (float)(q[c + step] - q[c]);
        v[c] = top + b * (low - top);
    }
}

/* The distance of two colour samples, grey levels. */
static inline float crok_sample_distance(const float a[3], const float b[3])
{
    float sum = 0.0F;
    for (int c = 0; c < 3; c++)
        sum += (a[c] - b[c]) * (a[c] - b[c]);
    return sqrtf(sum);
}

/* The bilinear value of each channel at (x, y). False, v untouched, if the
 * point is not between the centres of four pixels. */
static inline bool crok_image_sample(const crok_image *img, double x, double y,
                                     float v[3])
{
    const uint8_t *p = NULL;
    int x0 = 0;
    int y0 = 0;
    float a = 0.0F;
    float b = 0.0F;
    /* checked before the conversion: a point far outside does not fit in an int
     */
    if (!(x >= 0.0 && y >= 0.0 && x < img->w_px - 1 && y < img->h_px - 1))
        return false;
    x0 = (int)x;
    y0 = (int)y;
    a = (float)(x - x0);
    b = (float)(y - y0);
    p = crok_image_row(img, y0) + (size_t)x0 * (size_t)img->format;
    if (img->format == CROK_RGB8)
        crok_image_blend(p, p + img->stride_bytes, 3, a, b, v);
    else
        crok_image_blend(p, p + img->stride_bytes, 1, a, b, v);
    return true;
}

/* Luma of an RGB value (BT.601, as JPEG's). */
static inline float crok_luma(const float rgb[3])
{
    return 0.299F * rgb[0] + 0.587F * rgb[1] + 0.114F * rgb[2];
}

/* Linear light of an sRGB channel, 0..1 (IEC 61966-2-1, with its curve taken as
 * the power 2.2), and the luminance of three channels. Optical blur is a linear
 * filter in these values, not in sRGB. */
float crok_linear_light(float channel);
float crok_luminance(const float rgb[3]);

#ifdef __cplusplus
}
#endif
#endif
