/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/disc_sizes.h: the radius of a match's discs, from many readings. All
 * discs of a match have one size, and one reading shows a few of them, with an
 * error of up to 5 %. The usual size would be wrong by more on some boards: of
 * 17 photos the discs of one have 22 mm where the outer line has 305.
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

typedef struct crok_disc_size {
    double x, y, radius; /* of the outer line's radius */
} crok_disc_size;

/* The latest measurements, one a place. Zero it before the first use. */
enum { CROK_SIZES = 64 };
typedef struct crok_disc_sizes {
    int n_added; /* the last CROK_SIZES of them are kept */
    crok_disc_size seen[CROK_SIZES];
} crok_disc_sizes;

/* Add the discs of a reading whose size was measured (own_radius_mm). */
void crok_disc_sizes_add(crok_disc_sizes *sizes, const crok_observation *seen);

/* Set the pose's disc_mm and disc_known_sigma_mm, if discs were measured at
 * enough places. Returns whether it has set them. */
bool crok_disc_sizes_apply(const crok_disc_sizes *sizes, crok_board_pose *pose);

#ifdef __cplusplus
}
#endif
#endif
