/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <string.h>

#include "board/known.h"

/* Grey levels that are added before the logarithm is taken: darker colours
 * look the same under a little glare. Chosen by hand. */
#define DARK_LEVEL 16.0
/* Discs of one side in two pictures differ by at most this, log units (a factor
 * of 2.2 in one channel). Chosen by hand. */
#define MAX_DISTANCE 0.8
/* An assignment is sure if the sum of its distances is at most this fraction of
 * the next best one's. Chosen by hand: 11 photos of two boards had at most 0.3.
 */
#define MAX_RATIO 0.5

/* The distance of a colour from a known side's, log units. The light is either
 * the same in both pictures, or all channels have changed as the surface's mean
 * has: the nearer one counts. */
static double distance(const double known[3], const double seen[3],
                       double light)
{
    double least = HUGE_VAL;
    for (int k = 0; k < 2; k++) {
        double by = k == 0 ? 1.0 : light;
        double sum = 0.0;
        for (int c = 0; c < 3; c++) {
            double d = log((seen[c] + DARK_LEVEL) /
                           (fmin(by * known[c], 255.0) + DARK_LEVEL));
            sum += d * d;
        }
        least = fmin(least, sqrt(sum));
    }
    return least;
}

static double mean_of(const double rgb[3])
{
    return (rgb[0] + rgb[1] + rgb[2]) / 3.0;
}

/* The search through all assignments. */
typedef struct assignment {
    int n_seen, n_known;
    double d[CROK_MAX_SIDES][CROK_MAX_SIDES]; /* seen, known */
    int of[CROK_MAX_SIDES], best_of[CROK_MAX_SIDES];
    double best, next; /* sums of distances */
} assignment;

/* Compare a complete assignment with the best one. */
static void compare(assignment *a, double sum)
{
    if (sum < a->best) {
        a->next = a->best;
        a->best = sum;
        memcpy(a->best_of, a->of, sizeof a->of);
    } else if (sum < a->next) {
        a->next = sum;
    }
}

/* Try all assignments: of CROK_MAX_SIDES^n_seen combinations, at most 256,
 * those in which no two sides are the same. */
static void try_all(assignment *a)
{
    int n = 1;
    for (int i = 0; i < a->n_seen; i++)
        n *= a->n_known;
    for (int code = 0; code < n; code++) {
        unsigned used = 0;
        double sum = 0.0;
        int rest = code;
        for (int i = 0; i < a->n_seen; i++, rest /= a->n_known) {
            a->of[i] = rest % a->n_known;
            sum += used & 1U << a->of[i] ? HUGE_VAL : a->d[i][a->of[i]];
            used |= 1U << a->of[i];
        }
        compare(a, sum);
    }
}

bool crok_known_assign_sides(const crok_known_board *known,
                             const double surface_rgb[3],
                             const crok_known_side *side, int n,
                             int of[CROK_MAX_SIDES])
{
    const double light = (mean_of(surface_rgb) + DARK_LEVEL) /
                         (mean_of(known->surface_rgb) + DARK_LEVEL);
    assignment a = {.n_seen = n,
                    .n_known = known->n_sides,
                    .best = HUGE_VAL,
                    .next = HUGE_VAL};
    if (n == 0 || n > known->n_sides || known->n_sides < 2)
        return false;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < known->n_sides; k++)
            a.d[i][k] = distance(known->side[k].rgb, side[i].rgb, light);
    try_all(&a);
    if (a.best > MAX_RATIO * a.next)
        return false;
    for (int i = 0; i < n; i++)
        if (a.d[i][a.best_of[i]] > MAX_DISTANCE)
            return false;
    memcpy(of, a.best_of, sizeof a.best_of);
    return true;
}
