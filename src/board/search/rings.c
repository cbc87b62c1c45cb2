/* SPDX-License-Identifier: Apache-2.0 */
#include "board/search/rings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Radii are counted in bins of one pixel of the picture's longer side over
 * this many (the pictures searched are about that large). */
#define BINS 480
#define RADIUS_MAX_FRAC 0.60
/* A normal passes the centre when it misses by less than this sine; a random
 * normal does so with the chance 2/pi asin(0.14). */
#define ALIGN_SIN 0.14
#define ALIGN_CHANCE 0.0894
/* Edges used, at most: more make it slower, not surer. */
#define MAX_EDGES 12000
/* A ring shows at least this part of its length, beyond chance. */
#define MIN_SUPPORT 0.12

/* The rounds: half the width of a ring in bins, which is what the errors of the
 * start (a tilt off by 7 degrees bends a ring by up to 2 %), and then of each
 * fit, spread it to; and the points that the fit takes, at most: as long as
 * another follows, fewer will do. */
typedef struct ring_round {
    int half, most;
} ring_round;
static const ring_round rounds[] = {
    {5, 1000}, {3, 1000}, {2, 1000}, {2, CROK_FIT_MAX_POINTS}};
#define ROUNDS (int)(sizeof rounds / sizeof rounds[0])

typedef struct histogram {
    double bin; /* size of a bin, board units */
    float aligned[BINS];
    float all[BINS];
} histogram;

/* An edge point that may lie on a ring. */
typedef struct member {
    crok_px at;
    double radius;
} member;

