/* SPDX-License-Identifier: Apache-2.0 */
#include "board/search/rings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The histogram has BINS bins for radii up to RADIUS_MAX_FRAC of the picture's
 * longer side. One bin is 1 px if the longer side has 800 px, as in the quick
 * search, and 1.5 px if it has 1200 px. */
#define BINS 480
#define RADIUS_MAX_FRAC 0.60
/* An edge point is aligned with the centre if the sine of the angle between its
 * normal and the direction to the centre is below ALIGN_SIN. A random normal is
 * aligned with the probability 2/pi asin(ALIGN_SIN), which is ALIGN_CHANCE.
 * Chosen by hand: with a smaller value, the rings are lost if the initial
 * centre is inaccurate; with a larger one, more wood grain is counted. */
#define ALIGN_SIN 0.14
#define ALIGN_CHANCE 0.0894
/* Largest number of edge points used. Chosen by hand: more of them take longer
 * and do not change the result. */
#define MAX_EDGES 12000
/* Smallest support (support_at) of a ring. Chosen by hand: with a lower value,
 * wood grain is accepted as rings; with a higher one, faint or covered lines
 * are lost. */
#define MIN_SUPPORT 0.12
/* One ring adds at most this to the sum of supports: the support of the two
 * edges of a line. */
#define MAX_SUPPORT 2.0

/* The rounds of the fit. In the first round, the half width of a ring in bins
 * covers the error of the initial plane: a tilt that is wrong by 7 degrees
 * bends a ring by up to 2 %. In the later rounds it covers the error of the fit
 * before. The last round uses all points that a fit can hold; the others need
 * fewer (with 600 instead of 1000 one of the sample pictures is refused). */
typedef struct ring_round {
    int half; /* half width of a ring, bins */
    int most; /* largest number of points in the fit */
} ring_round;
static const ring_round rounds[] = {
    {5, 1000}, {3, 1000}, {2, 1000}, {2, CROK_FIT_MAX_POINTS}};
#define ROUNDS (int)(sizeof rounds / sizeof rounds[0])
/* A fit to fewer rings begins with this round: its camera is not far off. */
#define REFIT_FROM 1

/* A histogram of edge points by their radius on the board. */
typedef struct histogram {
    double bin;          /* size of a bin, in the unit of the board */
    float aligned[BINS]; /* points whose normal passes the centre */
    float all[BINS];     /* all points */
} histogram;

/* An aligned edge point: it may lie on a ring. */
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

/* Compute the radius of an edge point, and if it is aligned with the centre.
 * Let p be the point on the board and d the direction of the edge there. The
 * edge is aligned if
 *
 *     |p . d| < ALIGN_SIN |p| |d|
 *
 * Returns false if the point is beyond the horizon of the plane. */
static bool polar_of(const crok_plane_point *t, double *radius, bool *aligned)
{
    double r_sq = t->at.x * t->at.x + t->at.y * t->at.y;
    double len_sq = t->per_px.x * t->per_px.x + t->per_px.y * t->per_px.y;
    double along = t->at.x * t->per_px.x + t->at.y * t->per_px.y;
    *radius = sqrt(r_sq);
    *aligned = along * along < ALIGN_SIN * ALIGN_SIN * len_sq * r_sq;
    return isfinite(r_sq) && isfinite(len_sq);
}

/* Count an edge point in the histogram, with the weight `step`, because only
 * every step-th point is used. Returns true if it is aligned. */
static bool count_edge(const crok_plane_point *t, int step, histogram *h,
                       double *radius)
{
    bool aligned = false;
    double at = 0.0;
    int k = 0;
    if (!polar_of(t, radius, &aligned))
        return false;
    at = *radius / h->bin;
    if (at >= BINS)
        return false;
    k = (int)at;
    h->all[k] += (float)step;
    h->aligned[k] += aligned ? (float)step : 0.0F;
    return aligned;
}

/* Fill the histogram with the edge points. Writes the aligned ones to `to` and
 * returns their number. */
static int fill_histogram(const crok_edges *edges, const crok_camera *cam,
                          histogram *h, member *to)
{
    crok_camera_plane board = crok_camera_plane_at(cam, 0.0);
    crok_plane_point touch[CROK_EDGES_BATCH];
    int step = edges->n / MAX_EDGES + 1;
    int n = 0;
    memset(h->aligned, 0, sizeof h->aligned);
    memset(h->all, 0, sizeof h->all);
    for (int at = 0; at < edges->n; at += CROK_EDGES_BATCH * step) {
        int met = crok_edges_unproject(edges, at, step, &board, touch);
        for (int i = 0; i < met; i++) {
            const crok_edge *e = &edges->at[at + i * step];
            double radius = 0.0;
            if (count_edge(&touch[i], step, h, &radius))
                to[n++] = (member){{(double)e->x_px, (double)e->y_px}, radius};
        }
    }
    return n;
}

/* The support of a ring at bin k, with all bins within +-half of it:
 *
 *     (aligned - ALIGN_CHANCE * all) / (2 pi (k + 1/2))
 *
 * that is, the number of aligned edge points that exceeds the number expected
 * by chance, divided by the circumference in bins. If a bin is one pixel, one
 * row of edge points around the whole ring has the support 1. */
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

