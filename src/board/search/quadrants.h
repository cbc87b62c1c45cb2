/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/quadrants.h: find the four quadrant lines, which divide the
 * outer ring. Every crokinole board has them, and nothing else that is round
 * does: so they verify a board and give its rotation about its normal. They run
 * from the middle to the outer line; so their ends distinguish these two from
 * rims and decorative rings.
 *
 * Frames   px of the picture given; angles on the board.
 * Room     board. */
#ifndef CROK_BOARD_SEARCH_QUADRANTS_H
#define CROK_BOARD_SEARCH_QUADRANTS_H

#include "board/search/lines.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_N_QUADRANTS 4

/* Least contrast of a board's quadrant lines, as a part of the rings': rugs,
 * targets, records and the like (30 pictures) had 0.18 at most, real and
 * rendered boards 0.22 at least. */
#define CROK_QUADRANTS_MIN_CONTRAST 0.20

typedef struct crok_quadrants {
    double angle_rad; /* of one of the lines, [0, pi/2) */
    double contrast;  /* of the second best of the four, as a part of the rings'
                         contrast */
    /* the radii where each line is seen to begin and to end, outer line = 1;
     * both 0 if it is not seen. An end is hidden if something other than the
     * board lies beyond it, or if the line is not seen */
    double from[CROK_N_QUADRANTS], to[CROK_N_QUADRANTS];
    bool from_hidden[CROK_N_QUADRANTS], to_hidden[CROK_N_QUADRANTS];
} crok_quadrants;

/* Find the quadrant lines between the middle and the outer line.
 *
 *   img, lines  borrowed; lines belongs to img */
crok_quadrants crok_quadrants_find(const crok_image *img,
                                   const crok_board_lines *lines);

/* Do the quadrant lines end on the outer line and begin on the middle one? On
 * boards where they are drawn further inwards they may begin at the inner line
 * or nearer to the hole. Two of the four ends must be there, or one if all
 * others are hidden. */
bool crok_quadrants_agree(const crok_quadrants *q,
                          const crok_board_lines *lines);

/* The radii, outer line = 1, of the rings that the quadrant lines run between.
 * False, outputs not to be used, unless three of the four agree at both ends
 * and the radii are in the range searched. */
bool crok_quadrants_span(const crok_quadrants *q, double *middle,
                         double *outer);

#ifdef __cplusplus
}
#endif
#endif
