/* SPDX-License-Identifier: Apache-2.0 */
#include "board/search/accumulator.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/wide.h"

/* The grid of candidate planes: tilts in degrees and, for each tilt, the number
 * of evenly spaced directions. A ring appears as an ellipse whose aspect ratio
 * is the cosine of the tilt. The error of this ratio is below 0.04 with the
 * quick grid and below 0.03 with the thorough one. The normal of the nearest
 * candidate is wrong by at most 11.4 and 6.2 degrees (test_accumulator prints
 * both, over 48 poses). At larger tilts the ratio changes faster: the oblique
 * grid has steps of 4 degrees and about 11 degrees of direction. A coarser grid
 * misses rings if wood grain has more edge points than they. The time is
 * proportional to the number of planes. */
typedef struct tilt_tried {
    double deg;
    int directions;
} tilt_tried;
static const tilt_tried quick[] = {{0.0, 1}, {14.0, 5}, {23.0, 6}, {32.0, 8}};
static const tilt_tried thorough[] = {
    {0.0, 1}, {10.0, 8}, {18.0, 10}, {25.0, 12}, {32.0, 16}};
static const tilt_tried oblique[] = {{28.0, 12}, {33.0, 15}, {38.0, 18},
                                     {42.0, 21}, {46.0, 24}, {50.0, 28},
                                     {54.0, 32}};
typedef struct plane_grid {
    const tilt_tried *tilt;
    int n;
} plane_grid;
#define GRID(tilts)                                                            \
    {                                                                          \
        tilts, (int)(sizeof(tilts) / sizeof(tilts)[0])                         \
    }
static const plane_grid grids[] = {[CROK_PLANES_QUICK] = GRID(quick),
                                   [CROK_PLANES_THOROUGH] = GRID(thorough),
                                   [CROK_PLANES_OBLIQUE] = GRID(oblique)};

/* CELLS is the number of cells along the longer side of the picture. SIDE is
 * the number along each side of the square accumulator, which has room for
 * centres outside the picture. Chosen by hand: with larger cells one of the
 * sample pictures is refused (bench_score on the twelve photos); smaller cells
 * cost time and spread a peak over more cells. */
#define CELLS 64
#define SIDE (CELLS * 3 / 2)
/* Largest number of edge points used. Chosen by hand: with fewer points the
 * peak is noisier; more points take longer and do not make the peak sharper. */
#define MAX_POINTS 1800
/* Largest number of candidates that are kept in addition to the best of each
 * tilt. Chosen by hand. */
#define MAX_OTHERS 12
/* An edge point votes at distances from RADIUS_MIN_FRAC to RADIUS_MAX_FRAC of
 * the longer side. The range reaches from the hole of a board that fills half
 * of the picture to the outer line of a board that is larger than the picture.
 * A wider range adds votes that only blur the peak. */
#define RADIUS_MIN_FRAC 0.012
#define RADIUS_MAX_FRAC 0.56

/* Smallest z coordinate in the turned view of the ray (x, y, 1) of an edge
 * point. Points with a smaller z are left out: their rays meet the candidate
 * plane at a grazing angle, or do not meet it in front of the camera. */
#define MIN_Z 0.1F
/* Positions are fixed-point numbers in cells, with BITS fractional bits. So a
 * step along a line is two integer additions. */
#define BITS 16
#define ONE (1 << BITS)

/* Edge points as rays (x, y, 1), with the directions (dx, dy) of their edges.
 * Each coordinate has its own array, so that the compiler can vectorise the
 * loop over the points. */
typedef struct points {
    int n;
    float x[MAX_POINTS], y[MAX_POINTS];
    float dx[MAX_POINTS], dy[MAX_POINTS];
} points;

/* The edge points in the turned view of one candidate plane: the position (u,
 * v), and a step (du, dv) of one cell along the edge normal. Both are in units
 * of 1 / ONE of a cell. */
typedef struct normals {
    int32_t u[MAX_POINTS], v[MAX_POINTS];
    int32_t du[MAX_POINTS], dv[MAX_POINTS];
} normals;

/* The Hough accumulator: SIDE by SIDE cells. The cells of the border never get
 * votes. */
