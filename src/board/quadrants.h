/* SPDX-License-Identifier: Apache-2.0
 *
 * board/quadrants.h: the four lines that divide the outer ring into quadrants.
 * Every crokinole board has them, and nothing else that is round does: they
 * prove a board, and they give its turn about its own axis.
 *
 * Frames   px of the picture given; angles on the board.
 * Room     board. */
#ifndef CROK_BOARD_QUADRANTS_H
#define CROK_BOARD_QUADRANTS_H

#include "board/lines.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_quadrants {
    double angle_rad; /* of one of the lines, [0, pi/2) */
    double contrast;  /* of the second best of the four, as a part of the rings'
                         contrast; 0.2 and less is chance */
} crok_quadrants;

/* Look for them between the middle and the outer line.
 *
 *   img, lines  borrowed; lines belongs to img */
crok_quadrants crok_quadrants_find(const crok_image *img,
                                   const crok_board_lines *lines);

#ifdef __cplusplus
}
#endif
#endif
