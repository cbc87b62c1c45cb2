/* SPDX-License-Identifier: Apache-2.0 */
#include "board/search/gradient.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/wide.h"

/* A sliding window of three rows of the picture. Each channel of a row is
 * stored separately, with one mirrored pixel added at each end. Row y is stored
 * at index y % 3. Sobel's kernels are separable, so the result of a row takes
 * two passes: along the columns, then along the row. */
typedef struct window {
    int w, channels;
    uint8_t *rows;
    int16_t *across; /* one channel's rows above, at and below the row, summed
                        with the weights 1 2 1 */
    int16_t *down;   /* one channel's row below minus the row above */
    int *steepest;   /* largest squared magnitude in the channels so far */
} window;

static size_t padded(const window *win)
{
    return (size_t)win->w + 2U;
}

static uint8_t *row_of(const window *win, int y, int channel)
{
    return win->rows + (size_t)(y % 3 * win->channels + channel) * padded(win);
}

/* The index inside 0..n-1 to which i is mirrored at the ends: -1 becomes 1, and
 * n becomes n - 2. */
static int mirrored(int i, int n)
{
    int inside = i < 0 ? -i : i >= n ? 2 * n - 2 - i : i;
    return n == 1 ? 0 : inside;
}

CROK_WIDE static void split_rgb(const uint8_t *restrict from, int n,
                                uint8_t *restrict r, uint8_t *restrict g,
                                uint8_t *restrict b)
{
    for (int x = 0; x < n; x++) {
        r[x] = from[3 * x];
        g[x] = from[3 * x + 1];
        b[x] = from[3 * x + 2];
    }
}

static void load_row(const window *win, const crok_image *img, int y)
{
    const uint8_t *from = crok_image_row(img, y);
    uint8_t *to = row_of(win, y, 0) + 1;
    if (img->format == CROK_RGB8)
        split_rgb(from, win->w, to, to + padded(win), to + 2U * padded(win));
    else
        memcpy(to, from, (size_t)win->w);
    for (int c = 0; c < win->channels; c++, to += padded(win)) {
        to[-1] = to[mirrored(-1, win->w)];
        to[win->w] = to[mirrored(win->w, win->w)];
    }
}

CROK_WIDE static void mix_rows(const uint8_t *restrict above,
                               const uint8_t *restrict at,
                               const uint8_t *restrict below, size_t n,
                               int16_t *restrict across, int16_t *restrict down)
{
    for (size_t i = 0; i < n; i++) {
        across[i] = (int16_t)(above[i] + 2 * at[i] + below[i]);
        down[i] = (int16_t)(below[i] - above[i]);
    }
}

/* Compute the gradient of one channel from its sums and differences. Where its
 * magnitude is larger than that of the channels before, it replaces their
 * gradient. */
CROK_WIDE static void keep_steeper(const int16_t *restrict across,
                                   const int16_t *restrict down, int n,
                                   int16_t *restrict gx, int16_t *restrict gy,
                                   int *restrict steepest)
{
    for (int x = 0; x < n; x++) {
        int16_t dx = (int16_t)(across[x + 2] - across[x]);
        int16_t dy = (int16_t)(down[x] + 2 * down[x + 1] + down[x + 2]);
        int16_t old_dx = gx[x];
        int16_t old_dy = gy[x];
        int square = dx * dx + dy * dy;
        int old = steepest[x];
        gx[x] = square > old ? dx : old_dx;
        gy[x] = square > old ? dy : old_dy;
        steepest[x] = square > old ? square : old;
    }
}

static void gradient_of_row(const window *win, int h, int y, crok_gradient *out)
{
    size_t at = (size_t)y * (size_t)win->w;
    float *restrict mag = out->mag + at;
    const int *restrict square = win->steepest;
    memset(out->gx + at, 0, sizeof *out->gx * (size_t)win->w);
    memset(out->gy + at, 0, sizeof *out->gy * (size_t)win->w);
    memset(win->steepest, 0, sizeof *win->steepest * (size_t)win->w);
    for (int c = 0; c < win->channels; c++) {
        mix_rows(row_of(win, mirrored(y - 1, h), c), row_of(win, y, c),
                 row_of(win, mirrored(y + 1, h), c), padded(win), win->across,
                 win->down);
        keep_steeper(win->across, win->down, win->w, out->gx + at, out->gy + at,
                     win->steepest);
    }
    for (int x = 0; x < win->w; x++)
        mag[x] = sqrtf((float)square[x]) * (1.0F / CROK_SOBEL_GAIN);
}

static void all_rows(const window *win, const crok_image *img,
                     crok_gradient *out)
{
    load_row(win, img, 0);
    for (int y = 0; y < img->h_px; y++) {
        if (y + 1 < img->h_px)
            load_row(win, img, y + 1);
        gradient_of_row(win, img->h_px, y, out);
    }
}

static bool window_new(const crok_image *img, window *win)
{
    *win = (window){.w = img->w_px, .channels = (int)img->format};
    win->rows = calloc(3U * (size_t)win->channels, padded(win));
    win->across = malloc(padded(win) * sizeof *win->across);
    win->down = malloc(padded(win) * sizeof *win->down);
    win->steepest = malloc((size_t)win->w * sizeof *win->steepest);
    return win->rows != NULL && win->across != NULL && win->down != NULL &&
           win->steepest != NULL;
}

static void window_free(window *win)
{
    free(win->rows);
    free(win->across);
    free(win->down);
    free(win->steepest);
}

crok_status crok_gradient_of(const crok_image *img, crok_gradient *out,
                             crok_err *err)
{
    size_t n = (size_t)img->w_px * (size_t)img->h_px;
    window win;
    crok_gradient s = {.w = img->w_px, .h = img->h_px};
    bool enough = window_new(img, &win);
    s.gx = malloc(n * sizeof *s.gx);
    s.gy = malloc(n * sizeof *s.gy);
    s.mag = malloc(n * sizeof *s.mag);
    enough = enough && s.gx != NULL && s.gy != NULL && s.mag != NULL;
    if (enough)
        all_rows(&win, img, &s);
    window_free(&win);
    if (!enough) {
        crok_gradient_free(&s);
        return crok_fail(err, CROK_ENOMEM, "no memory to find edges");
    }
    *out = s;
    return CROK_OK;
}

void crok_gradient_free(crok_gradient *gradient)
{
    free(gradient->gx);
    free(gradient->gy);
    free(gradient->mag);
    *gradient = (crok_gradient){0};
}
