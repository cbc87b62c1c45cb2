/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/quadrants.h: find the four quadrant lines, which divide the
 * outer ring. Every crokinole board has them, and no other round object has. So
 * they verify that an object is a board, and they give its rotation about its
 * normal. They run from the middle to the outer line. So their ends distinguish
 * these two lines from rims and decorative rings.
 *
 * Frames   px of the given picture; angles on the board.
 * Room     board. */
#ifndef CROK_BOARD_SEARCH_QUADRANTS_H
#define CROK_BOARD_SEARCH_QUADRANTS_H

#include "board/search/lines.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_N_QUADRANTS 4

/* Smallest contrast of a board's quadrant lines, as a fraction of the contrast
 * of its rings. 30 pictures of rugs, targets, records and similar objects had
 * at most 0.18 on the second best of the four; real and rendered boards whose
 * lines are not covered had at least 0.22. */
#define CROK_QUADRANTS_MIN_CONTRAST 0.20

typedef struct crok_quadrants {
    double angle_rad;     /* of one of the lines, [0, pi/2) */
    double contrast;      /* second highest of the four lines' contrasts, as a
                             fraction of the rings' contrast */
    double best_contrast; /* the highest of the four, same unit */
    /* the radii at which each line begins and ends, as far as it is seen (outer
     * line = 1). Both are 0 if the line is not seen. An end is hidden if the
     * line is not seen, or if something other than the board lies beyond this
     * end */
    double from[CROK_N_QUADRANTS], to[CROK_N_QUADRANTS];
    bool from_hidden[CROK_N_QUADRANTS], to_hidden[CROK_N_QUADRANTS];
} crok_quadrants;

/* Find the quadrant lines between the middle and the outer line.
 *
 *   img, lines  borrowed; lines belongs to img */
crok_quadrants crok_quadrants_find(const crok_image *img,
                                   const crok_board_lines *lines);

/* Do the quadrant lines end on the outer line and begin on the middle line? Two
 * of the four must do so, or a visible one if no visible end lies elsewhere. On
 * some boards the quadrant lines are drawn further inwards: they may also begin
 * at the inner line or nearer to the hole. */
bool crok_quadrants_agree(const crok_quadrants *q,
                          const crok_board_lines *lines);

/* Compute the radii (outer line = 1) of the two rings between which the
 * quadrant lines run. Returns false if not three of the four lines agree at
 * both ends, or if a radius is outside the searched range. Do not use the
 * outputs then. */
bool crok_quadrants_span(const crok_quadrants *q, double *middle,
                         double *outer);

#ifdef __cplusplus
}
#endif
#endif