typedef struct accumulator {
    double cell;   /* size of a cell in the turned view's plane z = 1 */
    double x0, y0; /* the corner of cell (0, 0), in that plane */
    uint16_t count[SIDE * SIDE]; /* votes of each cell */
    uint16_t block[SIDE * SIDE]; /* votes of the 2 x 2 cells whose upper left
                                    cell this is */
    int peak_row;                /* row of the block with the most votes */
} accumulator;

/* All memory of one search, in one piece. */
typedef struct workspace {
    points points;
    normals normals;
    accumulator accumulator;
} workspace;

/* The rotation that makes the camera look straight down on a plane. The plane's
 * normal is tilted by tilt_rad from the optical axis, in the direction az_rad
 * of the picture. */
static crok_mat3 turned(double tilt_rad, double az_rad)
{
    return crok_mat3_rotation(
        (crok_vec3){-sin(az_rad) * tilt_rad, cos(az_rad) * tilt_rad, 0.0});
}

/* The number of steps of the size `step` that cross `gap`, at most n. */
static int steps_over(int32_t gap, int32_t step, int n)
{
    int32_t k = n;
    if (gap <= 0)
        return 0;
    if (step > 0)
        k = (gap + step - 1) / step;
    return k < n ? k : n;
}

/* Clip a line to the accumulator along one axis. Step k is at the position x +
 * k dx; *from and *to are changed so that the steps *from, ..., *to - 1 are
 * inside. */
static void clip_steps(int32_t x, int32_t dx, int *from, int *to)
{
    const int32_t size = (SIDE - 2) * ONE;
    int32_t last = x + (*to - 1) * dx;
    int32_t step = abs(dx);
    int in = 0;
    int out = 0;
    if (x >= 0 && x < size && last >= 0 && last < size)
        return; /* the usual case: no division is needed */
    in = steps_over(dx >= 0 ? -x : x - size + 1, step, *to);
    out = steps_over(dx >= 0 ? size - x : x + 1, step, *to);
    *from = in > *from ? in : *from;
    *to = out;
}

/* Steps from the smallest to the largest distance at which a centre may lie,
 * and a number of whole vector registers that is not less. */
#define STEPS ((int)((RADIUS_MAX_FRAC - RADIUS_MIN_FRAC) * CELLS))
#define WIDE_STEPS (CELLS * 5 / 8)

/* Add one vote to each cell along a line from (u, v) in the direction (du, dv),
 * between the smallest and the largest distance at which a centre may lie. The
 * cells of all steps are computed first, so that the compiler can vectorise
 * that. */
CROK_INLINE void cast_line(uint16_t *inner, int32_t u, int32_t v, int32_t du,
                           int32_t dv)
{
    const float nearest = (float)(RADIUS_MIN_FRAC * CELLS);
    int32_t cell[WIDE_STEPS];
    int from = 0;
    int to = STEPS;
    CROK_ASSERT(STEPS <= WIDE_STEPS);
    u += (int32_t)(nearest * (float)du);
    v += (int32_t)(nearest * (float)dv);
    for (int i = 0; i < WIDE_STEPS; i++)
        cell[i] = ((v + i * dv) >> BITS) * SIDE + ((u + i * du) >> BITS);
    clip_steps(u, du, &from, &to);
    clip_steps(v, dv, &from, &to);
    for (int i = from; i < to; i++)
        inner[cell[i]]++;
}

/* Each point votes along its normal, on both sides of the edge. */
CROK_WIDE static void vote(const normals *n, int n_points, accumulator *b)
{
    uint16_t *inner = b->count + SIDE + 1; /* the border is left out */
    for (int i = 0; i < n_points; i++) {
        cast_line(inner, n->u[i], n->v[i], n->du[i], n->dv[i]);
        cast_line(inner, n->u[i], n->v[i], -n->du[i], -n->dv[i]);
    }
}

/* Project the points and their normals into the turned view of one plane. The
 * homography is the rotation `turn`. With X = turn (x, y, 1),
 *
 *     (u, v) = (X_x, X_y) / X_z
 *
 * The edge direction d = (dx, dy, 0) is mapped by the derivative of this. Only
 * the direction of the result is used:
 *
 *     (du, dv) ~ (turn d)_xy - (u, v) (turn d)_z
 *
 * The step along the normal is (dv, -du), scaled to the length of one cell. A
 * point with z below MIN_Z gets a position outside the accumulator. */
