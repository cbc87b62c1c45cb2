/* SPDX-License-Identifier: Apache-2.0 */
#include "board/search/vote.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/wide.h"

/* A grid of planes tried: tilts and, for each, directions evenly round. The
 * rings' aspect is the tilt's cosine: quick steps keep its error under 0.04,
 * thorough ones under 0.03; the normal is 11.4 and 6.2 degrees off at most. */
typedef struct tilt_tried {
    double deg;
    int directions;
} tilt_tried;
static const tilt_tried quick[] = {{0.0, 1}, {14.0, 5}, {23.0, 6}, {32.0, 8}};
static const tilt_tried thorough[] = {
    {0.0, 1}, {10.0, 8}, {18.0, 10}, {25.0, 12}, {32.0, 16}};

/* The accumulator: cells along the longer side of the picture, and in all. */
#define CELLS 64
#define SIDE (CELLS * 3 / 2)
/* Edge points used, at most: a vote needs no more. */
#define MAX_VOTERS 1800
/* Guesses kept beside the best of each tilt. */
#define MAX_OTHERS 12
/* Radii voted for, as parts of the longer side: from the hole of a board that
 * fills half of the picture to the outer line of one that overfills it. */
#define RADIUS_MIN_FRAC 0.012
#define RADIUS_MAX_FRAC 0.56

/* Rays that meet the turned view further out than this have no place in it. */
#define MIN_Z 0.1F
/* Of a cell: a step along a line is then two whole additions. */
#define BITS 16
#define ONE (1 << BITS)

/* Edge points as rays (x, y, 1), and the edge's direction there. They stand
 * beside each other because a plane is worked out for all of them at once. */
typedef struct voters {
    int n;
    float x[MAX_VOTERS], y[MAX_VOTERS];
    float dx[MAX_VOTERS], dy[MAX_VOTERS];
} voters;

/* The voters under one plane: place, and a step of one cell along the normal;
 * in 1/ONE of a cell. */
typedef struct normals {
    int32_t u[MAX_VOTERS], v[MAX_VOTERS];
    int32_t du[MAX_VOTERS], dv[MAX_VOTERS];
} normals;

/* SIDE by SIDE cells, with a border of one that gets no votes. */
typedef struct ballot {
    double cell;   /* size of a cell in the turned view's plane */
    double x0, y0; /* of cell (0, 0)'s corner */
    uint16_t count[SIDE * SIDE];
    uint16_t block[SIDE * SIDE]; /* of a cell, its neighbours right and below */
    int fullest_y;               /* row of the block with the most votes */
} ballot;

/* What one vote needs, in one piece. */
typedef struct polls {
    voters voters;
    normals normals;
    ballot ballot;
} polls;

/* The rotation whose view's axis is the normal tilted by `tilt` towards the
 * direction `az`. */
static crok_mat3 turned(double tilt_rad, double az_rad)
{
    return crok_mat3_rotation(
        (crok_vec3){-sin(az_rad) * tilt_rad, cos(az_rad) * tilt_rad, 0.0});
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
 * the ballot. */
static void stay_within(int32_t x, int32_t dx, int *from, int *to)
{
    const int32_t size = (SIDE - 2) * ONE;
    int32_t last = x + (*to - 1) * dx;
    int32_t step = abs(dx);
    int in = 0;
    int out = 0;
    if (x >= 0 && x < size && last >= 0 && last < size)
        return; /* most lines are: it saves two divisions */
    in = steps_over(dx >= 0 ? -x : x - size + 1, step, *to);
    out = steps_over(dx >= 0 ? size - x : x + 1, step, *to);
    *from = in > *from ? in : *from;
    *to = out;
}

/* Votes along a line, cell by cell, from the smallest radius to the largest. */
static void cast_line(ballot *b, int32_t u, int32_t v, int32_t du, int32_t dv)
{
    const float nearest = (float)(RADIUS_MIN_FRAC * CELLS);
    uint16_t *inner = b->count + SIDE + 1; /* the border is left out */
    int from = 0;
    int to = (int)((RADIUS_MAX_FRAC - RADIUS_MIN_FRAC) * CELLS);
    u += (int32_t)(nearest * (float)du);
    v += (int32_t)(nearest * (float)dv);
    stay_within(u, du, &from, &to);
    stay_within(v, dv, &from, &to);
    u += from * du;
    v += from * dv;
    for (int i = from; i < to; i++, u += du, v += dv)
        inner[(v >> BITS) * SIDE + (u >> BITS)]++;
}

/* Where the voters and their normals come to lie in a ballot. */
CROK_WIDE static void turn_voters(const voters *from, const crok_mat3 *turn,
                                  const ballot *b, normals *restrict out)
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

/* All points' votes under one plane, along their normals to both sides. */
static void poll(polls *p, const crok_mat3 *turn)
{
    ballot *b = &p->ballot;
    const normals *n = &p->normals;
    turn_voters(&p->voters, turn, b, &p->normals);
    memset(b->count, 0, sizeof b->count);
    for (int i = 0; i < p->voters.n; i++) {
        cast_line(b, n->u[i], n->v[i], n->du[i], n->dv[i]);
        cast_line(b, n->u[i], n->v[i], -n->du[i], -n->dv[i]);
    }
}

/* An even part of the edge points. */
static void register_voters(const crok_edges *edges, const crok_camera *cam,
                            voters *out)
{
    int stride = edges->n / MAX_VOTERS + 1;
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

/* Votes of blocks of 2x2 cells. */
static void count_blocks(ballot *b)
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
        b->fullest_y = y;
    }
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
        if (u < 1 || v < 1 || u + 2 >= SIDE || v + 2 >= SIDE)
            continue;
        sum += b->block[v * SIDE + u];
        n++;
    }
    return n < 4 ? 0.0 : b->block[y * SIDE + x] - (double)sum / n;
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

