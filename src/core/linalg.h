/* SPDX-License-Identifier: Apache-2.0
 *
 * core/linalg.h: points, small matrices and weighted least squares.
 *
 * Frames   crok_px: image pixels; crok_mm: board plane, millimetres (two types,
 *          so that mixing them up does not compile).
 * Room     core: no allocation, no I/O.
 * Threads  values only; any thread. */
#ifndef CROK_CORE_LINALG_H
#define CROK_CORE_LINALG_H

#include <math.h>
#include <stdbool.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_PI 3.14159265358979323846

typedef struct crok_px {
    double x, y;
} crok_px;

typedef struct crok_mm {
    double x, y;
} crok_mm;

static inline double crok_mm_apart(crok_mm a, crok_mm b)
{
    double x = a.x - b.x;
    double y = a.y - b.y;
    return sqrt(x * x + y * y); /* hypot takes six times as long */
}

typedef struct crok_vec3 {
    double x, y, z;
} crok_vec3;

static inline crok_vec3 crok_vec3_add(crok_vec3 a, crok_vec3 b)
{
    crok_vec3 out = {a.x + b.x, a.y + b.y, a.z + b.z};
    return out;
}

static inline crok_vec3 crok_vec3_scale(crok_vec3 a, double s)
{
    crok_vec3 out = {a.x * s, a.y * s, a.z * s};
    return out;
}

static inline double crok_vec3_dot(crok_vec3 a, crok_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline crok_vec3 crok_vec3_cross(crok_vec3 a, crok_vec3 b)
{
    crok_vec3 out = {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z,
                     a.x * b.y - a.y * b.x};
    return out;
}

/* A 3x3 matrix, row-major. */
typedef struct crok_mat3 {
    double m[9];
} crok_mat3;

static inline crok_vec3 crok_mat3_apply(const crok_mat3 *a, crok_vec3 v)
{
    crok_vec3 out = {a->m[0] * v.x + a->m[1] * v.y + a->m[2] * v.z,
                     a->m[3] * v.x + a->m[4] * v.y + a->m[5] * v.z,
                     a->m[6] * v.x + a->m[7] * v.y + a->m[8] * v.z};
    return out;
}

/* The product of the transposed matrix and v. For a rotation this is the
 * inverse rotation of v. */
static inline crok_vec3 crok_mat3_apply_t(const crok_mat3 *a, crok_vec3 v)
{
    crok_vec3 out = {a->m[0] * v.x + a->m[3] * v.y + a->m[6] * v.z,
                     a->m[1] * v.x + a->m[4] * v.y + a->m[7] * v.z,
                     a->m[2] * v.x + a->m[5] * v.y + a->m[8] * v.z};
    return out;
}

crok_mat3 crok_mat3_mul(const crok_mat3 *a, const crok_mat3 *b);

/* The rotation by |w| radians about w (Rodrigues' formula). */
crok_mat3 crok_mat3_rotation(crok_vec3 w);

/* ---- weighted least squares ----
 *
 * The normal equations A d = -g of the problem to minimise
 * sum_i w_i (r_i + J_i . d)^2 over d. With the residuals r_i, their gradients
 * J_i and weights w_i, A = sum_i w_i J_i J_i^T and g = sum_i w_i r_i J_i. They
 * are summed up one residual at a time. */
#define CROK_LSQ_MAX 96 /* unknowns: a camera, six rings, 40 discs */

typedef struct crok_lsq {
    int n;                                /* number of unknowns */
    int n_rows;                           /* number of residuals */
    double cost;                          /* sum of w r^2 */
    double a[CROK_LSQ_MAX][CROK_LSQ_MAX]; /* A; lower triangle only */
    double g[CROK_LSQ_MAX];
} crok_lsq;

/* Set all sums to 0 for a problem with n unknowns, 1 <= n <= CROK_LSQ_MAX. */
void crok_lsq_reset(crok_lsq *q, int n);

/* Add one residual r. jac[k] is its derivative with respect to the unknown
 * idx[k], 0 <= k < n_idx; the indices are in ascending order. w >= 0 is its
 * weight: 1 / variance, times the factor of a robust loss. */
void crok_lsq_add(crok_lsq *q, const int *idx, const double *jac, int n_idx,
                  double r, double w);

/* Compute the step d that solves (A + lambda diag(A)) d = -g. Returns false and
 * does not write d if the matrix is not positive definite. */
CROK_MUST_USE bool crok_lsq_step(const crok_lsq *q, double lambda, double *d);

/* The cost after the undamped step, that is the step d of crok_lsq_step with
 * lambda = 0, as predicted by the linear model of the residuals: cost + g . d,
 * at least 0. */
double crok_lsq_left(const crok_lsq *q, const double *step);

/* Write the inverse of A to `cov`, as n x n numbers in rows of length n. It is
 * the covariance of the unknowns if the weights are inverse variances. Returns
 * false and does not write cov if A is not positive definite. */
CROK_MUST_USE bool crok_lsq_covariance(const crok_lsq *q, double *cov);

/* Cut-off of Tukey's biweight, in standard deviations. It gives 95 % efficiency
 * on Gaussian residuals (Holland and Welsch 1977). Residuals beyond it have
 * weight 0. */
#define CROK_TUKEY_CUT 4.685

/* For Gaussian residuals this times the median of |r| is the standard
 * deviation: 1 / Phi^-1(3/4), with Phi the Gaussian distribution function. */
#define CROK_MAD_TO_SD 1.4826

/* Tukey's biweight factor for a residual of t standard deviations and the
 * cut-off c, such as CROK_TUKEY_CUT: (1 - (t/c)^2)^2 for |t| < c, otherwise 0.
 */
static inline double crok_tukey(double t, double c)
{
    double u = 1.0 - (t / c) * (t / c);
    return u > 0.0 ? u * u : 0.0;
}

/* Logistic regression (Cox 1958): crok_log_odds returns the log-odds
 * L = start + sum_i weight_i term_i, and crok_chance the probability
 * 1 / (1 + exp(-L)). */
double crok_log_odds(double start, const double *weight, const double *term,
                     int n);
double crok_chance(double start, const double *weight, const double *term,
                   int n);

/* The log-odds of a chance, limited to +-most (most < 20): a term of such a
 * model. */
double crok_limited_log_odds(double chance, double most);

/* The position x of the maximum of the parabola through the points (-1, l),
 * (0, m) and (1, h):
 *
 *     x = (l - h) / (2 (l - 2 m + h))
 *
 * m must be at least l and h; then x is between -0.5 and 0.5. It is 0 if all
 * three are equal. */
static inline double crok_parabola_crest(double l, double m, double h)
{
    return 0.5 * (l - h) / fmin(l - 2.0 * m + h, -1e-9);
}

/* Returns the q-quantile of x[0..n), 0 <= q <= 1; 0 if n is 0. The order of x
 * is changed. */
double crok_quantile(double *x, int n, double q);

#ifdef __cplusplus
}
#endif
#endif
