/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/disc_sizes.h"

#include <math.h>

#include "core/linalg.h"
#include "discs/twenty.h"

/* The size is known when discs were measured at this many places, or at two
 * that agree to within twice their error. Chosen by hand: one or two may be
 * shadows. */
#define ENOUGH_PLACES 3
/* Measurements nearer to each other than this part of the outer line's radius,
 * about half a disc's radius, are of one disc. Chosen by hand. */
#define SAME_PLACE 0.025
/* Errors, relative, 1 sd: of one disc's radius (in the first readings of films
 * on four photos), and the least of the median of many readings, which on
 * photos of five boards was 0 to 1.4 % too large or too small. */
#define ONE_SIGMA 0.03
#define LEAST_SIGMA 0.01

static int n_kept(const crok_disc_sizes *sizes)
{
    return sizes->n_added < CROK_SIZES ? sizes->n_added : CROK_SIZES;
}

/* Where the measurement belongs: that of the same place, or else the oldest. */
static crok_size_sample *slot_of(crok_disc_sizes *sizes,
                                 const crok_size_sample *d)
{
    for (int i = 0; i < n_kept(sizes); i++)
        if (hypot(sizes->seen[i].x - d->x, sizes->seen[i].y - d->y) <
            SAME_PLACE)
            return &sizes->seen[i];
    return &sizes->seen[sizes->n_added++ % CROK_SIZES];
}

void crok_disc_sizes_add(crok_disc_sizes *sizes, const crok_observation *seen)
{
    double line_mm = seen->pose.board.line_mm[CROK_LINE_OUTER];
    for (int i = 0; i < seen->n_discs; i++) {
        const crok_seen_disc *d = &seen->discs[i];
        crok_size_sample now = {d->at.x / line_mm, d->at.y / line_mm,
                                d->own_radius_mm / line_mm};
        if (d->own_radius_mm >= CROK_LEAST_OF_HOLE * seen->pose.board.hole_mm)
            *slot_of(sizes, &now) = now;
    }
}

static bool is_enough(const crok_disc_sizes *sizes)
{
    double a = sizes->seen[0].radius;
    double b = sizes->seen[1].radius;
    return n_kept(sizes) >= ENOUGH_PLACES ||
           (n_kept(sizes) == 2 &&
            fabs(a - b) < 2.0 * sqrt(2.0) * ONE_SIGMA * fmax(a, b));
}

bool crok_disc_sizes_apply(const crok_disc_sizes *sizes, crok_board_pose *pose)
{
    double radius[CROK_SIZES];
    int n = n_kept(sizes);
    if (!is_enough(sizes))
        return false;
    for (int i = 0; i < n; i++)
        radius[i] = sizes->seen[i].radius;
    pose->board.disc_mm =
        crok_quantile(radius, n, 0.5) * pose->board.line_mm[CROK_LINE_OUTER];
    pose->disc_known_sigma_mm =
        fmax(ONE_SIGMA / sqrt(n), LEAST_SIGMA) * pose->board.disc_mm;
    return true;
}