/* Find the bin with the most support among the bins that are not taken. Returns
 * -1 if none has more than MIN_SUPPORT. */
static int most_supported(const histogram *h, int half, const bool taken[BINS],
                          double *support)
{
    int best = -1;
    *support = MIN_SUPPORT;
    for (int k = 2 * half + 2; k < BINS; k++) {
        double s = taken[k] ? 0.0 : support_at(h, k, half);
        if (s > *support) {
            *support = s;
            best = k;
        }
    }
    return best;
}

/* Pick the rings with the most support, at most CROK_MAX_RINGS, by non-maximum
 * suppression: a ring must be more than 2 * half bins away from each better
 * one. The best ring becomes ring 0. Returns the sum of the supports. */
static double pick_rings(const histogram *h, int half, crok_ring_fit *fit)
{
    bool taken[BINS] = {false};
    double sum = 0.0;
    fit->n_rings = 0;
    while (fit->n_rings < CROK_MAX_RINGS) {
        double support = 0.0;
        int best = most_supported(h, half, taken, &support);
        if (best < 0)
            break;
        for (int k = best - 2 * half; k <= best + 2 * half; k++)
            if (k >= 0 && k < BINS)
                taken[k] = true;
        fit->radius[fit->n_rings++] = (best + 0.5) * h->bin;
        sum += fmin(support, MAX_SUPPORT);
    }
    return sum;
}

/* Write to `to` the members that are at most half_width from a ring. If there
 * are too many members, only every step-th one is used, so that at most `most`
 * are written. Returns their number. */
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

/* The size of a bin in the camera's unit, at the distance `far` of the plane.
 */
static double bin_of(const crok_camera *cam, double far)
{
    int side = cam->w_px > cam->h_px ? cam->w_px : cam->h_px;
    return RADIUS_MAX_FRAC * side / cam->f_px * far / BINS;
}

/* All memory of the rounds. */
typedef struct workspace {
    histogram h;
    member *members;         /* room for one per edge point */
    crok_ring_point *points; /* room for one per edge point */
} workspace;

/* Fit camera and radii to the n members that lie on the rings of the fit.
 * Returns false if the fit fails. */
static bool fit_members(const crok_fit_prior *prior, const ring_round *r, int n,
                        workspace *b, crok_ring_fit *fit)
{
    n = ring_points(b->members, n, fit, (r->half + 0.5) * b->h.bin, r->most,
                    b->points);
    return crok_ring_fit_refine(b->points, n, prior, r->half + 1.0, fit);
}

/* Do one round: fill the histogram, pick its peaks, and fit the camera and the
 * radii. Returns false if there is no ring or if the fit fails. */
static bool round_fit(const crok_edges *edges, const crok_fit_prior *prior,
                      const ring_round *r, workspace *b, crok_ring_fit *fit,
                      double *support)
{
    int n = fill_histogram(edges, &fit->cam, &b->h, b->members);
    *support = pick_rings(&b->h, r->half, fit);
    if (fit->n_rings == 0)
        return false;
    return fit_members(prior, r, n, b, fit);
}

static crok_status workspace_of(const crok_edges *edges, workspace *out)
{
    out->members = malloc(sizeof *out->members * (size_t)(edges->n + 1));
    out->points = malloc(sizeof *out->points * (size_t)(edges->n + 1));
    return out->members == NULL || out->points == NULL ? CROK_ENOMEM : CROK_OK;
}

static void free_workspace(workspace *b)
{
    free(b->members);
    free(b->points);
}

crok_status crok_rings_fit(const crok_edges *edges, const crok_camera *cam,
                           const crok_centre *centre,
                           const crok_fit_prior *prior, crok_ring_fit *out,
                           double *support)
{
    workspace b = {.h = {.bin = bin_of(cam, 1.0)}};
    crok_ring_fit fit = {.cam = crok_centre_camera(centre, cam)};
    crok_status st = workspace_of(edges, &b);
    for (int i = 0; st == CROK_OK && i < ROUNDS; i++)
        if (!round_fit(edges, prior, &rounds[i], &b, &fit, support))
            st = CROK_ENOBOARD;
    free_workspace(&b);
    if (st == CROK_OK)
        *out = fit;
    return st;
}

crok_status crok_rings_refit(const crok_edges *edges,
                             const crok_fit_prior *prior, int a, int b,
                             crok_ring_fit *rings)
{
    workspace w = {.h = {.bin = bin_of(&rings->cam, rings->cam.t_mm.z)}};
    crok_ring_fit fit = {.cam = rings->cam,
                         .n_rings = 2,
                         .radius = {rings->radius[a], rings->radius[b]}};
    crok_status st = workspace_of(edges, &w);
    for (int i = REFIT_FROM; st == CROK_OK && i < ROUNDS; i++) {
        int n = fill_histogram(edges, &fit.cam, &w.h, w.members);
        if (!fit_members(prior, &rounds[i], n, &w, &fit))
            st = CROK_ENOBOARD;
    }
    free_workspace(&w);
    if (st != CROK_OK)
        return st;
    rings->cam = fit.cam;
    rings->radius[a] = fit.radius[0];
    rings->radius[b] = fit.radius[1];
    return CROK_OK;
}
