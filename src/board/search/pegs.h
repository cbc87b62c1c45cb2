/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/pegs.h: the eight pegs. They stand on the inner line, evenly
 * round, one of them on or midway between two of the lines between quadrants:
 * they tell the inner line from rings painted for looks.
 *
 * Frames   px of the picture given; board units those of the camera.
 * Room     board.
 * Source   models/boards/README.md. */
#ifndef CROK_BOARD_SEARCH_PEGS_H
#define CROK_BOARD_SEARCH_PEGS_H

#include "board/camera.h"
#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_N_PEGS 8
/* So many seen are no chance: on a ring without pegs one time in 100. */
#define CROK_PEGS_MIN_SURE 6

/* How many pegs are seen on a ring: at how many of the eight places (of the two
 * turns that pegs have, the better) the ring looks unlike itself on both sides.
 *
 *   img, cam   borrowed; img is RGB, cam belongs to it
 *   radius     of the ring
 *   angle_rad  of one of the lines between quadrants
 *
 * 0 where the ring is not all in the picture. */
int crok_pegs_count(const crok_image *img, const crok_camera *cam, double radius,
                   double angle_rad);

#ifdef __cplusplus
}
#endif
#endif
