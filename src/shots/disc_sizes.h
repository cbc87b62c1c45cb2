/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/disc_sizes.h: the radius of a match's discs, from many readings. All
 * discs of a match have one size, and one reading shows a few of them, in other
 * light, with an error of up to 5 %. The usual size would be wrong by more on
 * some boards: of 17 photos the discs of one have 22 mm where the outer line
 * has 305.
 *
 * Frames   fractions of the outer line's radius.
 * Room     shots: uses core and board.
 * Threads  one owner. No allocation. */
#ifndef CROK_SHOTS_DISC_SIZES_H
#define CROK_SHOTS_DISC_SIZES_H

#include <stdbool.h>

#include "board/board.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The measurements of the last readings. Zero it before the first use. */
enum { CROK_SIZE_READINGS = 64 };
typedef struct crok_disc_sizes {
    int n_added; /* the last CROK_SIZE_READINGS of them are kept */
    double radius[CROK_SIZE_READINGS];
    int n_discs[CROK_SIZE_READINGS]; /* that were measured */
} crok_disc_sizes;

/* Add what a reading measured (scale_evidence); without discs, nothing. */
void crok_disc_sizes_add(crok_disc_sizes *sizes, const crok_board_pose *seen);

/* Set the pose's disc_mm and disc_known_sigma_mm, if enough discs were
 * measured. Returns whether it has set them. */
bool crok_disc_sizes_apply(const crok_disc_sizes *sizes, crok_board_pose *pose);

#ifdef __cplusplus
}
#endif
#endif
