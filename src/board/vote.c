/* SPDX-License-Identifier: Apache-2.0 */
#include "board/vote.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The grid of planes tried: tilts and, for each, directions evenly round. The
 * rings' aspect is the tilt's cosine: these steps keep its error under 4 %. */
static const struct {
    double tilt_deg;
    int directions;
} grid[] = {{0.0, 1}, {14.0, 5}, {23.0, 6}, {32.0, 8}};

/* The accumulator: cells along the longer side of the picture, and in all. */
#define CELLS 64
#define SIDE (CELLS * 3 / 2)
/* Edge points used, at most: a vote needs no more. */
#define MAX_VOTERS 1800
/* Guesses kept beside the best of each tilt. */
#define MAX_OTHERS 8
/* Radii voted for, as parts of the longer side: from the hole of a board that
 * fills half of the picture to the outer line of one that overfills it. */
#define RADIUS_MIN_FRAC 0.012
#define RADIUS_MAX_FRAC 0.56

typedef struct ballot {
    int w, h;        /* cells, with a border of one */
    double cell;     /* size of a cell in the turned view's plane */
    double x0, y0;   /* of cell (0, 0)'s corner */
    uint16_t *count; /* w * h */
} ballot;

/* The rotation whose view's axis is the normal tilted by `tilt` towards the
 * direction `az`. */
static crok_mat3 turned(double tilt_rad, double az_rad)
{
    return crok_mat3_rotation(
        (crok_vec3){-sin(az_rad) * tilt_rad, cos(az_rad) * tilt_rad, 0.0});
}

/* A point of the turned view, and how it moves there with the picture's. */
typedef struct viewed {
    double x, y;
    double dx, dy;
} viewed;

/* Where the ray (x, y, 1) meets the turned view, and its derivative along (dx,
 * dy); false where it meets it too far out. */
static bool to_view(const crok_mat3 *turn, double x, double y, double dx,
                    double dy, viewed *out)
{
    crok_vec3 v = crok_mat3_apply(turn, (crok_vec3){x, y, 1.0});
    crok_vec3 d = crok_mat3_apply(turn, (crok_vec3){dx, dy, 0.0});
    double inv = 1.0 / v.z;
    if (v.z < 0.1)
        return false;
    out->x = v.x * inv;
    out->y = v.y * inv;
    out->dx = (d.x - out->x * d.z) * inv;
    out->dy = (d.y - out->y * d.z) * inv;
    return true;
}

/* Steps until a gap is behind, at most n. */
static int steps_over(int32_t gap, int32_t step, int n)
{
    int32_t k = n;
    if (gap <= 0)
        return 0;
    if (step > 0)
        k = (gap + step - 1) / step;
    return k < n ? k : n;
}

/* Of the steps from..to that start at x and go on by dx, those that are within
 * 0..size. */
static void stay_within(int32_t x, int32_t dx, int32_t size, int *from, int *to)
{
    int32_t step = abs(dx);
    int in = steps_over(dx >= 0 ? -x : x - size + 1, step, *to);
    int out = steps_over(dx >= 0 ? size - x : x + 1, step, *to);
    *from = in > *from ? in : *from;
    *to = out;
}

/* Votes along a line of steps, cell by cell. Cells are counted in 1/65536, so
 * that a step is two additions. */
static void cast_line(ballot *b, int32_t u, int32_t v, int32_t du, int32_t dv,
                      int steps)
{
    uint16_t *inner = b->count + b->w + 1; /* the border is left out */
    int from = 0;
    stay_within(u, du, (b->w - 2) << 16, &from, &steps);
    stay_within(v, dv, (b->h - 2) << 16, &from, &steps);
    u += from * du;
    v += from * dv;
    for (int i = from; i < steps; i++, u += du, v += dv)
        inner[(v >> 16) * b->w + (u >> 16)]++;
}

/* One point's votes, along its normal to both sides. */
static void cast(ballot *b, double x, double y, double nx, double ny)
{
    const double one = 65536.0;
    double inv = 1.0 / b->cell;
    double r_min = RADIUS_MIN_FRAC * CELLS * b->cell;
    double r_max = RADIUS_MAX_FRAC * CELLS * b->cell;
    int steps = (int)((r_max - r_min) * inv);
    for (int k = 0; k < 2; k++) {
        double side = k == 0 ? -1.0 : 1.0;
        cast_line(
            b, (int32_t)(((x + side * r_min * nx - b->x0) * inv - 1.0) * one),
            (int32_t)(((y + side * r_min * ny - b->y0) * inv - 1.0) * one),
            (int32_t)(side * nx * one), (int32_t)(side * ny * one), steps);
    }
}

/* All points' votes under one plane. */
static void poll(ballot *b, const crok_edges *edges, int stride,
                 const crok_camera *cam, const crok_mat3 *turn)
{
    double inv_f = 1.0 / cam->f_px;
    memset(b->count, 0, sizeof *b->count * (size_t)b->w * (size_t)b->h);
    for (int i = 0; i < edges->n; i += stride) {
        const crok_edge *e = &edges->at[i];
        viewed at;
        double x = ((double)e->x_px - cam->cx_px) * inv_f;
        double y = ((double)e->y_px - cam->cy_px) * inv_f;
        double len = 0.0;
        if (!to_view(turn, x, y, -(double)e->ny, (double)e->nx, &at))
            continue;
        len = 1.0 / sqrt(at.dx * at.dx + at.dy * at.dy);
        cast(b, at.x, at.y, at.dy * len, -at.dx * len);
    }
}

