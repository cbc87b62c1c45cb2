/* SPDX-License-Identifier: Apache-2.0 */
#include "board/edges.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "cv/cv.h"

/* Sobel's kernel gives eight times the slope. */
#define SOBEL_GAIN 8
/* Below this slope (grey levels a pixel) a change is noise: sensor noise of
 * 2 levels leaves about 1 after the blur. */
#define SLOPE_FLOOR 2.5
/* An edge must stand out from its neighbourhood's mean slope by this factor. */
#define SLOPE_OVER_MEAN 1.6
/* The neighbourhood: cells of this many pixels, and their eight neighbours. */
#define CELL_PX 16

typedef struct slopes {
    int w, h;
    int16_t *gx, *gy; /* of the channel that changes most */
    float *mag;
} slopes;

static void slopes_free(slopes *s)
{
    free(s->gx);
    free(s->gy);
    free(s->mag);
}

/* Where a later plane's slope is larger it replaces the first plane's. */
static void take_larger(slopes *s, const int16_t *restrict gx,
                        const int16_t *restrict gy, size_t n)
{
    int16_t *restrict bx = s->gx;
    int16_t *restrict by = s->gy;
    for (size_t i = 0; i < n; i++) {
        int best = bx[i] * bx[i] + by[i] * by[i];
        int m = gx[i] * gx[i] + gy[i] * gy[i];
        bx[i] = m > best ? gx[i] : bx[i];
        by[i] = m > best ? gy[i] : by[i];
    }
}

/* Keeps, for each pixel, the channel with the largest slope. */
static void strongest_channel(slopes *s, int channels)
{
    size_t n = (size_t)s->w * (size_t)s->h;
    for (int c = 1; c < channels; c++)
        take_larger(s, s->gx + n * (size_t)c, s->gy + n * (size_t)c, n);
    for (size_t i = 0; i < n; i++)
        s->mag[i] = sqrtf((float)(s->gx[i] * s->gx[i] + s->gy[i] * s->gy[i])) *
                    (1.0F / SOBEL_GAIN);
}

static crok_status slopes_of(const crok_image *img, slopes *out, crok_err *err)
{
    size_t n = (size_t)img->w_px * (size_t)img->h_px;
    size_t c = (size_t)img->format;
    slopes s = {.w = img->w_px, .h = img->h_px};
    crok_status st = CROK_ENOMEM;
    s.gx = malloc(n * c * sizeof *s.gx);
    s.gy = malloc(n * c * sizeof *s.gy);
    s.mag = malloc(n * sizeof *s.mag);
    if (s.gx == NULL || s.gy == NULL || s.mag == NULL)
        st = crok_fail(err, CROK_ENOMEM, "no memory to find edges");
    else
        st = crok_cv_sobel(img, s.gx, s.gy, err);
    if (st != CROK_OK) {
        slopes_free(&s);
        return st;
    }
    strongest_channel(&s, (int)img->format);
    *out = s;
    return CROK_OK;
}

/* Mean slope of each cell. */
static void cell_means(const slopes *s, int nx, int ny, float *mean)
{
    for (int cy = 0; cy < ny; cy++) {
        for (int cx = 0; cx < nx; cx++) {
            int x1 = (cx + 1) * CELL_PX < s->w ? (cx + 1) * CELL_PX : s->w;
            int y1 = (cy + 1) * CELL_PX < s->h ? (cy + 1) * CELL_PX : s->h;
            float sum = 0.0F;
            for (int y = cy * CELL_PX; y < y1; y++)
                for (int x = cx * CELL_PX; x < x1; x++)
                    sum += s->mag[(size_t)y * (size_t)s->w + (size_t)x];
            mean[cy * nx + cx] =
                sum / (float)((x1 - cx * CELL_PX) * (y1 - cy * CELL_PX));
        }
    }
}

/* The slope that an edge in cell (cx, cy) must have. */
static float threshold_of(const float *mean, int nx, int ny, int cx, int cy)
{
    float sum = 0.0F;
    int n = 0;
    for (int y = cy - 1; y <= cy + 1; y++) {
        for (int x = cx - 1; x <= cx + 1; x++) {
            if (x < 0 || y < 0 || x >= nx || y >= ny)
                continue;
            sum += mean[y * nx + x];
            n++;
        }
    }
    return fmaxf((float)SLOPE_FLOOR, (float)SLOPE_OVER_MEAN * sum / (float)n);
}

/* Is the slope at pixel i the largest of itself and its two neighbours along
 * the slope (to the nearest of eight directions)? */
static bool is_crest(const slopes *s, size_t i)
{
    int x = s->gx[i];
    int y = s->gy[i];
    ptrdiff_t step = s->w;
    float m = s->mag[i];
    if (2 * abs(y) < abs(x)) /* within 27 degrees of the row */
        step = 1;
    else if (2 * abs(x) >= abs(y))
        step = (x > 0) == (y > 0) ? s->w + 1 : s->w - 1;
    return m > s->mag[(ptrdiff_t)i - step] && m >= s->mag[(ptrdiff_t)i + step];
}

/* Thresholds of all cells. */
static void cell_thresholds(const float *mean, int nx, int ny, float *out)
{
    for (int cy = 0; cy < ny; cy++)
        for (int cx = 0; cx < nx; cx++)
            out[cy * nx + cx] = threshold_of(mean, nx, ny, cx, cy);
}

static int collect(const slopes *s, const float *threshold, int nx,
                   crok_edge *to)
{
    int n = 0;
    for (int y = 1; y + 1 < s->h; y++) {
        const float *least = threshold + (ptrdiff_t)(y / CELL_PX) * nx;
        for (int x = 1; x + 1 < s->w; x++) {
            size_t i = (size_t)y * (size_t)s->w + (size_t)x;
            float m = s->mag[i];
            if (m < least[x / CELL_PX] || !is_crest(s, i))
                continue;
            to[n++] = (crok_edge){(float)x, (float)y,
                                  (float)s->gx[i] / (m * SOBEL_GAIN),
                                  (float)s->gy[i] / (m * SOBEL_GAIN)};
        }
    }
    return n;
}

crok_status crok_edges_find(const crok_image *img, crok_edges *out,
                            crok_err *err)
{
    int nx = (img->w_px + CELL_PX - 1) / CELL_PX;
    int ny = (img->h_px + CELL_PX - 1) / CELL_PX;
    float *mean = NULL;
    crok_edge *at = NULL;
    slopes s = {0};
    crok_status st = slopes_of(img, &s, err);
    if (st != CROK_OK)
        return st;
    mean = malloc(2 * (size_t)nx * (size_t)ny * sizeof *mean);
    /* crests are never neighbours along the slope: half the pixels at most */
    at = malloc(((size_t)img->w_px * (size_t)img->h_px) * sizeof *at);
    if (mean == NULL || at == NULL) {
        st = crok_fail(err, CROK_ENOMEM, "no memory to find edges");
        free(at);
    } else {
        float *threshold = mean + (ptrdiff_t)nx * ny;
        cell_means(&s, nx, ny, mean);
        cell_thresholds(mean, nx, ny, threshold);
        out->n = collect(&s, threshold, nx, at);
        out->at = at;
    }
    free(mean);
    slopes_free(&s);
    return st;
}

void crok_edges_free(crok_edges *edges)
{
    if (edges == NULL)
        return;
    free(edges->at);
    *edges = (crok_edges){0};
}
