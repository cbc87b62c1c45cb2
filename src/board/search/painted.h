/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/painted.h: where the inner line runs round a middle that is
 * painted in another colour than the board.
 *
 * There the line is no ridge: a step lies under it, and a ridge filter answers
 * beside the line. Its cross-section is three colours instead, the middle's,
 * the ink's and the board's, with two blurred edges a line's width apart. Ink
 * and width are the other lines', the ink as it is there or in the glare that
 * lies here; the line is where those explain the cross-section best.
 *
 * Frames   px of the picture given; radii in units of the outer line's.
 * Room     board.
 * Source   the sums of squares are separable (Golub and Pereyra 1973): the
 *          colours are solved for at every place tried. */
#ifndef CROK_BOARD_SEARCH_PAINTED_H
#define CROK_BOARD_SEARCH_PAINTED_H

#include "board/board.h"
#include "board/search/lines.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_painted {
    bool is_painted; /* the inner line parts two colours, and was found */
    double radius;   /* of the inner line; 0 where it was not */
    double sigma;    /* 1 sd */
} crok_painted;

/* Look at the inner line: a line's width and a little more about where the fit
 * has it.
 *
 *   img    borrowed, RGB or grey
 *   lines  borrowed, fitted in img; a step that they tell of is taken as one
 *   width  of the lines */
crok_painted crok_painted_measure(const crok_image *img,
                               const crok_board_lines *lines, double width);

/* Put the pose's inner line there, if the middle is painted: where the model
 * has it if that is a line's width away at most. Where the lines tell of a step
 * and it was not found, no more than that width is known. Such a line's section
 * tells nothing of the lines' width.
 *
 *   img, lines  borrowed, as above
 *   model       borrowed: the board's, NULL if it is none
 *   unit_mm     of the lines' radii
 *   pose        its lines, their sigma and their width are set */
void crok_painted_apply(const crok_image *img, const crok_board_lines *lines,
                        const crok_board *model, double unit_mm,
                        crok_board_pose *pose);

#ifdef __cplusplus
}
#endif
#endif
