/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/hole.h: the radius of the hole at the board's centre.
 *
 * Frames   px of the picture given; board units those of the camera.
 * Room     board. */
#ifndef CROK_BOARD_SEARCH_HOLE_H
#define CROK_BOARD_SEARCH_HOLE_H

#include "board/camera.h"
#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The radius at which the colour is half-way from the board's to the hole's,
 * all round, where the hole's edge can be (0.04 to 0.085 of the outer line,
 * whose radius must be 1).
 *
 *   img  borrowed: RGB
 *   cam  borrowed: of img; its unit of length is the outer line's radius
 *
 * Always positive: a typical hole where no edge is seen. */
double crok_hole_radius(const crok_image *img, const crok_camera *cam);

#ifdef __cplusplus
}
#endif
#endif
