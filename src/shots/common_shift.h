/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/common_shift.h: the error of the board's pose that all discs show. If
 * all discs seem to have moved by the same way since the rest before, the pose
 * is wrong by it: a picture that is blurred or doubled by a camera that sways
 * is registered a pixel off.
 *
 * Frames   mm: board.
 * Room     shots: uses core and discs.
 * Threads  values only; any thread. No allocation. */
#ifndef CROK_SHOTS_COMMON_SHIFT_H
#define CROK_SHOTS_COMMON_SHIFT_H

#include "discs/observation.h"
#include "shots/sight.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Take the common displacement off the positions of all discs that were seen.
 * Nothing is changed if the discs do not agree, or if it is too small to
 * matter.
 *
 *   before  borrowed: the rest before
 *   seen    in and out */
void crok_take_off_shift(const crok_rest_sight *before, crok_observation *seen);

#ifdef __cplusplus
}
#endif
#endif
