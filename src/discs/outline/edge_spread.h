/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/outline/edge_spread.h: measure how a sharp edge appears in the picture
 * after blur, for the model of section.h. It is measured on the discs' outlines
 * on the side away from the point below the camera, where the wall is hidden
 * and the rim borders on the board.
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

/* The mean cross-sections, from disc to board, of the sharpest clean edges of n
 * discs: of discs darker than the board in out[0], of brighter ones in out[1].
 *
 *   img, cam  borrowed; img is RGB, cam belongs to it
 *   shape     borrowed: the discs' common shape
 *   at        borrowed, n elements: the places of the discs
 *
 * The weight is the number of edges; it is 0 if fewer than 10 are clean. The
 * softest tenth is left out, because these may be edges of shadows on an
 * outline. */
void crok_edge_sections_of(const crok_image *img, const crok_camera *cam,
                           const crok_disc_shape *shape, const crok_mm *at,
                           int n, crok_edge_section out[CROK_WIDTH_EDGES]);

#ifdef __cplusplus
}
#endif
#endif
