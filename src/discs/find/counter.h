/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/find/counter.h: is a candidate the counter of a printed letter, the
 * round space that an O encloses? Going outwards from it, the colour leaves the
 * face's at the ink and comes back to it beyond, in nearly every direction.
 * About a disc the colour stays that of the surface, and a neighbouring disc or
 * another zone of the board lies in some directions only.
 *
 * Frames   mm: board.
 * Room     discs. No allocation. */
#ifndef CROK_DISCS_FIND_COUNTER_H
#define CROK_DISCS_FIND_COUNTER_H

#include <stdbool.h>

#include "core/image.h"
#include "discs/outline/face.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Is the candidate at `at` with the face colour `face` a letter's counter?
 * Directions that lie outside the picture are left out; false if these are more
 * than half of them.
 *
 *   img, cam  borrowed; img is RGB, cam belongs to it
 *   at        centre of the candidate, on the surface */
bool crok_is_counter(const crok_image *img, const crok_camera *cam,
                     const crok_disc_shape *shape, crok_mm at, crok_rgb face);

#ifdef __cplusplus
}
#endif
#endif
