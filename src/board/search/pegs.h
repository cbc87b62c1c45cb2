/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/pegs.h: count the pegs on a ring. The eight pegs stand on the
 * inner line and are evenly spaced. Either one of them is on a quadrant line,
 * or one is midway between two quadrant lines. They distinguish the inner line
 * from decorative rings.
 *
 * Frames   px of the given picture; lengths on the board in the camera's unit.
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
/* A ring with at least this many pegs is the inner line. On a ring without
 * pegs, as many are counted by chance once in 100 times. */
#define CROK_PEGS_MIN_SURE 6

/* Count the pegs on a ring. A place has a peg if its colour differs from the
 * ring on both sides of it. The eight places can have two rotations relative to
 * the quadrant lines. The result is for the rotation with more pegs.
 *
 *   img, cam   borrowed; img is RGB, cam belongs to it
 *   radius     radius of the ring
 *   angle_rad  angle of one of the quadrant lines
 *
 * Returns 0 if any part of the ring is outside the picture. */
int crok_pegs_count(const crok_image *img, const crok_camera *cam,
                    double radius, double angle_rad);

/* With at least this many pegs in any rotation a ring is the inner line. Of 129
 * pictures (photos, variants and renders), 112 have as many on the inner line,
 * three on the middle line and none on the outer line. */
#define CROK_PEGS_MIN_SURE_TURNED 7

/* Count the pegs as crok_pegs_count does, for the rotation with the most pegs.
 * It is for boards whose quadrant lines are too faint to give the rotation. */
int crok_pegs_count_turned(const crok_image *img, const crok_camera *cam,
                           double radius);

#ifdef __cplusplus
}
#endif
#endif
