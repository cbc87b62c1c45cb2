/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/disc_sizes.h: the radius of a match's discs, from many readings. All
 * discs of a match have one size, and one reading shows a few of them, with an
 * error of 3 % (1 sd). The usual size would be wrong by more on some boards:
 * on one of 17 photos the discs have a radius of 22 mm where the outer line has
 * one of 305 mm.
 *
 * A disc that lies where one was measured before is the same disc in the same
 * light, with the same error: it replaces that measurement and counts once.
 *
 * Frames   fractions of the outer line's radius.
 * Room     shots: uses core, board and discs.
 * Threads  one owner. No allocation. */
#ifndef CROK_SHOTS_DISC_SIZES_H
#define CROK_SHOTS_DISC_SIZES_H

#include <stdbool.h>

#include "discs/observation.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_size_sample {
    double x, y, radius; /* of the outer line's radius */
} crok_size_sample;

/* The latest measurements, one a place. Zero it before the first use. */
enum { CROK_SIZES = 64 };
typedef struct crok_disc_sizes {
    int n_added; /* the last CROK_SIZES of them are kept */
    crok_size_sample seen[CROK_SIZES];
} crok_disc_sizes;

/* Add the discs of a reading whose size was measured (own_radius_mm). What is
 * too small for the board's hole (CROK_LEAST_OF_HOLE) is a ring on the disc's
 * face, and is left out. */
void crok_disc_sizes_add(crok_disc_sizes *sizes, const crok_observation *seen);

/* Set the pose's disc_mm and disc_known_sigma_mm, if discs were measured at
 * enough places. Returns whether it has set them. */
bool crok_disc_sizes_apply(const crok_disc_sizes *sizes, crok_board_pose *pose);

#ifdef __cplusplus
}
#endif
#endif
