/* SPDX-License-Identifier: Apache-2.0
 *
 * Box filter that reduces a picture by a whole number n while its rows are
 * read, so that the full picture need not be stored. */
#include <stdlib.h>
#include <string.h>

#include "capture/photo_format.h"

crok_status crok_photo_box_begin(crok_photo_box *b, const crok_photo *photo,
                                 int n, uint8_t *memory, crok_err *err)
{
    int w = photo->stored_w_px, h = photo->stored_h_px;
    int out_w = (w + n - 1) / n, out_h = (h + n - 1) / n;
    *b = (crok_photo_box){.w_px = w, .h_px = h, .n = n};
    b->out = (crok_image){.data = memory,
                          .w_px = out_w,
                          .h_px = out_h,
                          .stride_bytes = (size_t)out_w * 3U,
                          .format = CROK_RGB8};
    b->sums = calloc((size_t)out_w * 3U, sizeof *b->sums);
    if (b->sums == NULL)
        return crok_fail(err, CROK_ENOMEM, "%s: no memory to decode it",
                         photo->name);
    return memory != NULL
               ? CROK_OK
               : crok_image_new(out_w, out_h, CROK_RGB8, &b->out, err);
}

/* Add a full row to the sums; the last block of the row may be incomplete. */
static void add_row(crok_photo_box *b, const uint8_t *rgb)
{
    const uint8_t *end = rgb + (size_t)b->w_px * 3U;
    uint32_t *sum = b->sums;
    for (; rgb < end; sum += 3)
        for (int i = 0; i < b->n && rgb < end; i++, rgb += 3)
            for (int c = 0; c < 3; c++)
                sum[c] += rgb[c];
}

/* Write decoded row y, the means over n_rows full rows, and clear the sums. */
static void put_mean(crok_photo_box *b, int y, int n_rows)
{
    uint8_t *p = crok_image_row(&b->out, y);
    int last = b->w_px - (b->out.w_px - 1) * b->n;
    for (int x = 0; x < b->out.w_px; x++) {
        unsigned n = (unsigned)(n_rows * (x + 1 < b->out.w_px ? b->n : last));
        for (int c = 0; c < 3; c++, p++)
            *p = (uint8_t)((b->sums[x * 3 + c] + n / 2U) / n);
    }
    memset(b->sums, 0, (size_t)b->out.w_px * 3U * sizeof *b->sums);
}

void crok_photo_box_add(crok_photo_box *b, const uint8_t *rgb)
{
    int y = b->n_rows++;
    if (b->n == 1) {
        memmove(crok_image_row(&b->out, y), rgb, (size_t)b->w_px * 3U);
        return;
    }
    add_row(b, rgb);
    if (b->n_rows % b->n == 0 || b->n_rows == b->h_px)
        put_mean(b, y / b->n, y % b->n + 1);
}

crok_status crok_photo_box_end(crok_photo_box *b, crok_status st,
                               crok_image *image, crok_photo_scale *scale)
{
    free(b->sums);
    if (st == CROK_OK) {
        *image = b->out;
        scale->x = scale->y = b->n;
    } else {
        crok_image_free(&b->out);
    }
    return st;
}
