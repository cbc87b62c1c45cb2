/* SPDX-License-Identifier: Apache-2.0
 *
 * board/model/width.h: estimate the width of the lines.
 *
 * A line that is two pixels wide is mostly blur. Therefore the profiles across
 * the line at all angles are centred on the line and combined. Together they
 * sample its cross-section in steps much smaller than a pixel. The width, the
 * blur, the sharpening and the tone curve (section.h) are fitted to the
 * sections of all lines, and of the edges of discs if there are any, with
 * priors: all lines share one width, and all edges one blur. The line's own
 * shape determines its width if it is wider than about two pixels, the edges of
 * discs help below, and the priors decide where neither does.
 *
 * Frames   px of the picture that was measured; lengths in the camera's unit.
 * Room     board.
 * Source   section.h for the model. */
#ifndef CROK_BOARD_MODEL_WIDTH_H
#define CROK_BOARD_MODEL_WIDTH_H

#include "board/model/section.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The edge spread function of a typical blur at d_px from the edge,
 * Phi(-d / sigma), where Phi is the Gaussian distribution function. */
double crok_edge_spread_typical(double d_px);

typedef struct crok_line_width {
    double width;       /* in the unit of `outer` */
    double width_sigma; /* 1 sd, same unit */
} crok_line_width;

/* The largest number of lines, and of kinds of edges, in one estimate. */
#define CROK_WIDTH_LINES 3
#define CROK_WIDTH_EDGES 2

/* Estimate the common width of n lines.
 *
 *   s      borrowed, n <= CROK_WIDTH_LINES cross-sections
 *   edge   borrowed, n_edges <= CROK_WIDTH_EDGES; those of weight 0 are not
 *          used
 *   outer  radius of the outer line; it gives the unit and the prior
 *
 * Cannot fail: if no line was seen, the result is the prior's typical width
 * with its large sigma. */
crok_line_width crok_line_width_estimate(const crok_section *s, int n,
                                         const crok_edge_section *edge,
                                         int n_edges, double outer);

/* Combine two measurements of one width, weighted by their inverse variances.
 * The sigma is the smaller one, because the errors of the model are common to
 * both. A measurement with a sigma of 0 is exact. */
crok_line_width crok_line_width_combine(crok_line_width a, crok_line_width b);

#ifdef __cplusplus
}
#endif
#endif
