/* SPDX-License-Identifier: Apache-2.0 */
#include "board/fit.h"

#include <math.h>
#include <stddef.h>

/* The rotation about the normal, which rings do not show, stays within this. */
#define SPIN_SIGMA_RAD 1e-3
/* A step of a ring's radius is bounded to about this part (the equations need
 * some bound where a ring has hardly any point). */
#define RADIUS_REL_SIGMA 0.1
/* See redundancy(): with 240 points on a ring, shapes of up to eight waves. */
#define LAG 3
#define REACH 15
#define MAX_ROUNDS 15

/* A point's residual r = n . (q - p), q the ring's point at p's angle, n the
 * ring's normal in the picture, with the derivatives by all unknowns. */
typedef struct row {
    double r;
    double jac[CROK_N_CAM + 1]; /* camera, then the ring's radius */
} row;

static row residual(const crok_camera *cam, double radius, crok_px p)
{
    row out = {0};
    double d_cam[2][CROK_N_CAM];
    double d_x[2][3];
    crok_mm m = crok_camera_unproject(cam, p, 0.0);
    double len = fmax(hypot(m.x, m.y), 1e-12);
    double c = m.x / len;
    double s = m.y / len;
    crok_px q = crok_camera_derive(cam, (crok_vec3){radius * c, radius * s, 0},
                                   d_cam, d_x);
    /* tangent: dq/dX . (-s, c); the normal points away from the centre */
    double tx = -s * d_x[0][0] + c * d_x[0][1];
    double ty = -s * d_x[1][0] + c * d_x[1][1];
    double ox = c * d_x[0][0] + s * d_x[0][1];
    double oy = c * d_x[1][0] + s * d_x[1][1];
    double t = fmax(hypot(tx, ty), 1e-12);
    double nx = ty / t;
    double ny = -tx / t;
    if (nx * ox + ny * oy < 0.0) {
        nx = -nx;
        ny = -ny;
    }
    out.r = nx * (q.x - p.x) + ny * (q.y - p.y);
    for (int k = 0; k < CROK_N_CAM; k++)
        out.jac[k] = nx * d_cam[0][k] + ny * d_cam[1][k];
    out.jac[CROK_N_CAM] = nx * ox + ny * oy;
    return out;
}

double crok_ring_distance_px(const crok_camera *cam, double radius, crok_px p,
                             double *angle_rad)
{
    row w = residual(cam, radius, p);
    if (angle_rad != NULL) {
        crok_mm m = crok_camera_unproject(cam, p, 0.0);
        *angle_rad = atan2(m.y, m.x);
    }
    return -w.r;
}

/* A prior as a row: the unknown k is `off` from its value, give or take sigma. */
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
        bool known = prior->radius_rel_sigma > 0.0;
        double r = known ? prior->radius[i] : now->radius[i];
        double rel = known ? prior->radius_rel_sigma : RADIUS_REL_SIGMA;
        add_prior(q, CROK_N_CAM + i - 1, now->radius[i] - r, rel * r);
    }
}

/* How many points count as one. Points LAG apart share no pixels; what their
 * residuals have in common is the ring's own shape, which keeps up over
 * 2 REACH neighbours: var (1 + 2 REACH a). */
static double redundancy(const crok_ring_point *points, int n,
                         const crok_ring_fit *fit, double cut_px)
{
    double past[LAG] = {0};
    double product = 0.0;
    double square = 0.0;
    for (int i = 0; i < n; i++) {
        double r = residual(&fit->cam, fit->radius[points[i].ring],
                            points[i].at)
                       .r;
        double last = past[i % LAG];
        past[i % LAG] = fabs(r) < cut_px ? r : (double)NAN;
        if (i < LAG || points[i].ring != points[i - LAG].ring ||
            !isfinite(last) || !isfinite(past[i % LAG]))
            continue;
        product += r * last;
        square += 0.5 * (r * r + last * last);
    }
    return square <= 0.0 ? 1.0
                         : 1.0 + 2.0 * REACH * fmax(product / square, 0.0);
}

static double median_abs(const crok_ring_point *points, int n,
                         const crok_ring_fit *fit, double gate_px)
{
    double sample[512];
    int step = n / 512 + 1;
    int k = 0;
    for (int i = 0; i < n; i += step) {
        double r = fabs(residual(&fit->cam, fit->radius[points[i].ring],
                                 points[i].at)
                            .r);
        if (r < gate_px)
            sample[k++] = r;
    }
    return crok_quantile(sample, k, 0.5);
}

