/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/sides/split.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "discs/sides/partition.h"

/* Sides' colours differ by at least this (a just noticeable step is 2.3). */
#define MIN_APART 11.0
/* Another side explains the colours so much better, as -2 times the log
 * likelihood (of 550 sides of pictures, taken by themselves, 92 show as two: 89
 * of them in doubt). */
#define SIDE_GAIN 6.0
/* Two sides are sure if they explain the colours so much better a disc, or are
 * CROK_SURE_APART. */
#define SURE_GAIN 3.0
/* A disc may be of another side where that explains the colours worse by no
 * more than this. */
#define DOUBT 6.0

/* The partitions of all discs in one light: into k parts, found[k], the best of
 * them best[k]. */
typedef struct view {
    const crok_lab *x;
    crok_partition best[CROK_MAX_SIDES + 1];
    crok_partitions found[CROK_MAX_SIDES + 1];
} view;

static void look(const crok_lab *x, int n, int n_sides, view *out)
{
    memset(&out->best[1], 0, sizeof out->best[1]);
    out->x = x;
    out->best[1].cost = crok_partition_cost(x, n, out->best[1].part, 1);
    for (int k = 2; k <= n_sides; k++) {
        out->found[k].n = 0;
        if (k == 2 || out->found[k - 1].n > 0)
            crok_partitions_cut(x, n, k, &out->best[k - 1], &out->found[k]);
        if (out->found[k].n > 0)
            out->best[k] = out->found[k].p[out->found[k].best];
    }
}

void crok_split_middle(const crok_lab *x, int n, const int *part, int which,
                       crok_lab *out)
{
    double v[3][CROK_MAX_DISCS];
    int k = 0;
    for (int i = 0; i < n; i++) {
        if (part[i] != which)
            continue;
        v[0][k] = x[i].l;
        v[1][k] = x[i].a;
        v[2][k++] = x[i].b;
    }
    if (k > 0)
        *out =
            (crok_lab){crok_quantile(v[0], k, 0.5), crok_quantile(v[1], k, 0.5),
                       crok_quantile(v[2], k, 0.5)};
}

double crok_split_apart(const crok_lab *x, int n, const int *part, int k)
{
    crok_lab middle[CROK_MAX_SIDES] = {{0.0, 0.0, 0.0}};
    double least = HUGE_VAL;
    for (int i = 0; i < k; i++) {
        crok_split_middle(x, n, part, i, &middle[i]);
        for (int j = 0; j < i; j++)
            least = fmin(least,
                         crok_lab_distance(middle[i], middle[j], CROK_SIDES_L));
    }
    return least;
}

static double least_apart(const view *v, int n, int k)
{
    return crok_split_apart(v->x, n, v->best[k].part, k);
}

/* By how much k parts explain the colours better than one fewer; k >= 2. */
static double gain_of(const view *v, int k)
{
    return v->found[k].n == 0 ? 0.0 : v->best[k - 1].cost - v->best[k].cost;
}

/* Are there k sides in this light? */
static bool shows(const view *v, int n, int k)
{
    return k == 1 ||
           (gain_of(v, k) > SIDE_GAIN && least_apart(v, n, k) >= MIN_APART);
}

/* May what shows as two sides be one, whose wood or light is uneven? */
static bool may_be_one(const view v[CROK_N_LIGHTS], int n)
{
    double gain = HUGE_VAL;
    double apart = HUGE_VAL;
    for (int i = CROK_RAW; i <= CROK_EVEN; i++) {
        gain = fmin(gain, gain_of(&v[i], 2));
        apart = fmin(apart, least_apart(&v[i], n, 2));
    }
    return gain < SURE_GAIN * n && apart < CROK_SURE_APART;
}

/* Of two sides that may be one, the discs of the smaller may be the other's. */
static void note_smaller(int n, const int *side, int *other)
{
    int n_of[2] = {0, 0};
    int smaller = 0;
    for (int i = 0; i < n; i++)
        n_of[side[i]]++;
    smaller = n_of[1] < n_of[0] ? 1 : 0;
    for (int i = 0; i < n; i++)
        if (side[i] == smaller)
            other[i] = 1 - smaller;
}

void crok_split_compare(const int *side, int n, int k, const int *part,
                        int *other)
{
    int shared[CROK_MAX_SIDES][CROK_MAX_SIDES] = {{0}};
    int is[CROK_MAX_SIDES] = {0};
    for (int i = 0; i < n; i++)
        shared[part[i]][side[i]]++;
    for (int j = 0; j < k; j++)
        for (int m = 1; m < k; m++)
            if (shared[j][m] > shared[j][is[j]])
                is[j] = m;
    for (int i = 0; i < n; i++)
        if (is[part[i]] != side[i])
            other[i] = is[part[i]];
}

/* Notes the other side of discs that may as well be of it: so says a partition
 * that explains the colours hardly worse. */
static void note_doubts(const view *v, int n, int k, const int *side,
                        int *other)
{
    for (int i = 0; i < v->found[k].n; i++)
        if (v->found[k].p[i].cost < v->best[k].cost + DOUBT)
            crok_split_compare(side, n, k, v->found[k].p[i].part, other);
}

void crok_split_doubts(const crok_lab *x, int n, int k, const int *side,
                       int *other)
{
    double cost = crok_partition_cost(x, n, side, k);
    int moved[CROK_MAX_DISCS];
    memcpy(moved, side, sizeof moved[0] * (size_t)n);
    for (int i = 0; i < n; i++) {
        double least = cost + DOUBT;
        for (int j = 0; j < k; j++) {
            double c = HUGE_VAL;
            moved[i] = j;
            if (j != side[i])
                c = crok_partition_cost(x, n, moved, k);
            if (c >= least)
                continue;
            least = c;
            other[i] = j;
        }
        moved[i] = side[i];
    }
}

/* The light that explains k sides best: in which they scatter least. */
static const view *best_view(const view v[CROK_N_LIGHTS], int n, int k)
{
    const view *best = &v[CROK_RAW];
    for (int i = 0; i < CROK_N_LIGHTS; i++)
        if (shows(&v[i], n, k) && v[i].best[k].cost < best->best[k].cost)
            best = &v[i];
    return best;
}

int crok_split(crok_lit_labs x, int n, int n_sides, crok_splitting *out)
{
    static _Thread_local view v[CROK_N_LIGHTS];
    const view *best = NULL;
    int k = n_sides < n ? n_sides : n;
    for (int i = 0; i < CROK_MAX_DISCS; i++) {
        out->side[i] = 0;
        out->other[i] = -1;
    }
    for (int i = 0; i < CROK_N_LIGHTS; i++)
        look(x[i], n, n_sides, &v[i]);
    while (k > 1 && !(shows(&v[CROK_RAW], n, k) && shows(&v[CROK_EVEN], n, k)))
        k--;
    if (k < 2)
        return k;
    best = best_view(v, n, k);
    memcpy(out->side, best->best[k].part, sizeof out->side);
    for (int i = 0; i < CROK_N_LIGHTS; i++)
        if (i != CROK_CLEAR || best == &v[i])
            note_doubts(&v[i], n, k, out->side, out->other);
    crok_split_doubts(best->x, n, k, out->side, out->other);
    if (k == 2 && may_be_one(v, n))
        note_smaller(n, out->side, out->other);
    return k;
}
