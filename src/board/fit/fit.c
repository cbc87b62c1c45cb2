/* SPDX-License-Identifier: Apache-2.0 */
#include "board/fit/fit.h"

#include <math.h>
#include <stddef.h>

#include "board/fit/residuals.h"

/* The rotation about the normal, which rings do not show, stays within this. */
#define SPIN_SIGMA_RAD 1e-3
/* A step of a ring's radius is bounded to about this part (the equations need
 * some bound where a ring has hardly any point). */
#define RADIUS_REL_SIGMA 0.1
#define MAX_ROUNDS 15
#define MAX_F_STEP 0.15
/* So many rounds tell what no camera explains: the start was right. */
#define FREED_ROUNDS 5
/* Steps smaller than this (radians, parts of the distance) change nothing that
 * can be seen: 3/100 px at 300 px, and less after the next. */
#define SMALL_STEP 1e-4
/* The scale of residuals at first, as a part of the gate, and how it shrinks.
 */
#define WIDE_FIRST 0.5
#define WIDE_SHRINK 0.6

double crok_ring_distance_px(const crok_camera *cam, double radius, crok_px p,
                             double *angle_rad)
{
    crok_residual w = crok_residual_of(cam, radius, p);
    if (angle_rad != NULL) {
        crok_mm m = crok_camera_unproject(cam, p, 0.0);
        *angle_rad = atan2(m.y, m.x);
    }
    return -w.r;
}

/* A prior as a row: the unknown k is `off` from its value, give or take sigma.
 */
static void add_prior(crok_lsq *q, int k, double off, double sigma)
{
    double one = 1.0;
    crok_lsq_add(q, &k, &one, 1, off, 1.0 / (sigma * sigma));
}

static void add_priors(crok_lsq *q, const crok_ring_fit *now,
                       const crok_fit_prior *prior)
{
    const crok_camera *cam = &now->cam;
    /* a spin about the normal n is the rotation w = n */
    int w_idx[3] = {CROK_CAM_W, CROK_CAM_W + 1, CROK_CAM_W + 2};
    double normal[3] = {cam->rot.m[2], cam->rot.m[5], cam->rot.m[8]};
    crok_lsq_add(q, w_idx, normal, 3, 0.0,
                 1.0 / (SPIN_SIGMA_RAD * SPIN_SIGMA_RAD));
    add_prior(q, CROK_CAM_F, cam->f_px - prior->f_px,
              prior->f_rel_sigma * prior->f_px);
    add_prior(q, CROK_CAM_CX, cam->cx_px - prior->cx_px, prior->c_sigma_px);
    add_prior(q, CROK_CAM_CY, cam->cy_px - prior->cy_px, prior->c_sigma_px);
    add_prior(q, CROK_CAM_K1, cam->k1 - prior->k1, prior->k1_sigma);
    for (int i = 1; i < now->n_rings; i++) {
        bool known = prior->radius_rel_sigma > 0.0 && prior->radius[i] > 0.0;
        double r = known ? prior->radius[i] : now->radius[i];
        double rel = known ? prior->radius_rel_sigma : RADIUS_REL_SIGMA;
        add_prior(q, CROK_N_CAM + i - 1, now->radius[i] - r, rel * r);
    }
}

/* How residuals are weighed. */
typedef struct weighing {
    double sigma_px;    /* their scale */
    double share;       /* so many points count as one */
    bool share_follows; /* the residuals as they are */
    double gate_px;
} weighing;

#define ROW (CROK_N_CAM + 1)

/* The normal equations of one ring's points: of the camera's unknowns and the
 * ring's radius, all rows alike, so that the compiler can unroll them. */
typedef struct ring_sums {
    double a[ROW][ROW]; /* lower triangle */
    double g[ROW];
    double cost;
    int n;
} ring_sums;

static void add_row(ring_sums *s, const crok_residual *w, double weight)
{
    for (int i = 0; i < ROW; i++) {
        double wj = weight * w->jac[i];
        for (int k = 0; k < ROW; k++)
            s->a[i][k] += wj * w->jac[k];
        s->g[i] += wj * w->r;
    }
    s->cost += weight * w->r * w->r;
    s->n++;
}