/* Votes of the 2x2 cells at (x, y). */
static int block(const ballot *b, int x, int y)
{
    const uint16_t *c = b->count + y * b->w + x;
    return c[0] + c[1] + c[b->w] + c[b->w + 1];
}

/* Votes at (x, y) over the mean of a wide ring around: a meeting point stands
 * out from it, a street of parallel edges does not. */
static double prominence(const ballot *b, int x, int y)
{
    /* a circle of radius six, in 16 steps */
    static const int around[16][2] = {{6, 0},  {6, 2},   {4, 4},   {2, 6},
                                      {0, 6},  {-2, 6},  {-4, 4},  {-6, 2},
                                      {-6, 0}, {-6, -2}, {-4, -4}, {-2, -6},
                                      {0, -6}, {2, -6},  {4, -4},  {6, -2}};
    int sum = 0;
    int n = 0;
    for (int k = 0; k < 16; k++) {
        int u = x + around[k][0];
        int v = y + around[k][1];
        if (u < 1 || v < 1 || u + 2 >= b->w || v + 2 >= b->h)
            continue;
        sum += block(b, u, v);
        n++;
    }
    return n < 4 ? 0.0 : block(b, x, y) - (double)sum / n;
}

/* Inserts the guess in the list, best first, if it is among the n_max best. */
static void keep(crok_vote *list, int *n, int n_max, const crok_vote *v)
{
    int at = *n;
    if (*n == n_max) {
        if (list[n_max - 1].score >= v->score)
            return;
        at = n_max - 1;
    } else {
        (*n)++;
    }
    while (at > 0 && list[at - 1].score < v->score) {
        list[at] = list[at - 1];
        at--;
    }
    list[at] = *v;
}

/* Votes of the 2x2 cells from (1, y) on, by x - 1; the most of them. */
static int blocks_of_row(const ballot *b, int y, int n, uint16_t *restrict out)
{
    const uint16_t *upper = b->count + y * b->w + 1;
    const uint16_t *lower = upper + b->w;
    int most = 0;
    for (int i = 0; i < n; i++)
        out[i] = (uint16_t)(upper[i] + upper[i + 1] + lower[i] + lower[i + 1]);
    for (int i = 0; i < n; i++)
        most = out[i] > most ? out[i] : most;
    return most;
}

/* The best cell of a ballot. None stands out by more than all its votes, so
 * most rows need no closer look. */
static crok_vote winner(const ballot *b, const crok_mat3 *turn)
{
    crok_vote best = {.turn = *turn, .score = -1.0};
    uint16_t votes[SIDE];
    int n = b->w - 3;
    int top = 0;
    for (int y = 1; y + 2 < b->h; y++) {
        int most = blocks_of_row(b, y, n, votes);
        if (most <= top / 2 || most <= best.score)
            continue;
        for (int i = 0; i < n; i++) {
            double s = 0.0;
            if (votes[i] <= top / 2 || votes[i] <= best.score)
                continue;
            if (votes[i] > top)
                top = votes[i];
            s = prominence(b, i + 1, y);
            if (s <= best.score)
                continue;
            best.score = s;
            best.x = b->x0 + (i + 2) * b->cell;
            best.y = b->y0 + (y + 1) * b->cell;
        }
    }
    return best;
}

crok_status crok_vote_centres(const crok_edges *edges, const crok_camera *cam,
                              crok_vote *out, int n_max, int *n_out,
                              crok_err *err)
{
    int side = cam->w_px > cam->h_px ? cam->w_px : cam->h_px;
    int stride = edges->n / MAX_VOTERS + 1;
    ballot b = {.w = SIDE, .h = SIDE, .cell = side / cam->f_px / CELLS};
    crok_vote others[MAX_OTHERS];
    int n_others = 0;
    int n = 0;
    b.count = malloc(sizeof *b.count * (size_t)b.w * (size_t)b.h);
    if (b.count == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to find the board");
    for (size_t g = 0; g < sizeof grid / sizeof grid[0]; g++) {
        crok_vote best = {.score = -1.0};
        for (int k = 0; k < grid[g].directions; k++) {
            crok_mat3 turn = turned(grid[g].tilt_deg * CROK_PI / 180.0,
                                    2.0 * CROK_PI * k / grid[g].directions);
            viewed mid = {.x = 0.0};
            crok_vote v;
            /* the picture's middle in the view is the ballot's middle */
            (void)to_view(&turn, 0.0, 0.0, 0.0, 0.0, &mid);
            b.x0 = mid.x - 0.5 * b.cell * b.w;
            b.y0 = mid.y - 0.5 * b.cell * b.h;
            poll(&b, edges, stride, cam, &turn);
            v = winner(&b, &turn);
            if (v.score > best.score) {
                crok_vote t = best;
                best = v;
                v = t;
            }
            if (v.score >= 0.0)
                keep(others, &n_others, MAX_OTHERS, &v);
        }
        keep(out, &n, n_max, &best);
    }
    for (int i = 0; i < n_others && n < n_max; i++)
        out[n++] = others[i];
    free(b.count);
    *n_out = n;
    return CROK_OK;
}
