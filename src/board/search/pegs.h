/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/pegs.h: count the pegs on a ring. The eight pegs stand on the
 * inner line, evenly spaced, one of them either on a quadrant line or midway
 * between two. They distinguish the inner line from decorative rings.
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
/* So many pegs make a ring the inner line: on a ring without pegs as many are
 * counted by chance once in 100 times. */
#define CROK_PEGS_MIN_SURE 6

/* Count the pegs on a ring: the number of the eight places of pegs at which the
 * colour differs from the ring on both sides. Of the two rotations that pegs
 * can have, the one with more is counted.
 *
 *   img, cam   borrowed; img is RGB, cam belongs to it
 *   radius     of the ring
 *   angle_rad  of one of the lines between quadrants
 *
 * Returns 0 if the ring is not wholly in the picture. */
int crok_pegs_count(const crok_image *img, const crok_camera *cam,
                    double radius, double angle_rad);

#ifdef __cplusplus
}
#endif
#endif
