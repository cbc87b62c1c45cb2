/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/hole.h: the edges about the board's centre of which
 * one is the hole's.
 *
 * Frames   px of the given picture; lengths on the board in the camera's unit.
 * Room     board. */
#ifndef CROK_BOARD_SEARCH_HOLE_H
#define CROK_BOARD_SEARCH_HOLE_H

#include "board/camera.h"
#include "board/model/scale.h"
#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Find the edges that may be the hole's, and measure their radii. In each
 * direction, an edge is at the radius at which the colour is half-way between
 * those of its two sides. The result is the median over the directions. A ring
 * printed round the hole, a disc in it and its floor have edges too, so an edge
 * has only a chance to be the hole's. The edges are searched for from 0.044 to
 * 0.082 of the outer line's radius.
 *
 *   img  borrowed: RGB
 *   cam  borrowed: of img; its unit of length is the outer line's radius
 *   out  the edges (outer line = 1), the strongest first
 *
 * Returns their number. It is 0 if no edge is seen, or if part of the searched
 * range is outside the picture. */
int crok_hole_edges(const crok_image *img, const crok_camera *cam,
                    crok_hole_edge out[CROK_MAX_HOLE_EDGES]);

#ifdef __cplusplus
}
#endif
#endif