CROK_WIDE static void project_points(const points *from, const crok_mat3 *turn,
                                     const accumulator *b,
                                     normals *restrict out)
{
    const float inv_cell = (float)(1.0 / b->cell);
    const float u0 = (float)(b->x0 / b->cell) + 1.0F;
    const float v0 = (float)(b->y0 / b->cell) + 1.0F;
    float m[9];
    for (int i = 0; i < 9; i++)
        m[i] = (float)turn->m[i];
    for (int i = 0; i < from->n; i++) {
        float x = from->x[i], y = from->y[i];
        float dx = from->dx[i], dy = from->dy[i];
        float z = m[6] * x + m[7] * y + m[8];
        bool is_seen = z >= MIN_Z;
        float inv = 1.0F / (is_seen ? z : 1.0F);
        float u = (m[0] * x + m[1] * y + m[2]) * inv;
        float v = (m[3] * x + m[4] * y + m[5]) * inv;
        float dz = m[6] * dx + m[7] * dy;
        float du = m[0] * dx + m[1] * dy - u * dz;
        float dv = m[3] * dx + m[4] * dy - v * dz;
        float scale = (float)ONE / sqrtf(du * du + dv * dv + FLT_MIN);
        int32_t at = (int32_t)((u * inv_cell - u0) * (float)ONE);
        out->u[i] = is_seen ? at : -SIDE * ONE;
        out->v[i] = (int32_t)((v * inv_cell - v0) * (float)ONE);
        out->du[i] = (int32_t)(dv * scale);
        out->dv[i] = (int32_t)(-du * scale);
    }
}

/* Fill the accumulator for one candidate plane. */
static void fill(workspace *p, const crok_mat3 *turn)
{
    accumulator *b = &p->accumulator;
    project_points(&p->points, turn, b, &p->normals);
    memset(b->count, 0, sizeof b->count);
    vote(&p->normals, p->points.n, b);
}

/* Sample at most MAX_POINTS edge points evenly, and convert them to rays. */
static void sample_points(const crok_edges *edges, const crok_camera *cam,
                          points *out)
{
    int stride = edges->n / MAX_POINTS + 1;
    double inv_f = 1.0 / cam->f_px;
    out->n = 0;
    for (int i = 0; i < edges->n; i += stride) {
        const crok_edge *e = &edges->at[i];
        out->x[out->n] = (float)(((double)e->x_px - cam->cx_px) * inv_f);
        out->y[out->n] = (float)(((double)e->y_px - cam->cy_px) * inv_f);
        out->dx[out->n] = -e->ny;
        out->dy[out->n++] = e->nx;
    }
}

/* Sum the votes of all blocks of 2 x 2 cells, because a peak may lie between
 * cells. Also find the row of the block with the most votes. */
static void count_blocks(accumulator *b)
{
    int most = -1;
    for (int y = 1; y + 2 < SIDE; y++) {
        const uint16_t *upper = b->count + y * SIDE;
        const uint16_t *lower = upper + SIDE;
        uint16_t *restrict row = b->block + y * SIDE;
        int of_row = 0;
        for (int x = 1; x + 2 < SIDE; x++)
            row[x] =
                (uint16_t)(upper[x] + upper[x + 1] + lower[x] + lower[x + 1]);
        for (int x = 1; x + 2 < SIDE; x++)
            of_row = row[x] > of_row ? row[x] : of_row;
        if (of_row <= most)
            continue;
        most = of_row;
        b->peak_row = y;
    }
}

/* The prominence of the block at (x, y): its votes minus the mean votes of 16
 * blocks on a circle of six cells around it. It is high at a point where
 * normals meet, and low in a band of votes from parallel edges. It is 0 if
 * fewer than four of the 16 blocks are inside the accumulator. */
static double prominence(const accumulator *b, int x, int y)
{
    /* offsets of 16 cells on a circle with a radius of six cells */
    static const int around[16][2] = {{6, 0},  {6, 2},   {4, 4},   {2, 6},
                                      {0, 6},  {-2, 6},  {-4, 4},  {-6, 2},
                                      {-6, 0}, {-6, -2}, {-4, -4}, {-2, -6},
                                      {0, -6}, {2, -6},  {4, -4},  {6, -2}};
    int sum = 0;
    int n = 0;
    for (int k = 0; k < 16; k++) {
        int u = x + around[k][0];
        int v = y + around[k][1];
        if (u < 1 || v < 1 || u + 2 >= SIDE || v + 2 >= SIDE)
            continue;
        sum += b->block[v * SIDE + u];
        n++;
    }
    return n < 4 ? 0.0 : b->block[y * SIDE + x] - (double)sum / n;
}

