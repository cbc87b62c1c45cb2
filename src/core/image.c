/* SPDX-License-Identifier: Apache-2.0 */
#include "core/image.h"

#include <malloc.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "core/scratch.h"

/* Limits for malloc, bytes: blocks below KEPT_BYTES / 2 come from the heap, and
 * up to KEPT_BYTES of free memory are kept. The blocks of a photo, and the sum
 * of its free blocks, are smaller. Memory above that is returned to the system.
 */
#define KEPT_BYTES (64 << 20)
/* A huge page, on most machines. */
#define HUGE_BYTES ((size_t)2 << 20)

/* Have the heap made of huge pages. Its first MBs are filled by the first
 * picture, and the kernel takes longer to hand out thousands of small pages
 * than to decode it. Pages that are never touched are never handed out. */
static void use_huge_pages(void)
{
    const size_t n = KEPT_BYTES / 2 - HUGE_BYTES;
    char *heap = malloc(n);
    uintptr_t first = ((uintptr_t)heap + HUGE_BYTES - 1) / HUGE_BYTES;
    if (heap != NULL)
        (void)madvise((void *)(first * HUGE_BYTES), n - HUGE_BYTES,
                      MADV_HUGEPAGE);
    free(heap);
}

void crok_image_keep_memory(void)
{
#ifdef __GLIBC__
    /* while the system hands large blocks out as zeros, which none must fill */
    (void)crok_scratch_prepare();
    (void)mallopt(M_MMAP_THRESHOLD, KEPT_BYTES / 2);
    (void)mallopt(M_TRIM_THRESHOLD, KEPT_BYTES);
    use_huge_pages();
#endif
}

crok_status crok_image_new(int w_px, int h_px, crok_format format,
                           crok_image *out, crok_err *err)
{
    size_t stride = 0;
    uint8_t *data = NULL;
    if (w_px <= 0 || h_px <= 0)
        return crok_fail(err, CROK_EARG, "a picture of %d x %d pixels", w_px,
                         h_px);
    stride = (size_t)w_px * (size_t)format;
    data = malloc(stride * (size_t)h_px);
    if (data == NULL)
        return crok_fail(err, CROK_ENOMEM,
                         "no memory for a picture of %d x %d pixels", w_px,
                         h_px);
    *out = (crok_image){.data = data,
                        .w_px = w_px,
                        .h_px = h_px,
                        .stride_bytes = stride,
                        .format = format};
    return CROK_OK;
}

crok_status crok_image_fit(int w_px, int h_px, crok_format format,
                           crok_image *img, crok_err *err)
{
    if (img->data != NULL && img->w_px == w_px && img->h_px == h_px &&
        img->format == format)
        return CROK_OK;
    crok_image_free(img);
    return crok_image_new(w_px, h_px, format, img, err);
}

crok_status crok_image_copy(const crok_image *from, crok_image *to,
                            crok_err *err)
{
    size_t row = (size_t)from->w_px * (size_t)from->format;
    crok_status st =
        crok_image_fit(from->w_px, from->h_px, from->format, to, err);
    for (int y = 0; y < from->h_px && st == CROK_OK; y++)
        memcpy(crok_image_row(to, y), crok_image_row(from, y), row);
    return st;
}

void crok_image_free(crok_image *img)
{
    if (img == NULL)
        return;
    free(img->data);
    *img = (crok_image){0};
}

/* Table of the linear light (v / 255)^2.2 of the channel values v = 0..256.
 * Fractional values are interpolated linearly; entry 256 is only read as the
 * upper neighbour of v = 255. The interpolation error is at most 5e-6 of
 * white. */
static float light[257];
static pthread_once_t light_once = PTHREAD_ONCE_INIT;

static void fill_light(void)
{
    for (int i = 0; i <= 256; i++)
        light[i] = powf((float)i / 255.0F, 2.2F);
}

float crok_linear_light(float channel)
{
    float v = channel > 0.0F ? channel : 0.0F;
    int i = v < 255.0F ? (int)v : 255;
    (void)pthread_once(&light_once, fill_light);
    return light[i] + (v - (float)i) * (light[i + 1] - light[i]);
}

float crok_luminance(const float rgb[3])
{
    return 0.2126F * crok_linear_light(rgb[0]) +
           0.7152F * crok_linear_light(rgb[1]) +
           0.0722F * crok_linear_light(rgb[2]);
}
