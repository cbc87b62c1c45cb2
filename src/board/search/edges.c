/* SPDX-License-Identifier: Apache-2.0 */
#include "board/edges.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "board/model/camera_formulas.h"
#include "board/search/gradient.h"
#include "core/wide.h"

/* An edge point must have a gradient magnitude, in grey levels per px, of at
 * least
 *
 *     max(MIN_MAG, MIN_MAG_OVER_MEAN * mean)
 *
 * where the mean is taken over the point's cell of CELL_PX by CELL_PX pixels
 * and the eight cells around it. All three were chosen by hand.
 *
 * About MIN_MAG: sensor noise with a standard deviation of 2 grey levels gives
 * gradients of about 1 grey level per px. With a lower limit, noise makes edge
 * points in flat areas; with a higher one, faint lines are lost. */
#define MIN_MAG 2.5
/* With a lower factor, wood grain and carpets give too many edge points; with a
 * higher one, lines are lost on such textures. */
#define MIN_MAG_OVER_MEAN 1.6
/* With larger cells the threshold follows the texture less closely; with
 * smaller ones a line raises its own threshold. */
#define CELL_PX 16

/* Sum the gradient magnitudes of the rows y0 to y1 - 1 in each column. A
 * magnitude above `steep` is counted as `steep`. */
