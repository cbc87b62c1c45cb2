/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/outline/edge_spread.h: measure the edge spread function of the picture,
 * that is, how a sharp edge appears after blur. It is measured on the discs'
 * outlines on the side away from the point below the camera, where the wall is
 * hidden and the rim borders on the board.
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

/* The mean edge spread function of the sharpest clean edges of n discs.
 *
 *   img, cam  borrowed; img is RGB, cam belongs to it
 *   shape     borrowed: the discs' common shape
 *   at        borrowed, n elements: the places of the discs
 *
 * The weight is the number of edges; it is 0 if fewer than 16 are clean. The
 * softest tenth is left out, because these may be edges of shadows on an
 * outline. */
crok_edge_spread crok_edge_spread_of(const crok_image *img,
                                     const crok_camera *cam,
                                     const crok_disc_shape *shape,
                                     const crok_mm *at, int n);

#ifdef __cplusplus
}
#endif
#endif
