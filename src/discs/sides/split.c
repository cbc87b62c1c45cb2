/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/sides/split.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "core/scratch.h"
#include "discs/sides/partition.h"

/* Smallest distance between the median colours of two sides (L*a*b*; a just
 * noticeable difference is 2.3). Chosen by hand: a smaller value splits one
 * side by its light, a larger one joins two stains of wood. */
#define MIN_SEPARATION 11.0
/* A further side must lower the cost (-2 times the log likelihood) by more than
 * this. With this value 92 of 550 sides, each clustered by itself, are split in
 * two; 89 of these are marked as doubtful. A larger value misses true second
 * sides, a smaller one splits more single sides. */
#define MIN_GAIN 6.0
/* Two sides are certain if the second one lowers the cost by at least this
 * times the number of discs, or if they are CROK_SURE_SEPARATION apart. When
 * the discs of one side were clustered alone, 599 times, two sides were found
 * 105 times and marked as doubtful in 80 of these; of 314 rendered pictures
 * with two sides four were marked as doubtful. */
#define SURE_GAIN_PER_DISC 3.0
/* ... or times this, if there are fewer discs: two of one side, one in the sun
 * and one in a shadow, gain as much as two sides. Chosen by hand. */
#define SURE_GAIN_DISCS 5
/* A disc may belong to another side if the cost of the partition that has it
 * there is higher than the lowest cost by less than this. Chosen by hand: with
 * a larger value more discs are doubtful; with a smaller one wrong sides are
 * not marked. */
#define DOUBT_COST 6.0

/* The partitions of all discs in one light: found[k] are those into k parts,
 * best[k] is the one with the lowest cost. */
typedef struct light_partitions {
    const crok_lab *x;
    crok_partition best[CROK_MAX_SIDES + 1];
    crok_partitions found[CROK_MAX_SIDES + 1];
} light_partitions;

/* Cluster into 1 .. n_sides parts. The partitions into k parts are found by
 * cutting the best partition into k - 1 parts. */
static void find_partitions(const crok_lab *x, int n, int n_sides,
                            light_partitions *out)
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

void crok_split_median(const crok_lab *x, int n, const int *part, int which,
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

double crok_split_separation(const crok_lab *x, int n, const int *part, int k)
{
    crok_lab middle[CROK_MAX_SIDES] = {{0.0, 0.0, 0.0}};
    double least = HUGE_VAL;
    for (int i = 0; i < k; i++) {
        crok_split_median(x, n, part, i, &middle[i]);
        for (int j = 0; j < i; j++)
            least = fmin(least, crok_lab_distance(middle[i], middle[j],
                                                  CROK_LAB_WEIGHT_L));
    }
    return least;
}

static double separation_of(const light_partitions *v, int n, int k)
{
    return crok_split_separation(v->x, n, v->best[k].part, k);
}

/* C(k - 1) - C(k), the cost that the k-th part saves; k >= 2. */
static double gain_of(const light_partitions *v, int k)
{
    return v->found[k].n == 0 ? 0.0 : v->best[k - 1].cost - v->best[k].cost;
}

/* Do the colours in this light form k sides? */
static bool has_k_sides(const light_partitions *v, int n, int k)
{
    return k == 1 || (gain_of(v, k) > MIN_GAIN &&
                      separation_of(v, n, k) >= MIN_SEPARATION);
}

/* May the two sides found be one side with uneven wood or light? The
 * gain, C(1) - C(2), and the separation are each the smaller of the values in
 * CROK_RAW and in CROK_EVEN. */
static bool may_be_one(const light_partitions v[CROK_N_LIGHTS], int n)
{
    double gain = HUGE_VAL;
    double separation = HUGE_VAL;
    for (int i = CROK_RAW; i <= CROK_EVEN; i++) {
        gain = fmin(gain, gain_of(&v[i], 2));
        separation = fmin(separation, separation_of(&v[i], n, 2));
    }
    return gain < SURE_GAIN_PER_DISC *
                      (n < SURE_GAIN_DISCS ? SURE_GAIN_DISCS : n) &&
           separation < CROK_SURE_SEPARATION;
}

/* If two sides may be one, each disc of the side with fewer discs may belong to
 * the other side. */
static void mark_smaller_side(int n, const int *side, int *other)
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

void crok_split_mark_different(const int *side, int n, int k, const int *part,
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

/* Mark the discs that have another side in a partition whose cost is close to
 * the best one's. */
static void mark_close_alternatives(const light_partitions *v, int n, int k,
                                    const int *side, int *other)
{
    for (int i = 0; i < v->found[k].n; i++)
        if (v->found[k].p[i].cost < v->best[k].cost + DOUBT_COST)
            crok_split_mark_different(side, n, k, v->found[k].p[i].part, other);
}

void crok_split_mark_doubtful(const crok_lab *x, int n, int k, const int *side,
                              int *other)
{
    double cost = crok_partition_cost(x, n, side, k);
    int moved[CROK_MAX_DISCS];
    memcpy(moved, side, sizeof moved[0] * (size_t)n);
    for (int i = 0; i < n; i++) {
        double least = cost + DOUBT_COST;
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

/* The light with the lowest cost of those in which k sides are found. */
static const light_partitions *
best_light(const light_partitions v[CROK_N_LIGHTS], int n, int k)
{
    const light_partitions *best = &v[CROK_RAW];
    for (int i = 0; i < CROK_N_LIGHTS; i++)
        if (has_k_sides(&v[i], n, k) && v[i].best[k].cost < best->best[k].cost)
            best = &v[i];
    return best;
}

int crok_split(crok_lit_labs x, int n, int n_sides, crok_splitting *out)
{
    CROK_SCRATCH(light_partitions, v, CROK_N_LIGHTS);
    const light_partitions *best = NULL;
    int k = n_sides < n ? n_sides : n;
    for (int i = 0; i < CROK_MAX_DISCS; i++) {
        out->side[i] = 0;
        out->other[i] = -1;
    }
    for (int i = 0; i < CROK_N_LIGHTS; i++)
        find_partitions(x[i], n, n_sides, &v[i]);
    while (k > 1 && !(has_k_sides(&v[CROK_RAW], n, k) &&
                      has_k_sides(&v[CROK_EVEN], n, k)))
        k--;
    if (k < 2)
        return k;
    best = best_light(v, n, k);
    memcpy(out->side, best->best[k].part, sizeof out->side);
    for (int i = 0; i < CROK_N_LIGHTS; i++)
        if (i != CROK_CLEAR || best == &v[i])
            mark_close_alternatives(&v[i], n, k, out->side, out->other);
    crok_split_mark_doubtful(best->x, n, k, out->side, out->other);
    if (k == 2 && may_be_one(v, n))
        mark_smaller_side(n, out->side, out->other);
    return k;
}
