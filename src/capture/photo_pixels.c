/* SPDX-License-Identifier: Apache-2.0
 *
 * Pixel work that the formats share: turning a picture upright, four bytes a
 * pixel to three, and what to do with half a picture. */
#include <stdlib.h>
#include <string.h>

#include "capture/photo_format.h"

/* Bytes of an RGB pixel. */
enum { PX = 3 };

/* A square of a turned picture that stays in the first-level cache, source
 * and target: 32 x 32 x 3 x 2 = 6 KB. */
enum { TILE_PX = 32 };

/* 256 x 256 x 255 is a sum of 24 bits, and nobody wants less of a photo. */
enum { MAX_DIVISOR = 256 };

static void swap_px(uint8_t *a, uint8_t *b)
{
    uint8_t t[PX];
    memcpy(t, a, PX);
    memcpy(a, b, PX);
    memcpy(b, t, PX);
}

static void mirror_left_right(crok_image *img)
{
    for (int y = 0; y < img->h_px; y++) {
        uint8_t *a = crok_image_row(img, y);
        uint8_t *b = a + ((size_t)img->w_px - 1U) * PX;
        for (; a < b; a += PX, b -= PX)
            swap_px(a, b);
    }
}

static void mirror_top_bottom(crok_image *img)
{
    for (int y = 0; y < img->h_px / 2; y++) {
        uint8_t *a = crok_image_row(img, y);
        uint8_t *b = crok_image_row(img, img->h_px - 1 - y);
        for (int x = 0; x < img->w_px; x++)
            swap_px(a + (size_t)x * PX, b + (size_t)x * PX);
    }
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* A picture read in another order: the pixel (x, y) of the turned picture is
 * at start + x * step_x + y * step_y, in bytes. */
typedef struct order {
    const uint8_t *start;
    ptrdiff_t step_x, step_y;
} order;

/* For the turns that swap the sides: upright row y is stored column y, or the
 * y-th from the right; upright column x likewise a row, or from the bottom. */
static order turned_order(const crok_image *img, bool right, bool bottom)
{
    ptrdiff_t stride = (ptrdiff_t)img->stride_bytes;
    int x0 = right ? img->w_px - 1 : 0, y0 = bottom ? img->h_px - 1 : 0;
    return (order){.start = crok_image_row(img, y0) + (size_t)x0 * PX,
                   .step_x = bottom ? -stride : stride,
                   .step_y = right ? -PX : PX};
}

static void turn_tile(const order *from, crok_image *to, int x0, int y0)
{
    int x1 = least(x0 + TILE_PX, to->w_px);
    int y1 = least(y0 + TILE_PX, to->h_px);
    for (int y = y0; y < y1; y++) {
        uint8_t *p = crok_image_row(to, y) + (size_t)x0 * PX;
        const uint8_t *q = from->start + y * from->step_y + x0 * from->step_x;
        for (int x = x0; x < x1; x++, p += PX, q += from->step_x)
            memcpy(p, q, PX);
    }
}

static crok_status turn(crok_image *img, bool right, bool bottom, crok_err *err)
{
    crok_image to = {0};
    order from = turned_order(img, right, bottom);
    crok_status st = crok_image_new(img->h_px, img->w_px, CROK_RGB8, &to, err);
    if (st != CROK_OK)
        return st;
    for (int y = 0; y < to.h_px; y += TILE_PX)
        for (int x = 0; x < to.w_px; x += TILE_PX)
            turn_tile(&from, &to, x, y);
    crok_image_free(img);
    *img = to;
    return CROK_OK;
}

/* EXIF 2.32, 4.6.4 A: 2 mirrored, 3 upside down, 4 both, 5 transposed, 6 to
 * be turned clockwise, 7 transposed over the other diagonal, 8 to be turned
 * anticlockwise. From 2, 3, 7, 8 the stored columns run leftwards, from 3, 4,
 * 6, 7 the stored rows upwards. */
crok_status crok_photo_upright(crok_image *img, int orientation, crok_err *err)
{
    int o = orientation;
    bool right = o == 2 || o == 3 || o == 7 || o == 8;
    bool bottom = o == 3 || o == 4 || o == 6 || o == 7;
    CROK_ASSERT(img->format == CROK_RGB8);
    if (o >= 5)
        return turn(img, right, bottom, err);
    if (right)
        mirror_left_right(img);
    if (bottom)
        mirror_top_bottom(img);
    return CROK_OK;
}

int crok_photo_divisor(const crok_photo *photo, int min_long_side_px)
{
    int w = photo->stored_w_px, h = photo->stored_h_px;
    int n = min_long_side_px > 0 ? (w > h ? w : h) / min_long_side_px : 1;
    return n < 1 ? 1 : least(n, MAX_DIVISOR);
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

void crok_photo_four_to_rgb(crok_image *img, crok_photo_join *join)
{
    crok_photo_pack_rgb(img->data, (size_t)img->w_px * (size_t)img->h_px, join);
    img->stride_bytes = (size_t)img->w_px * PX;
}

void crok_photo_pack_rgb(uint8_t *px, size_t n, crok_photo_join *join)
{
    for (size_t i = 0; i < n; i++)
        join(px + i * 4U, px + i * PX);
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
    if (n_rows < h - h / 2)
        return crok_fail(err, CROK_EFORMAT,
                         "%s: the %s data is damaged (%s), too little of it "
                         "can be read; copy the file again",
                         photo->name, photo->format, why);
    if (n_rows < h)
        crok_photo_warn(photo, "damaged: %d %% of the picture is missing (%s)",
                        (int)(100.0 * (h - n_rows) / h + 0.5), why);
    else
        crok_photo_warn(photo, "damaged: %s", why);
    return CROK_OK;
}