/* Puts a ring's sums where its unknowns are. Ring 0 has no radius. */
static void add_ring(crok_lsq *q, const ring_sums *s, int ring)
{
    int m = ring == 0 ? CROK_N_CAM : ROW;
    int idx[ROW];
    for (int i = 0; i < ROW; i++)
        idx[i] = i < CROK_N_CAM ? i : CROK_N_CAM + ring - 1;
    for (int i = 0; i < m; i++) {
        for (int k = 0; k <= i; k++)
            q->a[idx[i]][idx[k]] += s->a[i][k];
        q->g[idx[i]] += s->g[i];
    }
    q->cost += s->cost;
    q->n_rows += s->n;
}

/* The normal equations of all points. */
static void build(crok_lsq *q, const crok_residuals *all, int n_rings,
                  const weighing *by)
{
    const double cut = fmin(CROK_TUKEY_CUT, by->gate_px / by->sigma_px);
    ring_sums sums[CROK_MAX_RINGS] = {{.n = 0}};
    crok_lsq_reset(q, CROK_N_CAM + n_rings - 1);
    for (int i = 0; i < all->n; i++) {
        const crok_residual *w = &all->at[i];
        double weight = crok_tukey(w->r / by->sigma_px, cut);
        if (isfinite(w->r) && weight > 0.0)
            add_row(&sums[all->points[i].ring], w,
                    weight / (by->sigma_px * by->sigma_px * by->share));
    }
    for (int k = 0; k < n_rings; k++)
        add_ring(q, &sums[k], k);
}

static crok_ring_fit moved(const crok_ring_fit *fit, const double *step)
{
    crok_ring_fit next = *fit;
    next.cam = crok_camera_moved(&fit->cam, step);
    for (int i = 1; i < fit->n_rings; i++)
        next.radius[i] += step[CROK_N_CAM + i - 1];
    return next;
}

/* A step that changes the focal length by more than this part leaves the range
 * where the equations hold: it is taken shorter. */
static void shorten(double *step, int n, const crok_ring_fit *fit)
{
    double k = fabs(step[CROK_CAM_F]) / (MAX_F_STEP * fit->cam.f_px);
    for (int i = 0; i < n && k > 1.0; i++)
        step[i] /= k;
}

static bool is_sane(const crok_ring_fit *fit)
{
    bool ok = isfinite(fit->cam.f_px) && fit->cam.f_px > 1.0 &&
              fit->cam.t_mm.z > 0.0 && fabs(fit->cam.k1) < 1.0;
    for (int i = 0; i < fit->n_rings; i++)
        ok = ok && fit->radius[i] > 0.0;
    return ok;
}

static void summarise(const crok_residuals *all, const crok_lsq *q,
                      double sigma_px, crok_ring_fit *fit)
{
    double cov[CROK_FIT_UNKNOWNS * CROK_FIT_UNKNOWNS];
    double sum = 0.0;
    fit->n_inliers = 0;
    for (int i = 0; i < all->n; i++) {
        double r = all->at[i].r;
        if (!(fabs(r) <= 3.0 * sigma_px))
            continue;
        sum += r * r;
        fit->n_inliers++;
    }
    fit->rms_px = fit->n_inliers > 0 ? sqrt(sum / fit->n_inliers) : 0.0;
    fit->n_unknowns = q->n;
    for (int i = 0; i < q->n; i++)
        for (int j = 0; j < q->n; j++)
            fit->info[i * q->n + j] = i > j ? q->a[i][j] : q->a[j][i];
    if (!crok_lsq_covariance(q, cov))
        return;
    fit->f_rel_sigma =
        sqrt(cov[CROK_CAM_F * q->n + CROK_CAM_F]) / fit->cam.f_px;
    for (int i = 1; i < fit->n_rings; i++) {
        int k = CROK_N_CAM + i - 1;
        fit->radius_sigma[i] = sqrt(cov[k * q->n + k]);
    }
}

