/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/sides/partition.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/status.h"

/* Prior of a side's covariance: standard deviations of L*, a* and b*, and the
 * number of discs that the prior is worth. The standard deviations measured on
 * sides in photos and rendered pictures are 3 to 9, 1 to 5 and 2 to 5; along b*
 * it is 13 where dark wood reflects the sky. With a weaker prior the covariance
 * of a part of two or three discs shrinks to these discs; a stronger one
 * ignores how much a side is scattered. The weight was chosen by hand; the
 * clustering as a whole was checked on 334 variants of the photos and 237
 * rendered pictures. */
static const double PRIOR_SD[3] = {5.0, 2.5, 3.0};
#define PRIOR_WEIGHT 12.0

/* Largest number of rounds of the search; chosen by hand to limit the time. */
#define MAX_ROUNDS 20

/* A part's mean m and the Cholesky factor L of its covariance, S = L L^T. */
typedef struct gaussian {
    int n;
    double mean[3];
    double chol[3][3]; /* lower triangle */
    double log_det;    /* of the covariance */
} gaussian;

static void to_axes(crok_lab c, double v[3])
{
    v[0] = c.l;
    v[1] = c.a;
    v[2] = c.b;
}

/* Cholesky factor in place, in the lower triangle. The matrix is positive
 * definite because the prior is. */
static void cholesky(double a[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++) {
            double sum = a[i][j];
            for (int k = 0; k < j; k++)
                sum -= a[i][k] * a[j][k];
            a[i][j] = i == j ? sqrt(sum) : sum / a[j][j];
        }
}

/* Mean and regularised covariance of the members of part `which`. */
static gaussian fit_gaussian(const crok_lab *x, int n, const int *part,
                             int which)
{
    gaussian s = {.n = 0};
    double v[3];
    for (int i = 0; i < n; i++) {
        if (part[i] != which)
            continue;
        to_axes(x[i], v);
        for (int k = 0; k < 3; k++)
            s.mean[k] += v[k];
        s.n++;
    }
    for (int k = 0; k < 3 && s.n > 0; k++)
        s.mean[k] /= s.n;
    for (int k = 0; k < 3; k++)
        s.chol[k][k] = PRIOR_WEIGHT * PRIOR_SD[k] * PRIOR_SD[k];
    for (int i = 0; i < n; i++) {
        if (part[i] != which)
            continue;
        to_axes(x[i], v);
        for (int j = 0; j < 3; j++)
            for (int k = 0; k <= j; k++)
                s.chol[j][k] += (v[j] - s.mean[j]) * (v[k] - s.mean[k]);
    }
    for (int j = 0; j < 3; j++)
        for (int k = 0; k <= j; k++)
            s.chol[j][k] /= PRIOR_WEIGHT + s.n;
    cholesky(s.chol);
    for (int k = 0; k < 3; k++)
        s.log_det += 2.0 * log(s.chol[k][k]);
    return s;
}

/* log det S + (c - m)^T S^-1 (c - m), by forward substitution with L. */
static double gaussian_cost(const gaussian *s, crok_lab c)
{
    double v[3];
    double sum = s->log_det;
    to_axes(c, v);
    for (int j = 0; j < 3; j++) {
        v[j] -= s->mean[j];
        for (int k = 0; k < j; k++)
            v[j] -= s->chol[j][k] * v[k];
        v[j] /= s->chol[j][j];
        sum += v[j] * v[j];
    }
    return sum;
}

double crok_partition_cost(const crok_lab *x, int n, const int *part, int k)
{
    gaussian s[CROK_MAX_SIDES];
    double sum = 0.0;
    CROK_ASSERT(k <= CROK_MAX_SIDES);
    for (int j = 0; j < k; j++)
        s[j] = fit_gaussian(x, n, part, j);
    for (int i = 0; i < n; i++)
        sum += gaussian_cost(&s[part[i]], x[i]);
    return sum;
}

/* The part to which a colour most likely belongs; parts without members are not
 * considered. */
static int most_likely(const gaussian *s, int k, crok_lab c)
{
    int best = 0;
    double least = HUGE_VAL;
    for (int j = 0; j < k; j++) {
        double cost = s[j].n > 0 ? gaussian_cost(&s[j], c) : HUGE_VAL;
        if (cost >= least)
            continue;
        least = cost;
        best = j;
    }
    return best;
}

void crok_partition_refine(const crok_lab *x, int n, int k, crok_partition *p)
{
    bool changed = true;
    CROK_ASSERT(k <= CROK_MAX_SIDES);
    for (int round = 0; round < MAX_ROUNDS && changed; round++) {
        gaussian s[CROK_MAX_SIDES];
        changed = false;
        for (int j = 0; j < k; j++)
            s[j] = fit_gaussian(x, n, p->part, j);
        for (int i = 0; i < n; i++) {
            int to = most_likely(s, k, x[i]);
            changed = changed || to != p->part[i];
            p->part[i] = to;
        }
    }
    p->cost = crok_partition_cost(x, n, p->part, k);
}

