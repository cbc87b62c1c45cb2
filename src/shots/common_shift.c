/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/common_shift.h"

#include <math.h>

#include "core/linalg.h"

/* The common displacement is the median of those of at least COMMON_DISCS
 * discs, each below COMMON_MM, half a disc's radius. At least COMMON_PART of
 * the discs must be within COMMON_OFF_MM of it. Below COMMON_LEAST_MM it is
 * left as it is: no disc that was not touched counts as moved by so little.
 * Chosen by hand. */
#define COMMON_DISCS 3
#define COMMON_MM 8.0
#define COMMON_PART 0.66
#define COMMON_OFF_MM 1.0
#define COMMON_LEAST_MM 1.0

typedef struct displacements {
    int n;
    double x[CROK_MAX_DISCS], y[CROK_MAX_DISCS];
} displacements;

/* The seen disc of this side nearest to where the disc was; NULL: there is none
 * near. */
static const crok_seen_disc *seen_near(const crok_sight_disc *was,
                                       const crok_observation *seen)
{
    const crok_seen_disc *nearest = NULL;
    double least = COMMON_MM;
    for (int i = 0; i < seen->n_discs; i++) {
        const crok_seen_disc *d = &seen->discs[i];
        if (d->side != was->side || crok_mm_apart(was->at, d->at) >= least)
            continue;
        least = crok_mm_apart(was->at, d->at);
        nearest = d;
    }
    return nearest;
}

static displacements collect(const crok_rest_sight *before,
                             const crok_observation *seen)
{
    displacements all = {.n = 0};
    for (int i = 0; i < before->n; i++) {
        const crok_sight_disc *was = &before->disc[i];
        const crok_seen_disc *is = seen_near(was, seen);
        if (crok_disc_in_hole(was->state) || is == NULL)
            continue;
        all.x[all.n] = is->at.x - was->at.x;
        all.y[all.n++] = is->at.y - was->at.y;
    }
    return all;
}

static bool agree(const displacements *all, crok_mm shift)
{
    int n = 0;
    for (int i = 0; i < all->n; i++)
        n += hypot(all->x[i] - shift.x, all->y[i] - shift.y) < COMMON_OFF_MM;
    return n >= COMMON_PART * all->n;
}

void crok_take_off_shift(const crok_rest_sight *before, crok_observation *seen)
{
    displacements all = collect(before, seen);
    displacements sorted = all;
    crok_mm shift;
    if (all.n < COMMON_DISCS)
        return;
    shift = (crok_mm){crok_quantile(sorted.x, all.n, 0.5),
                      crok_quantile(sorted.y, all.n, 0.5)};
    if (hypot(shift.x, shift.y) < COMMON_LEAST_MM || !agree(&all, shift))
        return;
    for (int i = 0; i < seen->n_discs; i++) {
        seen->discs[i].at.x -= shift.x;
        seen->discs[i].at.y -= shift.y;
    }
}
