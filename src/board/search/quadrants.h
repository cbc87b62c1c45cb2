/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/quadrants.h: the four lines that divide the outer ring into
 * quadrants. Every crokinole board has them, and nothing else that is round
 * does: they prove a board, they give its turn about its own axis, and where
 * they end tells the outer and the middle line from rims and rings painted for
 * looks.
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

/* Contrast that the quadrants' lines have at least: rugs, targets, records and
 * the like reached 0.18, real and rendered boards 0.22. */
#define CROK_QUADRANTS_MIN_CONTRAST 0.20

typedef struct crok_quadrants {
    double angle_rad; /* of one of the lines, [0, pi/2) */
    double contrast;  /* of the second best of the four, as a part of the rings'
                         contrast */
    /* the radii where each begins and ends, outer line = 1, as far as it is
     * seen (0: nowhere); whether something that is not the board lies there */
    double from[CROK_N_QUADRANTS], to[CROK_N_QUADRANTS];
    bool from_hidden[CROK_N_QUADRANTS], to_hidden[CROK_N_QUADRANTS];
} crok_quadrants;

/* Look for them between the middle and the outer line.
 *
 *   img, lines  borrowed; lines belongs to img */
crok_quadrants crok_quadrants_find(const crok_image *img,
                                   const crok_board_lines *lines);

/* Do they end on the outer line and begin on the middle one (or, on boards that
 * draw them through, on the inner one or nearer to the hole)? Two of the four
 * ends tell, or one where all others are hidden. */
bool crok_quadrants_agree(const crok_quadrants *q,
                          const crok_board_lines *lines);

/* The radii, outer line = 1, of the lines that the quadrants' lines run
 * between, where they agree among themselves; false where they do not. */
bool crok_quadrants_span(const crok_quadrants *q, double *middle,
                         double *outer);

#ifdef __cplusplus
}
#endif
#endif