/* The best of a row, if better than the best so far. None stands out by more
 * than all its votes: most need no closer look. */
static void canvass_row(const ballot *b, int y, crok_vote *best)
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

/* The best cell of a ballot; the fullest row comes first, so that the others
 * have much to beat. */
static crok_vote winner(ballot *b, const crok_mat3 *turn)
{
    crok_vote best = {.turn = *turn, .score = -1.0};
    count_blocks(b);
    canvass_row(b, b->fullest_y, &best);
    for (int y = 1; y + 2 < SIDE; y++)
        canvass_row(b, y, &best);
    return best;
}

/* The best centre under one plane. */
static crok_vote election(polls *p, const crok_mat3 *turn)
{
    /* the picture's middle in the view is the ballot's middle */
    crok_vec3 mid = crok_mat3_apply(turn, (crok_vec3){0.0, 0.0, 1.0});
    p->ballot.x0 = mid.x / mid.z - 0.5 * p->ballot.cell * SIDE;
    p->ballot.y0 = mid.y / mid.z - 0.5 * p->ballot.cell * SIDE;
    poll(p, turn);
    return winner(&p->ballot, turn);
}

/* The best centre under each plane of one tilt: gives the best, and keeps the
 * others among the n_max best of all. */
static crok_vote elections(polls *p, const tilt_tried *tilt, crok_vote *others,
                           int *n_others, int n_max)
{
    crok_vote best = {.score = -1.0};
    for (int k = 0; k < tilt->directions; k++) {
        crok_mat3 turn = turned(tilt->deg * CROK_PI / 180.0,
                                2.0 * CROK_PI * k / tilt->directions);
        crok_vote v = election(p, &turn);
        if (v.score > best.score) {
            crok_vote t = best;
            best = v;
            v = t;
        }
        if (v.score >= 0.0)
            keep(others, n_others, n_max, &v);
    }
    return best;
}

crok_status crok_vote_centres(const crok_edges *edges, const crok_camera *cam,
                              bool is_thorough, crok_vote *out, int n_max,
                              int *n_out, crok_err *err)
{
    const tilt_tried *grid = is_thorough ? thorough : quick;
    size_t n_tilts = is_thorough ? sizeof thorough / sizeof *thorough
                                 : sizeof quick / sizeof *quick;
    int side = cam->w_px > cam->h_px ? cam->w_px : cam->h_px;
    crok_vote others[MAX_OTHERS];
    int n_others = 0;
    int n = 0;
    polls *p = malloc(sizeof *p);
    if (p == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to find the board");
    register_voters(edges, cam, &p->voters);
    p->ballot.cell = side / cam->f_px / CELLS;
    for (size_t g = 0; g < n_tilts; g++) {
        crok_vote best = elections(p, &grid[g], others, &n_others, MAX_OTHERS);
        keep(out, &n, n_max, &best);
    }
    for (int i = 0; i < n_others && n < n_max; i++)
        out[n++] = others[i];
    free(p);
    *n_out = n;
    return CROK_OK;
}