double crok_partition_deviation(const crok_lab *x, int n, const int *part,
                                int i)
{
    int others[CROK_MAX_DISCS];
    gaussian s;
    memcpy(others, part, (size_t)n * sizeof part[0]);
    others[i] = -1;
    s = fit_gaussian(x, n, others, part[i]);
    return s.n > 0 ? sqrt(gaussian_cost(&s, x[i]) - s.log_det) : 0.0;
}

/* ---- cutting a part in two ---- */

/* A member's coordinate along one axis of L*a*b*. */
typedef struct coordinate {
    double at;
    double gap; /* to the next smaller coordinate; 0 for the smallest one */
} coordinate;

static int by_coordinate(const void *a, const void *b)
{
    double x = ((const coordinate *)a)->at;
    double y = ((const coordinate *)b)->at;
    return (x > y) - (x < y);
}

static int by_gap_descending(const void *a, const void *b)
{
    const coordinate *x = a;
    const coordinate *y = b;
    if (x->gap != y->gap)
        return x->gap < y->gap ? 1 : -1;
    return by_coordinate(a, b);
}

/* How to cut part `which` of a partition: its members whose coordinate along
 * the axis is at least `from` become a new part. */
typedef struct part_cut {
    int which, axis;
    double from;
} part_cut;

/* Find the cuts of part `which` of p along an axis: one above each of its
 * widest gaps, the widest gap first. Returns the number of cuts. */
static int find_cuts(const crok_lab *x, int n, const crok_partition *p,
                     int which, int axis, part_cut cut[CROK_PARTITION_GAPS])
{
    coordinate at[CROK_MAX_DISCS];
    double v[3];
    int m = 0;
    int n_cuts = 0;
    for (int i = 0; i < n; i++) {
        if (p->part[i] != which)
            continue;
        to_axes(x[i], v);
        at[m++] = (coordinate){v[axis], 0.0};
    }
    qsort(at, (size_t)m, sizeof at[0], by_coordinate);
    for (int i = m - 1; i > 0; i--)
        at[i].gap = at[i].at - at[i - 1].at;
    qsort(at, (size_t)m, sizeof at[0], by_gap_descending);
    for (; n_cuts < m && n_cuts < CROK_PARTITION_GAPS; n_cuts++) {
        if (at[n_cuts].gap <= 0.0)
            break;
        cut[n_cuts] = (part_cut){which, axis, at[n_cuts].at};
    }
    return n_cuts;
}

/* Does one of the k parts have no member? */
static bool has_empty(const crok_partition *p, int n, int k)
{
    bool has[CROK_MAX_SIDES] = {false};
    int n_has = 0;
    for (int i = 0; i < n; i++)
        has[p->part[i]] = true;
    for (int j = 0; j < k; j++)
        n_has += has[j];
    return n_has < k;
}

/* Is a partition with the same part numbers as p in the list already? */
static bool is_known(const crok_partitions *all, const crok_partition *p, int n)
{
    for (int i = 0; i < all->n; i++)
        if (memcmp(all->p[i].part, p->part, (size_t)n * sizeof p->part[0]) == 0)
            return true;
    return false;
}

/* Move the members that the cut separates to the new part k - 1, refine, and
 * append the partition if it is new and has no empty part. */
static void cut_at(const crok_lab *x, int n, int k,
                   const crok_partition *coarser, const part_cut *cut,
                   crok_partitions *out)
{
    crok_partition *p = &out->p[out->n];
    double v[3];
    *p = *coarser;
    for (int i = 0; i < n; i++) {
        to_axes(x[i], v);
        if (p->part[i] == cut->which && v[cut->axis] >= cut->from)
            p->part[i] = k - 1;
    }
    crok_partition_refine(x, n, k, p);
    if (has_empty(p, n, k) || is_known(out, p, n))
        return;
    if (out->n == 0 || p->cost < out->p[out->best].cost)
        out->best = out->n;
    out->n++;
}

void crok_partitions_cut(const crok_lab *x, int n, int k,
                         const crok_partition *coarser, crok_partitions *out)
{
    part_cut cut[CROK_PARTITION_GAPS];
    CROK_ASSERT(k >= 2 && k <= CROK_MAX_SIDES);
    out->n = out->best = 0;
    for (int which = 0; which < k - 1; which++)
        for (int axis = 0; axis < 3; axis++) {
            int m = find_cuts(x, n, coarser, which, axis, cut);
            for (int i = 0; i < m; i++)
                cut_at(x, n, k, coarser, &cut[i], out);
        }
}
