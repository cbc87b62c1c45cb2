/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/outline/edge_spread.h: what a sharp edge looks like in this picture:
 * the discs' outlines away from the camera's foot, where disc ends and board
 * begins without anything between.
 *
 * Frames   px of the picture given; mm: board.
 * Room     discs. */
#ifndef CROK_DISCS_OUTLINE_EDGE_SPREAD_H
#define CROK_DISCS_OUTLINE_EDGE_SPREAD_H

#include "board/board.h"
#include "core/image.h"
#include "discs/outline/outline.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The spread of the sharpest clean edges of n discs.
 *
 *   img, cam  borrowed; img is RGB, cam belongs to it
 *   at        borrowed, n elements: where discs of that shape stand
 *
 * Weight 0 where too few edges were clean. The softest tenth is
 * left out: shadows' edges that lie on an outline. */
crok_edge_spread crok_edge_spread_of(const crok_image *img,
                                     const crok_camera *cam,
                                     const crok_disc_shape *shape,
                                     const crok_mm *at, int n);

#ifdef __cplusplus
}
#endif
#endif
