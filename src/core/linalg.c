/* SPDX-License-Identifier: Apache-2.0 */
#include "core/linalg.h"

#include <math.h>
#include <string.h>

crok_mat3 crok_mat3_mul(const crok_mat3 *a, const crok_mat3 *b)
{
    crok_mat3 c = {{0}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                c.m[3 * i + j] += a->m[3 * i + k] * b->m[3 * k + j];
    return c;
}

/* R = cos t I + (1 - cos t) u u^T + sin t [u]x with t = |w| and u = w / t,
 * where [u]x is the matrix of the cross product with u. */
crok_mat3 crok_mat3_rotation(crok_vec3 w)
{
    double t = sqrt(crok_vec3_dot(w, w));
    double s = t < 1e-12 ? 1.0 : sin(t) / t;
    double k = t < 1e-12 ? 0.5 : (1.0 - cos(t)) / (t * t);
    double c = cos(t);
    return (crok_mat3){{
        c + k * w.x * w.x,
        k * w.x * w.y - s * w.z,
        k * w.x * w.z + s * w.y,
        k * w.x * w.y + s * w.z,
        c + k * w.y * w.y,
        k * w.y * w.z - s * w.x,
        k * w.x * w.z - s * w.y,
        k * w.y * w.z + s * w.x,
        c + k * w.z * w.z,
    }};
}

void crok_lsq_reset(crok_lsq *q, int n)
{
    CROK_ASSERT(n >= 1 && n <= CROK_LSQ_MAX);
    q->n = n;
    q->n_rows = 0;
    q->cost = 0.0;
    for (int i = 0; i < n; i++) {
        memset(q->a[i], 0, sizeof(double) * (size_t)n);
        q->g[i] = 0.0;
    }
}

void crok_lsq_add(crok_lsq *q, const int *idx, const double *jac, int n_idx,
                  double r, double w)
{
    bool dense = idx[n_idx - 1] - idx[0] == n_idx - 1;
    for (int i = 0; i < n_idx; i++) {
        double wi = w * jac[i];
        double *row = q->a[idx[i]];
        q->g[idx[i]] += wi * r;
        if (dense) { /* successive indices: the compiler can vectorise this */
            row += idx[0];
            for (int j = 0; j <= i; j++)
                row[j] += wi * jac[j];
            continue;
        }
        for (int j = 0; j <= i; j++)
            row[idx[j]] += wi * jac[j];
    }
    q->cost += w * r * r;
    q->n_rows++;
}

/* Cholesky factorisation A + lambda diag(A) = L L^T. Writes L to l; returns
 * false if the matrix is not positive definite. */
static bool factor(const crok_lsq *q, double lambda,
                   double l[CROK_LSQ_MAX][CROK_LSQ_MAX])
{
    for (int i = 0; i < q->n; i++) {
        for (int j = 0; j <= i; j++) {
            double s = q->a[i][j] * (i == j ? 1.0 + lambda : 1.0);
            for (int k = 0; k < j; k++)
                s -= l[i][k] * l[j][k];
            if (i != j)
                l[i][j] = s / l[j][j];
            else if (s > 0.0 && isfinite(s))
                l[i][i] = sqrt(s);
            else
                return false;
        }
    }
    return true;
}

/* Solve L L^T x = b. x has b at first and the solution afterwards. */
static void substitute(double l[CROK_LSQ_MAX][CROK_LSQ_MAX], int n, double *x)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++)
            x[i] -= l[i][k] * x[k];
        x[i] /= l[i][i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++)
            x[i] -= l[k][i] * x[k];
        x[i] /= l[i][i];
    }
}

bool crok_lsq_step(const crok_lsq *q, double lambda, double *d)
{
    double l[CROK_LSQ_MAX][CROK_LSQ_MAX];
    if (!factor(q, lambda, l))
        return false;
    for (int i = 0; i < q->n; i++)
        d[i] = -q->g[i];
    substitute(l, q->n, d);
    return true;
}

double crok_lsq_left(const crok_lsq *q, const double *step)
{
    double left = q->cost;
    for (int i = 0; i < q->n; i++)
        left += q->g[i] * step[i];
    return fmax(left, 0.0);
}

bool crok_lsq_covariance(const crok_lsq *q, double *cov)
{
    double l[CROK_LSQ_MAX][CROK_LSQ_MAX];
    double col[CROK_LSQ_MAX];
    if (!factor(q, 0.0, l))
        return false;
    for (int j = 0; j < q->n; j++) {
        memset(col, 0, sizeof col);
        col[j] = 1.0;
        substitute(l, q->n, col);
        for (int i = 0; i < q->n; i++)
            cov[i * q->n + j] = col[i];
    }
    return true;
}

double crok_log_odds(double start, const double *weight, const double *term,
                     int n)
{
    double sum = start;
    for (int i = 0; i < n; i++)
        sum += weight[i] * term[i];
    return sum;
}

double crok_chance(double start, const double *weight, const double *term,
                   int n)
{
    return 1.0 / (1.0 + exp(-crok_log_odds(start, weight, term, n)));
}

double crok_limited_log_odds(double chance, double most)
{
    double p = fmin(fmax(chance, 1e-9), 1.0 - 1e-9);
    return fmin(fmax(log(p / (1.0 - p)), -most), most);
}

/* The median of three values. */
static double middle_of(double a, double b, double c)
{
    double least = a < b ? a : b;
    double most = a < b ? b : a;
    double lower = c < most ? c : most;
    return lower < least ? least : lower;
}

/* Move the values of x[lo..hi] that are less than the pivot, or if `equal` at
 * most the pivot, to the front of that range. Returns the index behind them.
 * There is no branch on a value, because the processor would predict half of
 * them wrongly. */
static int move_to_front(double *x, int lo, int hi, double pivot, bool equal)
{
    int to = lo;
    for (int i = lo; i <= hi; i++) {
        double v = x[i];
        x[i] = x[to];
        x[to] = v;
        to += (v < pivot) | (equal & (v == pivot));
    }
    return to;
}

double crok_quantile(double *x, int n, double q)
{
    int lo = 0;
    int hi = n - 1;
    int want = (int)(q * (n - 1) + 0.5);
    if (n <= 0)
        return 0.0;
    while (lo < hi) { /* quickselect (Hoare 1961) */
        double pivot = middle_of(x[lo], x[lo + (hi - lo) / 2], x[hi]);
        int at = move_to_front(x, lo, hi, pivot, false);
        bool is_least = at == lo; /* then those that equal it are found */
        if (is_least)
            at = move_to_front(x, lo, hi, pivot, true);
        if (want >= at && at > lo)
            lo = at;
        else if (!is_least)
            hi = at - 1;
        else
            break;
    }
    return x[want];
}
