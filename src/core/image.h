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
#include <string.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum crok_format {
    CROK_GRAY8 = 1, /* one byte a pixel, luma */
    CROK_RGB8 = 3   /* three bytes a pixel: red, green, blue (sRGB) */
} crok_format;      /* the value is the number of bytes a pixel */

/* A picture that either owns its data or is a view, which borrows the data of
 * another picture. A view must not be passed to crok_image_free. */
typedef struct crok_image {
    uint8_t *data;
    int w_px, h_px;
    size_t stride_bytes; /* from row to row; at least w_px * format */
    crok_format format;
} crok_image;

/* Allocate a picture of w_px x h_px pixels. The pixels are not initialised.
 *
 *   out  written only on CROK_OK; returned: free with crok_image_free
 *   err  may be NULL
 *
 * CROK_EARG    w_px or h_px is not positive
 * CROK_ENOMEM  no memory */
CROK_MUST_USE crok_status crok_image_new(int w_px, int h_px, crok_format format,
                                         crok_image *out, crok_err *err);

/* Make *img a picture of this size and format. If it has them already, its
 * memory is reused; otherwise it is freed and allocated anew.
 *
 *   img  in and out: zeroed, or a picture that owns its data; zeroed on failure
 *
 * CROK_EARG    w_px or h_px is not positive
 * CROK_ENOMEM  no memory */
CROK_MUST_USE crok_status crok_image_fit(int w_px, int h_px, crok_format format,
                                         crok_image *img, crok_err *err);

/* Copy a picture.
 *
 *   from  borrowed
 *   to    in and out: as crok_image_fit
 *
 * CROK_ENOMEM  no memory */
CROK_MUST_USE crok_status crok_image_copy(const crok_image *from,
                                          crok_image *to, crok_err *err);

/* Let the process keep the memory of freed pictures and reuse it. Without this,
 * getting the memory from the system again takes a tenth of the time of a
 * photo. Programs that read many pictures call this once, before the first one.
 */
void crok_image_keep_memory(void);

/* Free the pixels and zero *img. img may be NULL or already zeroed. */
void crok_image_free(crok_image *img);

/* The start of row y. */
static inline uint8_t *crok_image_row(const crok_image *img, int y)
{
    return img->data + (size_t)y * img->stride_bytes;
}

/* Four lanes that are computed together; the compiler maps them to the
 * processor's registers. */
typedef int32_t crok_ints __attribute__((vector_size(16)));
typedef float crok_floats __attribute__((vector_size(16)));

/* Four bytes, the first one in the low bits. */
static inline uint32_t crok_image_bytes(const uint8_t *p)
{
    uint32_t bytes = 0;
    memcpy(&bytes, p, sizeof bytes);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap32(bytes);
#endif
    return bytes;
}

/* The three low bytes of four, each in a lane of its own and times 256 to the
 * power of the lane. A power of two does not change how a result is rounded,
 * so the factors are removed last. */
static inline crok_floats crok_image_lanes(uint32_t bytes)
{
    const crok_ints all = {(int32_t)bytes, (int32_t)bytes, (int32_t)bytes,
                           (int32_t)bytes};
    const crok_ints mask = {0xFF, 0xFF00, 0xFF0000, 0};
    return __builtin_convertvector(all & mask, crok_floats);
}

/* The pixel at p, and the one to its right; nothing behind that is read. */
static inline crok_floats crok_image_left(const uint8_t *p)
{
    return crok_image_lanes(crok_image_bytes(p));
}

static inline crok_floats crok_image_right(const uint8_t *p)
{
    return crok_image_lanes(crok_image_bytes(p + 2) >> 8);
}

/* Interpolate bilinearly between four neighbouring RGB pixels: p and the pixel
 * to its right, and q below p and the pixel to its right. The point is a pixels
 * to the right of p and b pixels below it, 0 <= a, b <= 1. */
static inline void crok_image_blend(const uint8_t *p, const uint8_t *q, float a,
                                    float b, float v[3])
{
    const crok_floats ones = {1.0F, 1.0F / 256.0F, 1.0F / 65536.0F, 0.0F};
    crok_floats top = crok_image_left(p);
    crok_floats low = crok_image_left(q);
    crok_floats out;
    top = top + a * (crok_image_right(p) - top);
    low = low + a * (crok_image_right(q) - low);
    out = (top + b * (low - top)) * ones;
    v[0] = out[0];
    v[1] = out[1];
    v[2] = out[2];
}

/* The same for pixels of one channel. */
static inline float crok_image_blend_gray(const uint8_t *p, const uint8_t *q,
                                          float a, float b)
{
    float top = (float)p[0] + a * (float)(p[1] - p[0]);
    float low = (float)q[0] + a * (float)(q[1] - q[0]);
    return top + b * (low - top);
}

/* The Euclidean distance of two RGB samples, in grey levels. */
static inline float crok_sample_distance(const float a[3], const float b[3])
{
    float sum = 0.0F;
    for (int c = 0; c < 3; c++)
        sum += (a[c] - b[c]) * (a[c] - b[c]);
    return sqrtf(sum);
}

/* Interpolate each channel bilinearly at (x, y). Returns false and does not
 * write v if the point is not between the centres of four pixels. */
static inline bool crok_image_sample(const crok_image *img, double x, double y,
                                     float v[3])
{
    const uint8_t *p = NULL;
    int x0 = 0;
    int y0 = 0;
    float a = 0.0F;
    float b = 0.0F;
    /* this is checked before the conversion to int, which is undefined for
     * coordinates that are too large */
    if (!(x >= 0.0 && y >= 0.0 && x < img->w_px - 1 && y < img->h_px - 1))
        return false;
    x0 = (int)x;
    y0 = (int)y;
    a = (float)(x - x0);
    b = (float)(y - y0);
    p = crok_image_row(img, y0) + (size_t)x0 * (size_t)img->format;
    if (img->format == CROK_RGB8)
        crok_image_blend(p, p + img->stride_bytes, a, b, v);
    else
        v[0] = crok_image_blend_gray(p, p + img->stride_bytes, a, b);
    return true;
}

/* The luma of an RGB value (BT.601, the same as in JPEG). */
static inline float crok_luma(const float rgb[3])
{
    return 0.299F * rgb[0] + 0.587F * rgb[1] + 0.114F * rgb[2];
}

/* The linear light of an sRGB channel value v of 0..255, (v / 255)^2.2, which
 * approximates the curve of IEC 61966-2-1; and the luminance of an sRGB colour,
 * 0..1. Optical blur is a linear filter of these values, but not of sRGB
 * values. */
float crok_linear_light(float channel);
float crok_luminance(const float rgb[3]);

#ifdef __cplusplus
}
#endif
#endif
