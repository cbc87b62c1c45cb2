/* SPDX-License-Identifier: Apache-2.0 */
#include "board/fit/fit.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "board/fit/residuals.h"
#include "core/scratch.h"
#include "core/wide.h"

/* Prior of the rotation about the board's normal in one step, 1 sd. Rings do
 * not determine that rotation, and the prior keeps the normal matrix regular.
 * Any small value works. */
#define SPIN_SIGMA_RAD 1e-3
/* Prior of the change of a radius in one step, 1 sd, as a fraction of the
 * radius. It is used for radii without a prior of their own. It keeps the
 * normal matrix regular if a ring has almost no points. Chosen by hand. */
#define RADIUS_REL_SIGMA 0.1
/* Largest number of iterations. Chosen by hand. */
#define MAX_ITERATIONS 15
/* Largest change of the focal length in one step, as a fraction of it. If the
 * change is larger, the whole step is scaled down, because the linearisation is
 * not valid so far away. Chosen by hand. */
#define MAX_F_STEP 0.15
/* Number of iterations with redundancy 1 in crok_ring_fit_finish. On 266
 * pictures 5, 7 and 15 iterations gave the same total scores, and 3 iterations
 * gave others (bench_score). Of a camera that had to be left for one that looks
 * alike, with 337 of its points, 5 iterations left 1 of 200 starts and 10 left
 * all. */
#define FREE_ITERATIONS 10
/* The free fit of crok_ring_fit_finish shows another camera if its focal length
 * differs by more than OTHER_SIGMAS standard deviations, and if the relative
 * standard deviation is less than SURE_FOCAL: a focal length that is not sure
 * changes nothing. Chosen by hand; the fits that were wrong had 0.08 to 0.10.
 */
#define OTHER_SIGMAS 3.0
#define SURE_FOCAL 0.2
/* A step ends the fit if its size is below this. The size is the sum of the
 * absolute rotations in rad and of the absolute translations as fractions of
 * the distance. A size of 1e-4 is 0.03 px at 300 px from the centre, and the
 * next step would be smaller still. */
#define SMALL_STEP 1e-4
/* Lower bound of the residuals' scale: gate_px * SCALE_FIRST * SCALE_SHRINK^i
 * in iteration i = 0, 1, ... of crok_ring_fit_refine. Chosen by hand: with a
 * smaller first value, rings that do not fit yet are rejected; with a larger
 * one, outliers get weight. */
#define SCALE_FIRST 0.5
#define SCALE_SHRINK 0.6
/* Residuals up to this many times the scale count as inliers in the statistics.
 */
#define INLIER_SCALES 3.0

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

/* Add the prior of unknown k. `off` is the present value minus the expected
 * one. */
static void add_prior(crok_lsq *q, int k, double off, double sigma)
{
    double one = 1.0;
    crok_lsq_add(q, &k, &one, 1, off, 1.0 / (sigma * sigma));
}

