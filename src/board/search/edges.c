/* SPDX-License-Identifier: Apache-2.0 */
#include "board/edges.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "board/model/camera_formulas.h"
#include "board/search/slopes.h"
#include "core/wide.h"

/* Below this slope (grey levels a pixel) a change is noise: sensor noise of
 * 2 levels leaves about 1 after the blur. */
#define SLOPE_FLOOR 2.5
/* An edge must stand out from its neighbourhood's mean slope by this factor. */
#define SLOPE_OVER_MEAN 1.6
/* The neighbourhood: cells of this many pixels, and their eight neighbours. */
#define CELL_PX 16

/* Adds the slopes of a row of cells, column by column, each as `steep` at most.
 */
static void column_sums(const crok_slopes *s, float steep, int y0, int y1,
                        float *restrict sum)
{
    for (int x = 0; x < s->w; x++)
        sum[x] = 0.0F;
    for (int y = y0; y < y1; y++) {
        const float *restrict row = s->mag + (size_t)y * (size_t)s->w;
        for (int x = 0; x < s->w; x++)
            sum[x] += row[x] < steep ? row[x] : steep;
    }
}

/* Mean slope of each cell; sum is room for a row of pixels. */
static void cell_means(const crok_slopes *s, float steep, int nx, int ny,
                       float *sum, float *mean)
{
    for (int cy = 0; cy < ny; cy++) {
        int y0 = cy * CELL_PX;
        int y1 = y0 + CELL_PX < s->h ? y0 + CELL_PX : s->h;
        column_sums(s, steep, y0, y1, sum);
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
    int x = abs(s->gx[i]);
    int y = abs(s->gy[i]);
    bool falls = (s->gx[i] > 0) != (s->gy[i] > 0);
    ptrdiff_t diagonal = falls ? s->w - 1 : s->w + 1;
    ptrdiff_t steep = 2 * x >= y ? diagonal : s->w;
    ptrdiff_t step = 2 * y < x ? 1 : steep; /* within 27 degrees of the row */
    float m = s->mag[i];
    return (m > s->mag[(ptrdiff_t)i - step]) &
           (m >= s->mag[(ptrdiff_t)i + step]);
}

/* Thresholds of all cells. */
static void cell_thresholds(const float *mean, int nx, int ny, float *out)
{
    for (int cy = 0; cy < ny; cy++)
        for (int cx = 0; cx < nx; cx++)
            out[cy * nx + cx] = threshold_of(mean, nx, ny, cx, cy);
}

/* The places in a row that are steep enough. Where they are cannot be guessed:
 * each is written, and counted where it is right. */
static int steep_places(const float *mag, int w, const float *least, int *at)
{
    int n = 0;
    for (int x = 1; x + 1 < w; x++) {
        at[n] = x;
        n += mag[x] >= least[x / CELL_PX];
    }
    return n;
}

/* Those of them that are crests, likewise. */
static int crests(const crok_slopes *s, size_t row, int *at, int n)
{
    int n_crests = 0;
    for (int k = 0; k < n; k++) {
        at[n_crests] = at[k];
        n_crests += is_crest(s, row + (size_t)at[k]);
    }
    return n_crests;
}

static crok_edge edge_at(const crok_slopes *s, int x, int y)
{
    size_t i = (size_t)y * (size_t)s->w + (size_t)x;
    float gain = s->mag[i] * CROK_SLOPE_GAIN;
    return (crok_edge){(float)x, (float)y, (float)s->gx[i] / gain,
                       (float)s->gy[i] / gain};
}

/* `places` is room for a row. */
static int collect(const crok_slopes *s, const float *threshold, int nx,
                   int *places, crok_edge *to)
{
    int n = 0;
    for (int y = 1; y + 1 < s->h; y++) {
        const float *least = threshold + (ptrdiff_t)(y / CELL_PX) * nx;
        size_t row = (size_t)y * (size_t)s->w;
        int k = steep_places(s->mag + row, s->w, least, places);
        k = crests(s, row, places, k);
        for (int i = 0; i < k; i++)
            to[n++] = edge_at(s, places[i], y);
    }
    return n;
}

/* What the search for edges needs beside the slopes. */
typedef struct bench {
    int nx, ny;       /* cells */
    float *mean;      /* of each cell */
    float *threshold; /* likewise */
    float *sum;       /* of each column */
    int *places;      /* in a row */
} bench;

static bool bench_new(int w, int h, bench *b)
{
    size_t n = 0;
    b->nx = (w + CELL_PX - 1) / CELL_PX;
    b->ny = (h + CELL_PX - 1) / CELL_PX;
    n = (size_t)b->nx * (size_t)b->ny;
    b->mean = malloc(n * sizeof *b->mean);
    b->threshold = malloc(n * sizeof *b->threshold);
    b->sum = malloc((size_t)w * sizeof *b->sum);
    b->places = malloc((size_t)w * sizeof *b->places);
    return b->mean != NULL && b->threshold != NULL && b->sum != NULL &&
           b->places != NULL;
}

static void bench_free(bench *b)
{
    free(b->mean);
    free(b->threshold);
    free(b->sum);
    free(b->places);
}

static int edges_of(const crok_slopes *s, float steep, const bench *b,
                    crok_edge *to)
{
    cell_means(s, steep, b->nx, b->ny, b->sum, b->mean);
    cell_thresholds(b->mean, b->nx, b->ny, b->threshold);
    return collect(s, b->threshold, b->nx, b->places, to);
}

crok_status crok_edges_find(const crok_image *img, float steep, crok_edges *out,
                            crok_err *err)
{
    crok_edge *at = NULL;
    crok_slopes s = {0};
    bench b;
    bool enough = false;
    crok_status st = crok_slopes_of(img, &s, err);
    if (st != CROK_OK)
        return st;
    enough = bench_new(img->w_px, img->h_px, &b);
    /* more than there can be: crests are no neighbours along the slope */
    at = malloc(((size_t)img->w_px * (size_t)img->h_px) * sizeof *at);
    if (!enough || at == NULL) {
        st = crok_fail(err, CROK_ENOMEM, "no memory to find edges");
        free(at);
    } else {
        out->n = edges_of(&s, steep, &b, at);
        out->at = at;
    }
    bench_free(&b);
    crok_slopes_free(&s);
    return st;
}

/* Edges that are worked out together. */
typedef struct lanes {
    crok_camera_rays to;
    double dx[CROK_LANES], dy[CROK_LANES];
} lanes;

CROK_WIDE static void touch(const crok_camera_plane *plane,
                            const lanes *restrict l,
                            crok_camera_touch out[restrict CROK_LANES])
{
    for (int i = 0; i < CROK_LANES; i++) {
        crok_camera_ray to = {l->to.x[i], l->to.y[i], l->to.s[i]};
        out[i] = crok_camera_touched(plane, to, l->dx[i], l->dy[i]);
    }
}

int crok_edges_meet(const crok_edges *edges, int from, int step,
                    const crok_camera_plane *plane,
                    crok_camera_touch out[CROK_EDGES_MET])
{
    int left = (edges->n - from + step - 1) / step;
    int n = left < CROK_EDGES_MET ? left : CROK_EDGES_MET;
    for (int at = 0; at < n; at += CROK_LANES) {
        lanes l;
        for (int i = 0; i < CROK_LANES; i++) {
            int k = at + i < n ? at + i : n - 1;
            const crok_edge *e = &edges->at[from + k * step];
            l.to.x_px[i] = (double)e->x_px;
            l.to.y_px[i] = (double)e->y_px;
            l.dx[i] = -(double)e->ny;
            l.dy[i] = (double)e->nx;
        }
        crok_camera_undistort(plane, &l.to);
        touch(plane, &l, out + at);
    }
    return n;
}

void crok_edges_leave_out(crok_edges *edges, const crok_camera *cam,
                          double radius)
{
    int n = 0;
    for (int i = 0; i < edges->n; i++) {
        crok_px p = {edges->at[i].x_px, edges->at[i].y_px};
        crok_mm at = crok_camera_unproject(cam, p, 0.0);
        if (!(hypot(at.x, at.y) < radius)) /* beyond the horizon: NAN */
            edges->at[n++] = edges->at[i];
    }
    edges->n = n;
}

void crok_edges_free(crok_edges *edges)
{
    if (edges == NULL)
        return;
    free(edges->at);
    *edges = (crok_edges){0};
}
