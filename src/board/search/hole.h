/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/hole.h: the radius of the hole at the board's centre.
 *
 * Frames   px of the given picture; lengths on the board in the camera's unit.
 * Room     board. */
#ifndef CROK_BOARD_SEARCH_HOLE_H
#define CROK_BOARD_SEARCH_HOLE_H

#include "board/camera.h"
#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Measure the hole's radius. In each direction, the hole's edge is at the
 * radius at which the colour is half-way between the board's and the hole's
 * colour. The result is the median over the directions. The edge is searched
 * for from 0.044 to 0.082 of the outer line's radius.
 *
 *   img  borrowed: RGB
 *   cam  borrowed: of img; its unit of length is the outer line's radius
 *
 * Returns the radius (outer line = 1). It is that of a typical hole if no edge
 * is seen, or if part of the searched range is outside the picture. */
double crok_hole_radius(const crok_image *img, const crok_camera *cam);

#ifdef __cplusplus
}
#endif
#endif