/* The normal equations at *now; sigma_px scales the residuals, share points
 * count as one. */
static void build(crok_lsq *q, const crok_ring_point *points, int n,
                  const crok_ring_fit *now, double sigma_px, double share,
                  double gate_px)
{
    const double cut = 4.685;
    int idx[CROK_N_CAM + 1];
    for (int k = 0; k < CROK_N_CAM; k++)
        idx[k] = k;
    crok_lsq_reset(q, CROK_N_CAM + now->n_rings - 1);
    for (int i = 0; i < n; i++) {
        int ring = points[i].ring;
        row w = residual(&now->cam, now->radius[ring], points[i].at);
        double weight = crok_tukey(w.r / sigma_px, fmin(cut, gate_px / sigma_px));
        if (!isfinite(w.r) || weight <= 0.0)
            continue;
        idx[CROK_N_CAM] = CROK_N_CAM + ring - 1;
        crok_lsq_add(q, idx, w.jac, ring == 0 ? CROK_N_CAM : CROK_N_CAM + 1,
                     w.r, weight / (sigma_px * sigma_px * share));
    }
}

static crok_ring_fit moved(const crok_ring_fit *fit, const double *step)
{
    crok_ring_fit next = *fit;
    next.cam = crok_camera_moved(&fit->cam, step);
    for (int i = 1; i < fit->n_rings; i++)
        next.radius[i] += step[CROK_N_CAM + i - 1];
    return next;
}

static bool is_sane(const crok_ring_fit *fit)
{
    bool ok = isfinite(fit->cam.f_px) && fit->cam.f_px > 1.0 &&
              fit->cam.t_mm.z > 0.0 && fabs(fit->cam.k1) < 1.0;
    for (int i = 0; i < fit->n_rings; i++)
        ok = ok && fit->radius[i] > 0.0;
    return ok;
}

static void summarise(const crok_ring_point *points, int n, const crok_lsq *q,
                      double sigma_px, crok_ring_fit *fit)
{
    double cov[CROK_FIT_UNKNOWNS * CROK_FIT_UNKNOWNS];
    double sum = 0.0;
    fit->n_inliers = 0;
    for (int i = 0; i < n; i++) {
        double r = residual(&fit->cam, fit->radius[points[i].ring],
                            points[i].at)
                       .r;
        if (fabs(r) > 3.0 * sigma_px)
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

bool crok_ring_fit_refine(const crok_ring_point *points, int n,
                          const crok_fit_prior *prior, double gate_px,
                          crok_ring_fit *fit)
{
    crok_lsq q;
    crok_ring_fit now = *fit;
    double sigma_px = 0.0;
    double share = 1.0;
    bool solved = false;
    for (int round = 0; round < MAX_ROUNDS; round++) {
        double step[CROK_LSQ_MAX];
        crok_ring_fit next;
        double size = 0.0;
        /* 1.4826 MAD is the deviation of a normal law; never below 1/20 px,
         * which no sampling reaches */
        sigma_px = fmax(0.05, 1.4826 * median_abs(points, n, &now, gate_px));
        if (prior->correlated)
            share = redundancy(points, n, &now, 3.0 * sigma_px);
        build(&q, points, n, &now, sigma_px, share, gate_px);
        if (q.n_rows < 2 * q.n)
            return false;
        now.chi2 = q.cost;
        now.noise_px = sigma_px * sqrt(share);
        add_priors(&q, &now, prior);
        /* no damping: focal length and distance are so nearly one that any
         * would stop their difference; the priors keep A definite */
        if (!crok_lsq_step(&q, 0.0, step))
            return false;
        next = moved(&now, step);
        if (!is_sane(&next))
            return false;
        for (int k = 0; k < 3; k++)
            size += fabs(step[CROK_CAM_W + k]) +
                    fabs(step[CROK_CAM_T + k]) / now.cam.t_mm.z;
        now = next;
        solved = true;
        if (size < 1e-6)
            break;
    }
    if (!solved)
        return false;
    summarise(points, n, &q, sigma_px, &now);
    *fit = now;
    return true;
}
