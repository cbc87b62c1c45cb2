/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/disc_sizes.h"

#include <math.h>
#include <stdlib.h>

/* The size is known when this many discs were measured, each reading counted.
 * Chosen by hand: two readings may have measured the same shadow. */
#define ENOUGH_DISCS 3
/* Errors, relative, 1 sd: of one disc's radius (in the first readings of films
 * on four photos), and the least of the median of many readings, which on
 * photos of five boards was 0 to 1.4 % too large or too small. */
#define ONE_SIGMA 0.03
#define LEAST_SIGMA 0.01

typedef struct sample {
    double radius;
    int n;
} sample;

static int by_radius(const void *a, const void *b)
{
    double x = ((const sample *)a)->radius;
    double y = ((const sample *)b)->radius;
    return (x > y) - (x < y);
}

void crok_disc_sizes_add(crok_disc_sizes *sizes, const crok_board_pose *seen)
{
    int at = sizes->n_added % CROK_SIZE_READINGS;
    if (seen->scale_evidence.n_discs == 0)
        return;
    sizes->radius[at] = seen->scale_evidence.disc;
    sizes->n_discs[at] = seen->scale_evidence.n_discs;
    sizes->n_added++;
}

/* The median radius, each reading weighted by its number of discs. */
bool crok_disc_sizes_apply(const crok_disc_sizes *sizes, crok_board_pose *pose)
{
    sample s[CROK_SIZE_READINGS];
    int n = sizes->n_added < CROK_SIZE_READINGS ? sizes->n_added
                                                : CROK_SIZE_READINGS;
    int all = 0;
    int below = 0;
    int k = 0;
    for (int i = 0; i < n; i++) {
        s[i] = (sample){sizes->radius[i], sizes->n_discs[i]};
        all += s[i].n;
    }
    if (all < ENOUGH_DISCS)
        return false;
    qsort(s, (size_t)n, sizeof *s, by_radius);
    while (k + 1 < n && 2 * (below + s[k].n) < all)
        below += s[k++].n;
    pose->board.disc_mm = s[k].radius * pose->board.line_mm[CROK_LINE_OUTER];
    pose->disc_known_sigma_mm =
        fmax(ONE_SIGMA / sqrt(all), LEAST_SIGMA) * pose->board.disc_mm;
    return true;
}
