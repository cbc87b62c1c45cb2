/* SPDX-License-Identifier: Apache-2.0
 *
 * Helpers of all formats: warnings, the divisor for reducing, conversion of
 * four bytes per pixel to three, and the decision about truncated pictures. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture/photo_format.h"

/* Bytes of an RGB pixel. */
enum { PX = 3 };

/* Largest divisor: the sum of 256 x 256 samples of 255 needs 24 bits and fits
 * into uint32_t. A picture that is reduced further is too small to score. */
enum { MAX_DIVISOR = 256 };

void crok_photo_warn(crok_photo *photo, const char *fmt, ...)
{
    char text[sizeof photo->warning] = "";
    size_t n = strlen(photo->warning);
    va_list ap;
    va_start(ap, fmt);
    (void)vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    if (strstr(photo->warning, text) == NULL)
        (void)snprintf(photo->warning + n, sizeof photo->warning - n, "%s%s",
                       n > 0U ? "; " : "", text);
}

void crok_photo_warn_damaged(crok_photo *photo, const char *why)
{
    photo->is_damaged = true;
    crok_photo_warn(photo, "damaged: %.*s", (int)strcspn(why, "\n"), why);
}

int crok_photo_divisor(const crok_photo *photo, int min_long_side_px)
{
    int w = photo->stored_w_px, h = photo->stored_h_px;
    int n = min_long_side_px > 0 ? (w > h ? w : h) / min_long_side_px : 1;
    return n < 1 ? 1 : n > MAX_DIVISOR ? MAX_DIVISOR : n;
}

crok_status crok_photo_new_four(int w_px, int h_px, crok_image *out,
                                crok_err *err)
{
    uint8_t *px = malloc((size_t)w_px * (size_t)h_px * 4U);
    if (px == NULL)
        return crok_fail(err, CROK_ENOMEM,
                         "no memory for a picture of %d x %d pixels", w_px,
                         h_px);
    *out = (crok_image){.data = px,
                        .w_px = w_px,
                        .h_px = h_px,
                        .stride_bytes = (size_t)w_px * 4U,
                        .format = CROK_RGB8};
    return CROK_OK;
}

void crok_photo_four_to_rgb(crok_image *img, crok_photo_px_convert *convert)
{
    crok_photo_pack_rgb(img->data, (size_t)img->w_px * (size_t)img->h_px,
                        convert);
    img->stride_bytes = (size_t)img->w_px * PX;
}

void crok_photo_pack_rgb(uint8_t *px, size_t n, crok_photo_px_convert *convert)
{
    for (size_t i = 0; i < n; i++)
        convert(px + i * 4U, px + i * PX);
}

void crok_photo_over_white(const uint8_t *rgba, uint8_t *rgb)
{
    unsigned a = rgba[3];
    for (int i = 0; i < PX; i++)
        rgb[i] = (uint8_t)((rgba[i] * a + 255U * (255U - a) + 127U) / 255U);
}

crok_status crok_photo_damaged(crok_photo *photo, int n_rows, int h,
                               const char *why, crok_err *err)
{
    char text[128] = "";
    if (n_rows < h - h / 2)
        return crok_fail(err, CROK_EFORMAT,
                         "%s: the %s data is damaged (%s), too little of it "
                         "can be read; copy the file again",
                         photo->name, photo->format, why);
    if (n_rows < h)
        (void)snprintf(text, sizeof text,
                       "%d %% of the picture is missing (%s)",
                       (int)(100.0 * (h - n_rows) / h + 0.5), why);
    crok_photo_warn_damaged(photo, n_rows < h ? text : why);
    return CROK_OK;
}