static void column_sums(const crok_gradient *s, float steep, int y0, int y1,
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

/* Compute the mean gradient magnitude of each cell. `sum` is scratch memory
 * with one float per column. */
static void cell_means(const crok_gradient *s, float steep, int nx, int ny,
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

/* The smallest gradient magnitude of an edge point in cell (cx, cy). */
static float cell_threshold(const float *mean, int nx, int ny, int cx, int cy)
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
    return fmaxf((float)MIN_MAG, (float)MIN_MAG_OVER_MEAN * sum / (float)n);
}

/* Non-maximum suppression: is the magnitude at pixel i larger than that of its
 * two neighbours along the gradient? The direction of the gradient is rounded
 * to one of four axes: the row, the column and the two diagonals. If two
 * neighbours have the same magnitude, the first one in reading order counts as
 * larger. */
static bool is_local_maximum(const crok_gradient *s, size_t i)
{
    int x = abs(s->gx[i]);
    int y = abs(s->gy[i]);
    bool falls = (s->gx[i] > 0) != (s->gy[i] > 0);
    ptrdiff_t diagonal = falls ? s->w - 1 : s->w + 1;
    ptrdiff_t off_row = 2 * x >= y ? diagonal : s->w;
    /* the axis is the row if the gradient is within atan(1/2) = 27 degrees of
     * it */
    ptrdiff_t step = 2 * y < x ? 1 : off_row;
    float m = s->mag[i];
    return (m > s->mag[(ptrdiff_t)i - step]) &
           (m >= s->mag[(ptrdiff_t)i + step]);
}

/* Compute the thresholds of all cells. */
static void cell_thresholds(const float *mean, int nx, int ny, float *out)
{
    for (int cy = 0; cy < ny; cy++)
        for (int cx = 0; cx < nx; cx++)
            out[cy * nx + cx] = cell_threshold(mean, nx, ny, cx, cy);
}

/* Do the magnitudes of one cell in a row reach the cell's threshold anywhere?
 */
CROK_INLINE bool has_strong(const float *mag, float threshold)
{
    int n = 0;
    for (int i = 0; i < CELL_PX; i++)
        n += mag[i] >= threshold;
    return n > 0;
}

/* Write to `at` the columns of a row whose gradient magnitude reaches the
 * threshold of their cell, except the first and the last column. Returns the
 * number of these columns. Cells without one are left out at once. The
 * processor would often predict a branch wrongly in the others. So each of
 * their columns is written, and the count increases only if the column passes.
 */
CROK_WIDE static int find_strong(const float *restrict mag, int w,
                                 const float *restrict threshold,
                                 int *restrict at)
{
    int n = 0;
    for (int from = 0; from < w - 1; from += CELL_PX) {
        const float least = threshold[from / CELL_PX];
        int to = from + CELL_PX < w - 1 ? from + CELL_PX : w - 1;
        if (to == from + CELL_PX && !has_strong(mag + from, least))
            continue;
        for (int x = from > 0 ? from : 1; x < to; x++) {
            at[n] = x;
            n += mag[x] >= least;
        }
    }
    return n;
}

/* Keep only the columns at which the gradient magnitude is a local maximum.
 * Returns their number. This function has no branch either. */
static int suppress_non_maxima(const crok_gradient *s, size_t row, int *at,
                               int n)
{
    int n_kept = 0;
    for (int k = 0; k < n; k++) {
        at[n_kept] = at[k];
        n_kept += is_local_maximum(s, row + (size_t)at[k]);
    }
    return n_kept;
}

static crok_edge edge_at(const crok_gradient *s, int x, int y)
{
    size_t i = (size_t)y * (size_t)s->w + (size_t)x;
    float gain = s->mag[i] * CROK_SOBEL_GAIN;
    return (crok_edge){(float)x, (float)y, (float)s->gx[i] / gain,
                       (float)s->gy[i] / gain};
}

/* Collect the edge points of the whole picture. `columns` is scratch memory
 * with one int per column. */
static int collect(const crok_gradient *s, const float *threshold, int nx,
                   int *columns, crok_edge *to)
{
    int n = 0;
    for (int y = 1; y + 1 < s->h; y++) {
        const float *of_row = threshold + (ptrdiff_t)(y / CELL_PX) * nx;
        size_t row = (size_t)y * (size_t)s->w;
        int k = find_strong(s->mag + row, s->w, of_row, columns);
        k = suppress_non_maxima(s, row, columns, k);
        for (int i = 0; i < k; i++)
            to[n++] = edge_at(s, columns[i], y);
    }
    return n;
}

/* All memory of one search except the gradient. */
typedef struct workspace {
    int nx, ny;       /* cells along the picture's sides */
    float *mean;      /* nx * ny: mean magnitude of each cell */
    float *threshold; /* nx * ny: smallest magnitude of an edge point */
    float *sum;       /* one per column */
    int *columns;     /* one per column */
} workspace;

static bool workspace_new(int w, int h, workspace *b)
{
    size_t n = 0;
    b->nx = (w + CELL_PX - 1) / CELL_PX;
    b->ny = (h + CELL_PX - 1) / CELL_PX;
    n = (size_t)b->nx * (size_t)b->ny;
    b->mean = malloc(n * sizeof *b->mean);
    b->threshold = calloc(n, sizeof *b->threshold);
    b->sum = malloc((size_t)w * sizeof *b->sum);
    b->columns = calloc((size_t)w, sizeof *b->columns);
    return b->mean != NULL && b->threshold != NULL && b->sum != NULL &&
           b->columns != NULL;
}

static void workspace_free(workspace *b)
{
    free(b->mean);
    free(b->threshold);
    free(b->sum);
    free(b->columns);
}

static int edges_of(const crok_gradient *s, float steep, const workspace *b,
                    crok_edge *to)
{
    cell_means(s, steep, b->nx, b->ny, b->sum, b->mean);
    cell_thresholds(b->mean, b->nx, b->ny, b->threshold);
    return collect(s, b->threshold, b->nx, b->columns, to);
}

crok_status crok_edges_find(const crok_image *img, float steep, crok_edges *out,
                            crok_err *err)
{
    crok_edge *at = NULL;
    crok_gradient s = {0};
    workspace b;
    bool enough = false;
    crok_status st = crok_gradient_of(img, &s, err);
    if (st != CROK_OK)
        return st;
    enough = workspace_new(img->w_px, img->h_px, &b);
    /* an upper bound of the number of edge points: one per pixel */
    at = malloc(((size_t)img->w_px * (size_t)img->h_px) * sizeof *at);
    if (!enough || at == NULL) {
        st = crok_fail(err, CROK_ENOMEM, "no memory to find edges");
        free(at);
    } else {
        out->n = edges_of(&s, steep, &b, at);
        out->at = at;
    }
    workspace_free(&b);
    crok_gradient_free(&s);
    return st;
}

/* A batch of edge points that are unprojected together, one per SIMD lane. */
typedef struct lanes {
    crok_camera_rays to;
    double dx[CROK_LANES], dy[CROK_LANES];
} lanes;

CROK_WIDE static void touch_batch(const crok_camera_plane *plane,
                                  const lanes *restrict l,
                                  crok_plane_point out[restrict CROK_LANES])
{
    for (int i = 0; i < CROK_LANES; i++) {
        crok_camera_ray to = {l->to.x[i], l->to.y[i], l->to.s[i]};
        out[i] = crok_camera_plane_point(plane, to, l->dx[i], l->dy[i]);
    }
}

int crok_edges_unproject(const crok_edges *edges, int from, int step,
                         const crok_camera_plane *plane,
                         crok_plane_point out[CROK_EDGES_BATCH])
{
    int left = (edges->n - from + step - 1) / step;
    int n = left < CROK_EDGES_BATCH ? left : CROK_EDGES_BATCH;
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
        touch_batch(plane, &l, out + at);
    }
    return n;
}

void crok_edges_remove_within(crok_edges *edges, const crok_camera *cam,
                              double radius)
{
    int n = 0;
    for (int i = 0; i < edges->n; i++) {
        crok_px p = {edges->at[i].x_px, edges->at[i].y_px};
        crok_mm at = crok_camera_unproject(cam, p, 0.0);
        if (!(hypot(at.x, at.y) < radius)) /* true if not finite */
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
