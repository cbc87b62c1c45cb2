/* SPDX-License-Identifier: Apache-2.0
 *
 * board/model/width.h: estimate the width of the lines.
 *
 * A line that is two pixels wide is mostly blur. Therefore the profiles across
 * the line at all angles are centred on the line and combined. Together they
 * sample its cross-section in steps much smaller than a pixel. The model of
 * that cross-section is the difference of two edge spread functions (ESF), one
 * width w apart:
 *
 *         line(d) = ESF(d - w/2) - ESF(d + w/2),
 *
 * ESF(d) is the picture's response to a sharp edge and includes blur and
 * sharpening. It is measured on the edges of discs. If there is no measurement,
 * a typical blur is assumed, and the width is less certain. The typical blur is
 * also assumed for a bright line on a bright board, because the camera's tone
 * curve may flatten the crest of such a line.
 *
 * Frames   px of the picture that was measured; lengths in the camera's unit.
 * Room     board.
 * Source   ISO 12233 for the edge spread function by oversampling. */
#ifndef CROK_BOARD_MODEL_WIDTH_H
#define CROK_BOARD_MODEL_WIDTH_H

#include <stdbool.h>

#include "core/image.h"
#include "core/linalg.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A cross-section reaches 7 px to each side of the line, in bins of a quarter
 * pixel. */
#define CROK_SECTION_BIN_PX 0.25
#define CROK_SECTION_HALF 28
#define CROK_SECTION_BINS (2 * CROK_SECTION_HALF + 1)
/* The bin that shows the board beside the line. It is 6 px from the crest. */
#define CROK_SECTION_BESIDE 4

/* The mean cross-section of a line; its crest is in the middle bin. */
typedef struct crok_section {
    bool seen;                     /* false: the line was not found */
    double px_per_unit;            /* image scale across the line */
    float mean[CROK_SECTION_BINS]; /* luminance, negated for a dark line */
} crok_section;

/* An edge spread function by bin. It is 1 far to the left of the middle bin and
 * 0 far to the right of it. */
typedef struct crok_edge_spread {
    double weight; /* number of profiles averaged; 0: not measured */
    float mean[CROK_SECTION_BINS];
} crok_edge_spread;

/* The edge spread function of a typical blur at d_px from the edge,
 * Phi(-d / sigma), where Phi is the Gaussian distribution function. It is used
 * for pictures in which no edge was measured. */
double crok_edge_spread_typical(double d_px);

typedef struct crok_line_width {
    double width;       /* in the unit of `outer` */
    double width_sigma; /* 1 sd, same unit */
} crok_line_width;

/* Estimate the common width of n lines. The result is the mean and the standard
 * deviation of the width's posterior distribution, computed on a grid of
 * widths.
 *
 *   s      borrowed, n cross-sections
 *   edge   borrowed; NULL or of weight 0: a typical blur is assumed
 *   outer  radius of the outer line; it gives the unit and the prior
 *
 * Cannot fail: if no line was seen, the result is the prior's typical width
 * with its large sigma. */
crok_line_width crok_line_width_estimate(const crok_section *s, int n,
                                         const crok_edge_spread *edge,
                                         double outer);

#ifdef __cplusplus
}
#endif
#endif
