/* SPDX-License-Identifier: Apache-2.0 */
#include "core/enlarge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/wide.h"

enum {
    TAPS = 4,
    CHANNELS = 3,
    BORDER = 2 /* pixels that are repeated at either end of a row */
};
#define CUBIC (-0.75F)
#define WEIGHT_STEPS 2048.0F
/* The sum of this and a float from 0 to 2^22 has no fraction: it is rounded to
 * the nearest integer, the even one of two. */
#define ROUNDER 8388608.0F

/* The pixels along one axis that a sample is made of: TAPS from `first` on. */
typedef struct taps {
    int first;
    float weight[TAPS];
} taps;

/* The taps of sample i of an axis on which a sample is `step` pixels. */
static taps taps_of(int i, double step)
{
    const float a = CUBIC;
    float at = (float)((i + 0.5) * step - 0.5);
    int pixel = (int)floorf(at);
    float x = at - (float)pixel;
    float y = 1.0F - x;
    float w[TAPS] = {((a * (x + 1.0F) - 5.0F * a) * (x + 1.0F) + 8.0F * a) *
                             (x + 1.0F) -
                         4.0F * a,
                     ((a + 2.0F) * x - (a + 3.0F)) * x * x + 1.0F,
                     ((a + 2.0F) * y - (a + 3.0F)) * y * y + 1.0F, 0.0F};
    taps out = {.first = pixel - 1};
    w[TAPS - 1] = 1.0F - w[0] - w[1] - w[2];
    for (int k = 0; k < TAPS; k++)
        out.weight[k] = (float)lrintf(w[k] * WEIGHT_STEPS) / WEIGHT_STEPS;
    return out;
}

static int clamped(int i, int n)
{
    if (i < 0)
        return 0;
    return i < n ? i : n - 1;
}

/* A row of the picture is spread to one register a pixel, and made wider. The
 * wider ones of the last TAPS rows are kept. */
typedef struct work {
    crok_floats *pixel; /* img->w_px and BORDER at either end */
    taps *column;       /* out->w_px */
    float *wide[TAPS];  /* row y of the picture is in y % TAPS */
    int y[TAPS];        /* the row that is there; -1: none */
} work;

static bool work_new(int from_w, int to_w, work *k)
{
    /* a sample is written as a whole register, one lane longer than a pixel */
    size_t row = (size_t)to_w * CHANNELS + 1U;
    *k = (work){.y = {-1, -1, -1, -1}};
    k->pixel = malloc(((size_t)from_w + 2U * BORDER) * sizeof *k->pixel);
    k->column = malloc((size_t)to_w * sizeof *k->column);
    k->wide[0] = malloc(TAPS * row * sizeof *k->wide[0]);
    if (k->pixel == NULL || k->column == NULL || k->wide[0] == NULL)
        return false;
    for (int i = 1; i < TAPS; i++)
        k->wide[i] = k->wide[i - 1] + row;
    for (int x = 0; x < to_w; x++)
        k->column[x] = taps_of(x, 1.0 / ((double)to_w / from_w));
    return true;
}

static void work_free(work *k)
{
    free(k->pixel);
    free(k->column);
    free(k->wide[0]);
}

static void spread_row(const uint8_t *from, int w, crok_floats *to)
{
    for (int x = 0; x < w; x++) {
        const uint8_t *p = from + (ptrdiff_t)CHANNELS * x;
        to[x + BORDER] =
            (crok_floats){(float)p[0], (float)p[1], (float)p[2], 0.0F};
    }
    for (int i = 0; i < BORDER; i++) {
        to[i] = to[BORDER];
        to[w + BORDER + i] = to[w + BORDER - 1];
    }
}

static void widen_row(const work *k, int w, float *to)
{
    for (int x = 0; x < w; x++, to += CHANNELS) {
        const taps *t = &k->column[x];
        const crok_floats *p = k->pixel + t->first + BORDER;
        crok_floats sum = p[0] * t->weight[0] + p[1] * t->weight[1] +
                          p[2] * t->weight[2] + p[3] * t->weight[3];
        memcpy(to, &sum, sizeof sum);
    }
}

CROK_WIDE static void mix_rows(float *const row[TAPS], const float *weight,
                               int n, uint8_t *restrict to)
{
    const float *restrict a = row[0];
    const float *restrict b = row[1];
    const float *restrict c = row[2];
    const float *restrict d = row[3];
    const float wa = weight[0];
    const float wb = weight[1];
    const float wc = weight[2];
    const float wd = weight[3];
    for (int i = 0; i < n; i++) {
        float v = a[i] * wa + (b[i] * wb + (c[i] * wc + d[i] * wd));
        v = v > 0.0F ? v : 0.0F;
        v = v < 255.0F ? v : 255.0F;
        to[i] = (uint8_t)(int)((v + ROUNDER) - ROUNDER);
    }
}

/* Row y of the picture, made wider. */
static float *wide_row(const crok_image *img, int y, int w, work *k)
{
    int at = y % TAPS;
    if (k->y[at] != y) {
        spread_row(crok_image_row(img, y), img->w_px, k->pixel);
        widen_row(k, w, k->wide[at]);
        k->y[at] = y;
    }
    return k->wide[at];
}

crok_status crok_image_enlarge(const crok_image *img, crok_image *out,
                               crok_err *err)
{
    const double step = 1.0 / ((double)out->h_px / img->h_px);
    work k;
    bool enough = work_new(img->w_px, out->w_px, &k);
    for (int y = 0; enough && y < out->h_px; y++) {
        taps t = taps_of(y, step);
        float *row[TAPS];
        for (int i = 0; i < TAPS; i++)
            row[i] =
                wide_row(img, clamped(t.first + i, img->h_px), out->w_px, &k);
        mix_rows(row, t.weight, out->w_px * CHANNELS, crok_image_row(out, y));
    }
    work_free(&k);
    return enough ? CROK_OK
                  : crok_fail(err, CROK_ENOMEM,
                              "no memory to enlarge a "
                              "picture");
}