static void add_priors(crok_lsq *q, const crok_ring_fit *now,
                       const crok_fit_prior *prior)
{
    const crok_camera *cam = &now->cam;
    /* the normal in the camera frame is R's third column; the prior is on the
     * component of w along it */
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

/* The weights of residuals: tukey(r / sigma_px) / (sigma_px^2 redundancy). */
typedef struct weighting {
    double sigma_px;         /* scale of the residuals */
    double redundancy;       /* see crok_residuals_redundancy */
    bool updates_redundancy; /* compute the redundancy in each iteration */
    double gate_px;
} weighting;

/* Number of unknowns that the residual of one point depends on. */
#define ROW (CROK_N_CAM + 1)

/* A residual and its gradient as one vector v = (r, J), and the lanes of a wide
 * register. */
enum { VECTOR = ROW + 1, LANES = 4 };
_Static_assert(sizeof(crok_residual) == VECTOR * sizeof(double) &&
                   VECTOR % LANES == 0,
               "a residual is a vector of whole registers");

/* The normal equations of one ring's points, for the camera's unknowns and the
 * ring's radius. All points have the same unknowns, so that the compiler can
 * unroll the loops. J is the gradient of the residual r, and w its weight. */
typedef struct ring_sums {
    double a[VECTOR][VECTOR]; /* sum of w v v^T, of which the lower triangle is
                                 used: w r^2, then w J r and w J J^T */
    int n;
} ring_sums;

/* Only the registers of the lower triangle are computed. */
CROK_INLINE void add_residual(ring_sums *restrict s, const crok_residual *w,
                              double weight)
{
    double v[VECTOR];
    memcpy(v, w, sizeof v);
    for (int at = 0; at < VECTOR; at += LANES)
        for (int i = at; i < at + LANES; i++) {
            double wv = weight * v[i];
            for (int k = 0; k < at + LANES; k++)
                s->a[i][k] += wv * v[k];
        }
    s->n++;
}

/* Add the normal equations of one ring to those of all unknowns. The radius of
 * ring 0 is fixed, because it is the unit of length. So ring 0 adds only to the
 * camera's unknowns. */
static void add_ring(crok_lsq *q, const ring_sums *s, int ring)
{
    int m = ring == 0 ? CROK_N_CAM : ROW;
    int idx[ROW];
    for (int i = 0; i < ROW; i++)
        idx[i] = i < CROK_N_CAM ? i : CROK_N_CAM + ring - 1;
    for (int i = 0; i < m; i++) {
        for (int k = 0; k <= i; k++)
            q->a[idx[i]][idx[k]] += s->a[i + 1][k + 1];
        q->g[idx[i]] += s->a[i + 1][0];
    }
    q->cost += s->a[0][0];
    q->n_rows += s->n;
}

/* Sum the normal equations of each ring's points. */
CROK_WIDE static void sum_rings(const crok_residuals *all, const weighting *by,
                                ring_sums *sums)
{
    const double cut = fmin(CROK_TUKEY_CUT, by->gate_px / by->sigma_px);
    for (int i = 0; i < all->n; i++) {
        const crok_residual *w = &all->at[i];
        double weight = crok_tukey(w->r / by->sigma_px, cut);
        if (isfinite(w->r) && weight > 0.0)
            add_residual(&sums[all->points[i].ring], w,
                         weight /
                             (by->sigma_px * by->sigma_px * by->redundancy));
    }
}

/* Compute the normal equations of all points, without the priors. */
static void build(crok_lsq *q, const crok_residuals *all, int n_rings,
                  const weighting *by)
{
    ring_sums sums[CROK_MAX_RINGS] = {{.n = 0}};
    crok_lsq_reset(q, CROK_N_CAM + n_rings - 1);
    sum_rings(all, by, sums);
    for (int k = 0; k < n_rings; k++)
        add_ring(q, &sums[k], k);
}

/* Return the fit with its camera and radii changed by one step. */
static crok_ring_fit updated(const crok_ring_fit *fit, const double *step)
{
    crok_ring_fit next = *fit;
    next.cam = crok_camera_moved(&fit->cam, step);
    for (int i = 1; i < fit->n_rings; i++)
        next.radius[i] += step[CROK_N_CAM + i - 1];
    return next;
}

/* Scale a step down so that the focal length changes by MAX_F_STEP at most. */
static void limit_step(double *step, int n, const crok_ring_fit *fit)
{
    double k = fabs(step[CROK_CAM_F]) / (MAX_F_STEP * fit->cam.f_px);
    for (int i = 0; i < n && k > 1.0; i++)
        step[i] /= k;
}

/* Are the camera and the radii physically possible? */
static bool is_possible(const crok_ring_fit *fit)
{
    bool ok = isfinite(fit->cam.f_px) && fit->cam.f_px > 1.0 &&
              fit->cam.t_mm.z > 0.0 && fabs(fit->cam.k1) < 1.0;
    for (int i = 0; i < fit->n_rings; i++)
        ok = ok && fit->radius[i] > 0.0;
    return ok;
}

/* Set the statistics of the result: rms, inliers, information and standard
 * deviations. `all` has the residuals of the result, and q the normal equations
 * of the last iteration. */
static void summarise(const crok_residuals *all, const crok_lsq *q,
                      double sigma_px, crok_ring_fit *fit)
{
    double cov[CROK_FIT_UNKNOWNS * CROK_FIT_UNKNOWNS];
    double sum = 0.0;
    fit->n_inliers = 0;
    for (int i = 0; i < all->n; i++) {
        double r = all->at[i].r;
        if (!(fabs(r) <= INLIER_SCALES * sigma_px))
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

/* Do one iteration from *now: compute the residuals, their scale and the normal
 * equations, and solve for the step. by->sigma_px is the lower bound of the
 * scale on entry, and the scale on return. now->chi2 and now->noise_px are set
 * too. Returns false if the points do not determine a step. */
static bool iteration(crok_residuals *all, const crok_fit_prior *prior,
                      weighting *by, crok_lsq *q, crok_ring_fit *now,
                      double step[CROK_LSQ_MAX])
{
    crok_residuals_evaluate(&now->cam, now->radius, all);
    by->sigma_px =
        fmax(by->sigma_px, crok_residuals_scale_px(all, by->gate_px));
    if (by->updates_redundancy)
        by->redundancy =
            crok_residuals_redundancy(all, INLIER_SCALES * by->sigma_px);
    build(q, all, now->n_rings, by);
    if (q->n_rows < 2 * q->n)
        return false;
    now->chi2 = q->cost;
    now->noise_px = by->sigma_px * sqrt(by->redundancy);
    add_priors(q, now, prior);
    /* No Levenberg-Marquardt damping is used. The focal length and the distance
     * are so strongly correlated that damping would prevent their common
     * change. The priors keep the matrix positive definite. */
    if (!crok_lsq_step(q, 0.0, step))
        return false;
    limit_step(step, q->n, now);
    return true;
}

/* The size of a step, as defined at SMALL_STEP. */
static double step_size(const double *step, const crok_ring_fit *fit)
{
    double size = 0.0;
    for (int k = 0; k < 3; k++)
        size += fabs(step[CROK_CAM_W + k]) +
                fabs(step[CROK_CAM_T + k]) / fit->cam.t_mm.z;
    return size;
}

/* Iterate until the step is small and the scale is above its lower bound, or
 * until the largest number of iterations. `wide` is the lower bound in the
 * first iteration, as a fraction of the gate. On return `all` has the residuals
 * of the result, and by->sigma_px the scale of the last iteration. */
static bool iterate(crok_residuals *all, const crok_fit_prior *prior,
                    double wide, weighting *by, crok_ring_fit *fit)
{
    crok_lsq q;
    crok_ring_fit now = *fit;
    int iterations =
        prior->max_iterations > 0 ? prior->max_iterations : MAX_ITERATIONS;
    for (int k = 0; k < iterations; k++) {
        double step[CROK_LSQ_MAX];
        crok_ring_fit next;
        double size = 0.0;
        by->sigma_px = by->gate_px * wide;
        if (!iteration(all, prior, by, &q, &now, step))
            return false;
        next = updated(&now, step);
        if (!is_possible(&next))
            return false;
        size = step_size(step, &now);
        now = next;
        if (size < SMALL_STEP && by->sigma_px > by->gate_px * wide)
            break;
        wide *= SCALE_SHRINK;
    }
    crok_residuals_evaluate(&now.cam, now.radius, all);
    summarise(all, &q, by->sigma_px, &now);
    *fit = now;
    return true;
}

/* The cost of a fit: its squared residuals in units of sigma_px, each at most
 * CROK_TUKEY_CUT^2, divided by the redundancy, plus the squares of the lens's
 * deviations from its priors. */
static double cost_of(crok_residuals *all, const crok_fit_prior *prior,
                      double sigma_px, double redundancy,
                      const crok_ring_fit *fit)
{
    const crok_camera *cam = &fit->cam;
    double f = (cam->f_px - prior->f_px) / (prior->f_rel_sigma * prior->f_px);
    double cx = (cam->cx_px - prior->cx_px) / prior->c_sigma_px;
    double cy = (cam->cy_px - prior->cy_px) / prior->c_sigma_px;
    double k1 = (cam->k1 - prior->k1) / prior->k1_sigma;
    double sum = 0.0;
    crok_residuals_evaluate(cam, fit->radius, all);
    for (int i = 0; i < all->n; i++) {
        double r = fmin(fabs(all->at[i].r) / sigma_px, CROK_TUKEY_CUT);
        sum += isfinite(r) ? r * r : CROK_TUKEY_CUT * CROK_TUKEY_CUT;
    }
    return sum / redundancy + f * f + cx * cx + cy * cy + k1 * k1;
}

/* Does fit a cost less than fit b, with the smaller scale of the two? */
static bool is_better(crok_residuals *all, const crok_fit_prior *prior,
                      const weighting *by, const crok_ring_fit *a,
                      const crok_ring_fit *b)
{
    double noise_px = fmin(a->noise_px, b->noise_px);
    double sigma_px = noise_px / sqrt(by->redundancy);
    return cost_of(all, prior, sigma_px, by->redundancy, a) <
           cost_of(all, prior, sigma_px, by->redundancy, b);
}

/* Memory for the residuals of a fit. */
static crok_residual *residual(void)
{
    CROK_SCRATCH(crok_residual, memory, CROK_FIT_MAX_POINTS);
    return memory;
}

bool crok_ring_fit_refine(const crok_ring_point *points, int n,
                          const crok_fit_prior *prior, double gate_px,
                          crok_ring_fit *fit)
{
    crok_residuals r = {.points = points, .at = residual(), .n = n};
    weighting by = {.redundancy = 1.0,
                    .updates_redundancy = prior->correlated,
                    .gate_px = gate_px};
    CROK_ASSERT(n <= CROK_FIT_MAX_POINTS);
    return iterate(&r, prior, SCALE_FIRST, &by, fit);
}

bool crok_ring_fit_finish(const crok_ring_point *points, int n,
                          const crok_fit_prior *prior, double gate_px,
                          crok_ring_fit *fit)
{
    crok_residuals r = {.points = points, .at = residual(), .n = n};
    weighting by = {.redundancy = 1.0, .gate_px = gate_px};
    crok_ring_fit now = *fit;
    crok_ring_fit free_fit = *fit;
    crok_fit_prior short_prior = *prior;
    CROK_ASSERT(n <= CROK_FIT_MAX_POINTS);
    short_prior.max_iterations = FREE_ITERATIONS;
    if (!iterate(&r, &short_prior, 0.0, &by, &free_fit))
        return false;
    by.redundancy = crok_residuals_redundancy(&r, INLIER_SCALES * by.sigma_px);
    if (!iterate(&r, prior, 0.0, &by, &now))
        return false;
    if (now.f_rel_sigma < SURE_FOCAL &&
        fabs(log(free_fit.cam.f_px / now.cam.f_px)) >
            OTHER_SIGMAS * now.f_rel_sigma &&
        iterate(&r, prior, 0.0, &by, &free_fit) &&
        is_better(&r, prior, &by, &free_fit, &now))
        now = free_fit;
    *fit = now;
    return true;
}