/* One round: residuals, their scale (by->sigma_px, at least so large as it is
 * given: wide at first, so that one ring that fits early does not shut the
 * others out, graduated non-convexity), the step. False where there is none. */
static bool round_of(crok_residuals *all, const crok_fit_prior *prior,
                     weighing *by, crok_lsq *q, crok_ring_fit *now,
                     double step[CROK_LSQ_MAX])
{
    crok_residuals_evaluate(&now->cam, now->radius, all);
    by->sigma_px =
        fmax(by->sigma_px, crok_residuals_scale_px(all, by->gate_px));
    if (by->share_follows)
        by->share = crok_residuals_redundancy(all, 3.0 * by->sigma_px);
    build(q, all, now->n_rings, by);
    if (q->n_rows < 2 * q->n)
        return false;
    now->chi2 = q->cost;
    now->noise_px = by->sigma_px * sqrt(by->share);
    add_priors(q, now, prior);
    /* no damping: focal length and distance are so nearly one that any would
     * stop their difference; the priors keep A definite */
    if (!crok_lsq_step(q, 0.0, step))
        return false;
    shorten(step, q->n, now);
    return true;
}

static double size_of(const double *step, const crok_ring_fit *fit)
{
    double size = 0.0;
    for (int k = 0; k < 3; k++)
        size += fabs(step[CROK_CAM_W + k]) +
                fabs(step[CROK_CAM_T + k]) / fit->cam.t_mm.z;
    return size;
}

/* Rounds until the camera settles. The residuals' scale is at first this part
 * of the gate, at least; by->sigma_px afterwards. */
static bool iterate(crok_residuals *all, const crok_fit_prior *prior,
                    double wide, weighing *by, crok_ring_fit *fit)
{
    crok_lsq q;
    crok_ring_fit now = *fit;
    int rounds = prior->max_iterations > 0 ? prior->max_iterations : MAX_ROUNDS;
    for (int round = 0; round < rounds; round++) {
        double step[CROK_LSQ_MAX];
        crok_ring_fit next;
        double size = 0.0;
        by->sigma_px = by->gate_px * wide;
        if (!round_of(all, prior, by, &q, &now, step))
            return false;
        next = moved(&now, step);
        if (!is_sane(&next))
            return false;
        size = size_of(step, &now);
        now = next;
        if (size < SMALL_STEP && by->sigma_px > by->gate_px * wide)
            break;
        wide *= WIDE_SHRINK;
    }
    crok_residuals_evaluate(&now.cam, now.radius, all);
    summarise(all, &q, by->sigma_px, &now);
    *fit = now;
    return true;
}

/* Where points are worked out. */
static _Thread_local crok_residual work[CROK_FIT_MAX_POINTS];

bool crok_ring_fit_refine(const crok_ring_point *points, int n,
                          const crok_fit_prior *prior, double gate_px,
                          crok_ring_fit *fit)
{
    crok_residuals r = {.points = points, .at = work, .n = n};
    weighing by = {
        .share = 1.0, .share_follows = prior->correlated, .gate_px = gate_px};
    CROK_ASSERT(n <= CROK_FIT_MAX_POINTS);
    return iterate(&r, prior, WIDE_FIRST, &by, fit);
}

bool crok_ring_fit_finish(const crok_ring_point *points, int n,
                          const crok_fit_prior *prior, double gate_px,
                          crok_ring_fit *fit)
{
    crok_residuals r = {.points = points, .at = work, .n = n};
    weighing by = {.share = 1.0, .gate_px = gate_px};
    crok_ring_fit freed = *fit;
    crok_fit_prior brief = *prior;
    CROK_ASSERT(n <= CROK_FIT_MAX_POINTS);
    brief.max_iterations = FREED_ROUNDS;
    if (!iterate(&r, &brief, 0.0, &by, &freed))
        return false;
    by.share = crok_residuals_redundancy(&r, 3.0 * by.sigma_px);
    return iterate(&r, prior, 0.0, &by, fit);
}