crok_camera crok_centre_camera(const crok_centre *centre,
                               const crok_camera *cam)
{
    static const crok_mat3 flip = {{1, 0, 0, 0, -1, 0, 0, 0, -1}};
    crok_camera c = *cam;
    crok_mat3 back = {{0}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            back.m[3 * i + j] = centre->turn.m[3 * j + i];
    c.rot = crok_mat3_mul(&back, &flip);
    c.t_mm = crok_mat3_apply(&back, (crok_vec3){centre->x, centre->y, 1.0});
    return c;
}

/* Radius and alignment of an edge on the board. */
static bool on_board(const crok_camera_touch *t, double *radius, bool *aligned)
{
    double r_sq = t->at.x * t->at.x + t->at.y * t->at.y;
    double len_sq = t->by.x * t->by.x + t->by.y * t->by.y;
    double along = t->at.x * t->by.x + t->at.y * t->by.y;
    *radius = sqrt(r_sq);
    *aligned = along * along < ALIGN_SIN * ALIGN_SIN * len_sq * r_sq;
    return isfinite(r_sq) && isfinite(len_sq);
}

/* Sorts an edge, which stands for `step` of them, into the histogram; true
 * where it is aligned. */
static bool sort_edge(const crok_camera_touch *t, int step, histogram *h,
                      double *radius)
{
    bool aligned = false;
    double at = 0.0;
    int k = 0;
    if (!on_board(t, radius, &aligned))
        return false;
    at = *radius / h->bin;
    if (at >= BINS)
        return false;
    k = (int)at;
    h->all[k] += (float)step;
    h->aligned[k] += aligned ? (float)step : 0.0F;
    return aligned;
}

/* Sorts the edges into the histogram; the aligned ones go to `to`. */
static int sort_edges(const crok_edges *edges, const crok_camera *cam,
                      histogram *h, member *to)
{
    crok_camera_plane board = crok_camera_plane_at(cam, 0.0);
    crok_camera_touch touch[CROK_EDGES_MET];
    int step = edges->n / MAX_EDGES + 1;
    int n = 0;
    memset(h->aligned, 0, sizeof h->aligned);
    memset(h->all, 0, sizeof h->all);
    for (int at = 0; at < edges->n; at += CROK_EDGES_MET * step) {
        int met = crok_edges_meet(edges, at, step, &board, touch);
        for (int i = 0; i < met; i++) {
            const crok_edge *e = &edges->at[at + i * step];
            double radius = 0.0;
            if (sort_edge(&touch[i], step, h, &radius))
                to[n++] = (member){{(double)e->x_px, (double)e->y_px}, radius};
        }
    }
    return n;
}

/* How much of the circle of bin k (within +-half bins) is edge beyond chance;
 * 1: one row of edge points all round. */
static double support_at(const histogram *h, int k, int half)
{
    double a = 0.0;
    double t = 0.0;
    for (int i = k - half; i <= k + half; i++) {
        if (i < 0 || i >= BINS)
            continue;
        a += (double)h->aligned[i];
        t += (double)h->all[i];
    }
    return (a - ALIGN_CHANCE * t) / (2.0 * CROK_PI * (k + 0.5));
}

/* Picks the rings of most support, at most CROK_MAX_RINGS, none within the
 * window of another; the best becomes ring 0. */
static double pick_rings(const histogram *h, int half, crok_ring_fit *fit)
{
    bool taken[BINS] = {false};
    double sum = 0.0;
    fit->n_rings = 0;
    while (fit->n_rings < CROK_MAX_RINGS) {
        int best = -1;
        double top = MIN_SUPPORT;
        for (int k = 2 * half + 2; k < BINS; k++) {
            double s = taken[k] ? 0.0 : support_at(h, k, half);
            if (s > top) {
                top = s;
                best = k;
            }
        }
        if (best < 0)
            break;
        for (int k = best - 2 * half; k <= best + 2 * half; k++)
            if (k >= 0 && k < BINS)
                taken[k] = true;
        fit->radius[fit->n_rings++] = (best + 0.5) * h->bin;
        sum += fmin(top, 2.0);
    }
    return sum;
}

/* The members that lie on the rings, thinned so that there are no more than
 * `most`. */
static int ring_points(const member *m, int n, const crok_ring_fit *fit,
                       double half_width, int most, crok_ring_point *to)
{
    int n_to = 0;
    int step = n / most + 1;
    for (int i = 0; i < n; i += step) {
        for (int k = 0; k < fit->n_rings; k++) {
            if (fabs(m[i].radius - fit->radius[k]) > half_width)
                continue;
            to[n_to++] = (crok_ring_point){m[i].at, k};
            break;
        }
    }
    return n_to;
}

/* What the rounds work with. */
typedef struct bench {
    histogram h;
    member *members;         /* one an edge */
    crok_ring_point *points; /* likewise */
} bench;

/* One round: sort, pick, fit. */
static bool round_fit(const crok_edges *edges, const crok_fit_prior *prior,
                      const ring_round *r, bench *b, crok_ring_fit *fit,
                      double *support)
{
    int n = sort_edges(edges, &fit->cam, &b->h, b->members);
    *support = pick_rings(&b->h, r->half, fit);
    if (fit->n_rings == 0)
        return false;
    n = ring_points(b->members, n, fit, (r->half + 0.5) * b->h.bin, r->most,
                    b->points);
    return crok_ring_fit_refine(b->points, n, prior, r->half + 1.0, fit);
}

crok_status crok_rings_fit(const crok_edges *edges, const crok_camera *cam,
                           const crok_centre *centre,
                           const crok_fit_prior *prior, crok_ring_fit *out,
                           double *support)
{
    int side = cam->w_px > cam->h_px ? cam->w_px : cam->h_px;
    bench b = {.h = {.bin = RADIUS_MAX_FRAC * side / cam->f_px / BINS}};
    crok_ring_fit fit = {.cam = crok_centre_camera(centre, cam)};
    crok_status st = CROK_OK;
    b.members = malloc(sizeof *b.members * (size_t)(edges->n + 1));
    b.points = malloc(sizeof *b.points * (size_t)(edges->n + 1));
    if (b.members == NULL || b.points == NULL)
        st = CROK_ENOMEM;
    for (int i = 0; st == CROK_OK && i < ROUNDS; i++)
        if (!round_fit(edges, prior, &rounds[i], &b, &fit, support))
            st = CROK_ENOBOARD;
    free(b.members);
    free(b.points);
    if (st == CROK_OK)
        *out = fit;
    return st;
}