/* Insert a candidate into the list, which is sorted by score, best first. If
 * the list has n_max candidates, the worst one is dropped. */
static void keep(crok_centres *list, int n_max, const crok_centre *v)
{
    int at = list->n;
    if (list->n == n_max) {
        if (list->at[n_max - 1].score >= v->score)
            return;
        at = n_max - 1;
    } else {
        list->n++;
    }
    while (at > 0 && list->at[at - 1].score < v->score) {
        list->at[at] = list->at[at - 1];
        at--;
    }
    list->at[at] = *v;
}

/* Search one row for a block that is more prominent than *best, and update
 * *best. The prominence of a block is never larger than its number of votes. So
 * it is computed only for blocks with enough votes. */
static void search_row(const accumulator *b, int y, crok_centre *best)
{
    const uint16_t *votes = b->block + y * SIDE;
    for (int x = 1; x + 2 < SIDE; x++) {
        double s = votes[x] <= best->score ? -1.0 : prominence(b, x, y);
        if (s <= best->score)
            continue;
        best->score = s;
        best->x = b->x0 + (x + 1) * b->cell;
        best->y = b->y0 + (y + 1) * b->cell;
    }
}

/* Find the most prominent peak. The row with the most votes is searched first,
 * so that the prominence is computed for few blocks of the other rows. */
static crok_centre find_peak(accumulator *b, const crok_mat3 *turn)
{
    crok_centre best = {.turn = *turn, .score = -1.0};
    count_blocks(b);
    search_row(b, b->peak_row, &best);
    for (int y = 1; y + 2 < SIDE; y++)
        search_row(b, y, &best);
    return best;
}

/* Find the best centre for one candidate plane. */
static crok_centre peak_of_plane(workspace *p, const crok_mat3 *turn)
{
    /* the middle of the accumulator is at the picture's middle */
    crok_vec3 mid = crok_mat3_apply(turn, (crok_vec3){0.0, 0.0, 1.0});
    p->accumulator.x0 = mid.x / mid.z - 0.5 * p->accumulator.cell * SIDE;
    p->accumulator.y0 = mid.y / mid.z - 0.5 * p->accumulator.cell * SIDE;
    fill(p, turn);
    return find_peak(&p->accumulator, turn);
}

/* Find the best centre over all directions of one tilt. The best of the other
 * candidates are inserted into `others`. */
static crok_centre peaks_of_tilt(workspace *p, const tilt_tried *tilt,
                                 crok_centres *others)
{
    crok_centre best = {.score = -1.0};
    double tilt_rad = tilt->deg * CROK_PI / 180.0;
    for (int k = 0; k < tilt->directions; k++) {
        crok_mat3 turn = turned(tilt_rad, 2.0 * CROK_PI * k / tilt->directions);
        crok_centre v = peak_of_plane(p, &turn);
        if (v.score > best.score) {
            crok_centre t = best;
            best = v;
            v = t;
        }
        if (v.score >= 0.0)
            keep(others, MAX_OTHERS, &v);
    }
    return best;
}

crok_status crok_accumulate_centres(const crok_edges *edges,
                                    const crok_camera *cam,
                                    crok_plane_grid grid, int n_max,
                                    crok_centres *out, crok_err *err)
{
    const plane_grid *planes = &grids[grid];
    int side = cam->w_px > cam->h_px ? cam->w_px : cam->h_px;
    crok_centres others = {.n = 0};
    workspace *p = calloc(1, sizeof *p);
    CROK_ASSERT(n_max >= 1 && n_max <= CROK_MAX_CENTRES);
    if (p == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to find the board");
    sample_points(edges, cam, &p->points);
    p->accumulator.cell = side / cam->f_px / CELLS;
    out->n = 0;
    for (int g = 0; g < planes->n; g++) {
        crok_centre best = peaks_of_tilt(p, &planes->tilt[g], &others);
        keep(out, n_max, &best);
    }
    for (int i = 0; i < others.n && out->n < n_max; i++)
        out->at[out->n++] = others.at[i];
    free(p);
    return CROK_OK;
}
