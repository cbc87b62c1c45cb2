/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/sides/partition.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/status.h"

/* How a side's colours scatter before any is seen, 1 sd of L*, a*, b*, and how
 * many discs that is worth (photos and rendered pictures: 3 to 9, 1 to 5 and 2
 * to 5, and 13 along b* where the sky shines in dark wood). */
static const double USUAL_SD[3] = {5.0, 2.5, 3.0};
#define USUAL_WORTH 12.0

#define MOST_ROUNDS 20

/* A part's mean and the Cholesky factor of its covariance. */
typedef struct scatter {
    int n;
    double mean[3];
    double root[3][3]; /* lower triangle */
    double log_det;    /* of the covariance */
} scatter;

static void to_axes(crok_lab c, double v[3])
{
    v[0] = c.l;
    v[1] = c.a;
    v[2] = c.b;
}

/* In place, lower triangle; positive definite as USUAL_SD is. */
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

static scatter scatter_of(const crok_lab *x, int n, const int *part, int which)
{
    scatter s = {.n = 0};
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
        s.root[k][k] = USUAL_WORTH * USUAL_SD[k] * USUAL_SD[k];
    for (int i = 0; i < n; i++) {
        if (part[i] != which)
            continue;
        to_axes(x[i], v);
        for (int j = 0; j < 3; j++)
            for (int k = 0; k <= j; k++)
                s.root[j][k] += (v[j] - s.mean[j]) * (v[k] - s.mean[k]);
    }
    for (int j = 0; j < 3; j++)
        for (int k = 0; k <= j; k++)
            s.root[j][k] /= USUAL_WORTH + s.n;
    cholesky(s.root);
    for (int k = 0; k < 3; k++)
        s.log_det += 2.0 * log(s.root[k][k]);
    return s;
}

/* -2 times the log likelihood of a colour in a part, less a constant. */
static double cost_in(const scatter *s, crok_lab c)
{
    double v[3];
    double sum = s->log_det;
    to_axes(c, v);
    for (int j = 0; j < 3; j++) {
        v[j] -= s->mean[j];
        for (int k = 0; k < j; k++)
            v[j] -= s->root[j][k] * v[k];
        v[j] /= s->root[j][j];
        sum += v[j] * v[j];
    }
    return sum;
}

double crok_partition_cost(const crok_lab *x, int n, const int *part, int k)
{
    scatter s[CROK_MAX_SIDES];
    double sum = 0.0;
    CROK_ASSERT(k <= CROK_MAX_SIDES);
    for (int j = 0; j < k; j++)
        s[j] = scatter_of(x, n, part, j);
    for (int i = 0; i < n; i++)
        sum += cost_in(&s[part[i]], x[i]);
    return sum;
}

static int likeliest(const scatter *s, int k, crok_lab c)
{
    int best = 0;
    double least = HUGE_VAL;
    for (int j = 0; j < k; j++) {
        double cost = s[j].n > 0 ? cost_in(&s[j], c) : HUGE_VAL;
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
    for (int round = 0; round < MOST_ROUNDS && changed; round++) {
        scatter s[CROK_MAX_SIDES];
        changed = false;
        for (int j = 0; j < k; j++)
            s[j] = scatter_of(x, n, p->part, j);
        for (int i = 0; i < n; i++) {
            int to = likeliest(s, k, x[i]);
            changed = changed || to != p->part[i];
            p->part[i] = to;
        }
    }
    p->cost = crok_partition_cost(x, n, p->part, k);
}

double crok_partition_apart(const crok_lab *x, int n, const int *part, int i)
{
    int others[CROK_MAX_DISCS];
    scatter s;
    memcpy(others, part, (size_t)n * sizeof part[0]);
    others[i] = -1;
    s = scatter_of(x, n, others, part[i]);
    return s.n > 0 ? sqrt(cost_in(&s, x[i]) - s.log_det) : 0.0;
}

/* ---- where to cut ---- */

typedef struct place {
    double at;  /* along the axis */
    double gap; /* from the one before; the first has none */
} place;

static int by_place(const void *a, const void *b)
{
    double x = ((const place *)a)->at;
    double y = ((const place *)b)->at;
    return (x > y) - (x < y);
}

static int widest_first(const void *a, const void *b)
{
    const place *x = a;
    const place *y = b;
    if (x->gap != y->gap)
        return x->gap < y->gap ? 1 : -1;
    return by_place(a, b);
}

/* Where part `which` of p is cut along an axis; how many places. */
static int cuts_of(const crok_lab *x, int n, const crok_partition *p, int which,
                   int axis, double cut[CROK_PARTITION_GAPS])
{
    place at[CROK_MAX_DISCS];
    double v[3];
    int m = 0;
    int n_cuts = 0;
    for (int i = 0; i < n; i++) {
        if (p->part[i] != which)
            continue;
        to_axes(x[i], v);
        at[m++] = (place){v[axis], 0.0};
    }
    qsort(at, (size_t)m, sizeof at[0], by_place);
    for (int i = m - 1; i > 0; i--)
        at[i].gap = at[i].at - at[i - 1].at;
    qsort(at, (size_t)m, sizeof at[0], widest_first);
    for (; n_cuts < m && n_cuts < CROK_PARTITION_GAPS; n_cuts++) {
        if (at[n_cuts].gap <= 0.0)
            break;
        cut[n_cuts] = at[n_cuts].at;
    }
    return n_cuts;
}

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

static bool is_known(const crok_partitions *all, const crok_partition *p, int n)
{
    for (int i = 0; i < all->n; i++)
        if (memcmp(all->p[i].part, p->part, (size_t)n * sizeof p->part[0]) == 0)
            return true;
    return false;
}

/* `coarser` with all of part `which` from `from` on as part k - 1. */
static void cut_at(const crok_lab *x, int n, int k,
                   const crok_partition *coarser, int which, int axis,
                   double from, crok_partitions *out)
{
    crok_partition *p = &out->p[out->n];
    double v[3];
    *p = *coarser;
    for (int i = 0; i < n; i++) {
        to_axes(x[i], v);
        if (p->part[i] == which && v[axis] >= from)
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
    double cut[CROK_PARTITION_GAPS];
    CROK_ASSERT(k >= 2 && k <= CROK_MAX_SIDES);
    out->n = out->best = 0;
    for (int which = 0; which < k - 1; which++)
        for (int axis = 0; axis < 3; axis++) {
            int m = cuts_of(x, n, coarser, which, axis, cut);
            for (int i = 0; i < m; i++)
                cut_at(x, n, k, coarser, which, axis, cut[i], out);
        }
}
