/* SPDX-License-Identifier: Apache-2.0
 *
 * board/model/width.h: how wide the lines are.
 *
 * A line two pixels wide is mostly blur. The profiles of all angles, each
 * shifted by where the line runs there, together sample its cross-section many
 * times finer than a pixel. What a sharp edge looks like in the same picture
 * (its edge spread, blur and sharpening included) then gives the width: a line
 * is the difference of two edges that far apart. Without such an edge a
 * typical blur is assumed, and the width is known the less; so it is for a
 * bright line on a bright board, whose crest a camera's tone curve may flatten.
 *
 * Frames   px of the picture measured in; board units those of the camera.
 * Room     board.
 * Source   ISO 12233 for the edge spread by oversampling. */
#ifndef CROK_BOARD_MODEL_WIDTH_H
#define CROK_BOARD_MODEL_WIDTH_H

#include <stdbool.h>

#include "core/image.h"
#include "core/linalg.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bins of a quarter pixel, up to 7 px to either side. */
#define CROK_SECTION_BIN_PX 0.25
#define CROK_SECTION_HALF 28
#define CROK_SECTION_BINS (2 * CROK_SECTION_HALF + 1)
/* The bin that shows the board beside the line: 6 px from its crest. */
#define CROK_SECTION_BESIDE 4

/* A line's cross-section, the middle bin at its crest. */
typedef struct crok_section {
    bool seen;
    double px_per_unit;            /* radially, at the line */
    float mean[CROK_SECTION_BINS]; /* luminance, the line upwards */
} crok_section;

/* An edge's spread: 1 far to the left of the middle bin, 0 far to the right. */
typedef struct crok_edge_spread {
    double weight; /* profiles that it comes from; 0: none */
    float mean[CROK_SECTION_BINS];
} crok_edge_spread;

/* The spread at d_px of an edge with a typical blur, where no edge shows the
 * picture's own. */
double crok_edge_spread_typical(double d_px);

typedef struct crok_line_width {
    double width;       /* board units */
    double width_sigma; /* 1 sd */
} crok_line_width;

/* The common width of n lines.
 *
 *   s      borrowed
 *   edge   borrowed; NULL or without weight: a typical blur
 *   outer  radius of the outer line, board units
 *
 * Always usable: where nothing is seen, a typical width with a wide sigma. */
crok_line_width crok_line_width_estimate(const crok_section *s, int n,
                                         const crok_edge_spread *edge,
                                         double outer);

#ifdef __cplusplus
}
#endif
#endif
