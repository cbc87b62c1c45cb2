/* SPDX-License-Identifier: Apache-2.0 */
#include "board/edges.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "board/slopes.h"

/* Below this slope (grey levels a pixel) a change is noise: sensor noise of
 * 2 levels leaves about 1 after the blur. */
#define SLOPE_FLOOR 2.5
/* An edge must stand out from its neighbourhood's mean slope by this factor. */
#define SLOPE_OVER_MEAN 1.6
/* The neighbourhood: cells of this many pixels, and their eight neighbours. */
#define CELL_PX 16

/* Adds the slopes of a row of cells, column by column. */
static void column_sums(const crok_slopes *s, int y0, int y1,
                        float *restrict sum)
{
    for (int x = 0; x < s->w; x++)
        sum[x] = 0.0F;
    for (int y = y0; y < y1; y++) {
        const float *restrict row = s->mag + (size_t)y * (size_t)s->w;
        for (int x = 0; x < s->w; x++)
            sum[x] += row[x];
    }
}

/* Mean slope of each cell; sum is room for a row of pixels. */
static void cell_means(const crok_slopes *s, int nx, int ny, float *sum,
                       float *mean)
{
    for (int cy = 0; cy < ny; cy++) {
        int y0 = cy * CELL_PX;
        int y1 = y0 + CELL_PX < s->h ? y0 + CELL_PX : s->h;
        column_sums(s, y0, y1, sum);
        for (int cx = 0; cx < nx; cx++) {
            int x0 = cx * CELL_PX;
            int x1 = x0 + CELL_PX < s->w ? x0 + CELL_PX : s->w;
            float all = 0.0F;
            for (int x = x0; x < x1; x++)
                all += sum[x];
            mean[cy * nx + cx] = all / (float)((x1 - x0) * (y1 - y0));
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
static bool is_crest(const crok_slopes *s, size_t i)
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

static int collect(const crok_slopes *s, const float *threshold, int nx,
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
                                  (float)s->gx[i] / (m * CROK_SLOPE_GAIN),
                                  (float)s->gy[i] / (m * CROK_SLOPE_GAIN)};
        }
    }
    return n;
}

/* The edges of slopes, into `to`; `work` is room for the thresholds, the means
 * of the cells and a row of pixels. */
static int edges_of(const crok_slopes *s, int nx, int ny, float *work,
                    crok_edge *to)
{
    float *mean = work + (ptrdiff_t)nx * ny;
    cell_means(s, nx, ny, mean + (ptrdiff_t)nx * ny, mean);
    cell_thresholds(mean, nx, ny, work);
    return collect(s, work, nx, to);
}

crok_status crok_edges_find(const crok_image *img, crok_edges *out,
                            crok_err *err)
{
    int nx = (img->w_px + CELL_PX - 1) / CELL_PX;
    int ny = (img->h_px + CELL_PX - 1) / CELL_PX;
    size_t n_work = 2U * (size_t)nx * (size_t)ny + (size_t)img->w_px;
    float *work = NULL;
    crok_edge *at = NULL;
    crok_slopes s = {0};
    crok_status st = crok_slopes_of(img, &s, err);
    if (st != CROK_OK)
        return st;
    work = malloc(n_work * sizeof *work);
    /* crests are never neighbours along the slope: half the pixels at most */
    at = malloc(((size_t)img->w_px * (size_t)img->h_px) * sizeof *at);
    if (work == NULL || at == NULL) {
        st = crok_fail(err, CROK_ENOMEM, "no memory to find edges");
        free(at);
    } else {
        out->n = edges_of(&s, nx, ny, work, at);
        out->at = at;
    }
    free(work);
    crok_slopes_free(&s);
    return st;
}

void crok_edges_free(crok_edges *edges)
{
    if (edges == NULL)
        return;
    free(edges->at);
    *edges = (crok_edges){0};
}
