/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/align.h"

#include <math.h>
#include <stdlib.h>

/* What an association of the right and one of the wrong side are worth without
 * a delay. A delay of HALF_S halves it, so that a late report is associated,
 * but not the next shot's report with a shot that was missed: all that follow
 * would be late. */
#define WORTH 100.0
#define WORTH_WRONG_SIDE 46.0
#define HALF_S 4.0

/* Worth of an association; not above 0: they do not belong together. */
static double worth(const align_item *truth, const align_item *ours)
{
    double late_s = ours->t_s - truth->t_s;
    if (late_s < -ALIGN_EARLY_S || late_s > ALIGN_LATE_S)
        return 0.0;
    return (truth->side == ours->side ? WORTH : WORTH_WRONG_SIDE) * HALF_S /
           (HALF_S + fabs(late_s));
}

static double most(double a, double b)
{
    return a > b ? a : b;
}

/* best[i][j] is the highest score of the first i true and j reported items. */
bool align(const align_item *truth, int n, const align_item *ours, int m,
           int *of_truth, int *of_ours)
{
    size_t w = (size_t)m + 1;
    double *best = calloc(((size_t)n + 1) * w, sizeof *best);
    if (best == NULL)
        return false;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            const double *row = best + (size_t)(i - 1) * w;
            double with = row[j - 1] + worth(&truth[i - 1], &ours[j - 1]);
            best[(size_t)i * w + (size_t)j] =
                most(with, most(row[j], best[(size_t)i * w + (size_t)j - 1]));
        }
    for (int i = 0; i < n; i++)
        of_truth[i] = -1;
    for (int j = 0; j < m; j++)
        of_ours[j] = -1;
    for (int i = n, j = m; i > 0 && j > 0;) {
        double is = best[(size_t)i * w + (size_t)j];
        if (is == best[(size_t)(i - 1) * w + (size_t)j]) {
            i--;
        } else if (is == best[(size_t)i * w + (size_t)j - 1]) {
            j--;
        } else {
            of_truth[--i] = --j;
            of_ours[j] = i;
        }
    }
    free(best);
    return true;
}
