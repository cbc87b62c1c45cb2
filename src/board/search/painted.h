/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/painted.h: the radius of the inner line on a board whose middle
 * is painted in another colour.
 *
 * There the line is not a ridge: a step lies under it, and a ridge filter has
 * its maximum beside the line, by up to 3.5 mm. Its cross-section has three
 * colours instead: the middle's, the ink's and the board's, with two blurred
 * edges one line width apart. Ink and width are taken from the other two lines;
 * the ink either as it is there, or brightened by as much as the board is
 * brighter here (glare). The line is placed where this model explains the
 * cross-section best, by least squares.
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
    bool is_painted; /* the inner line lies between two colours, and was found
                      */
    double radius;   /* of the inner line's middle; 0 if not painted */
    double sigma;    /* its 1 sd; 0 if not painted */
} crok_painted;

/* Measure the inner line, at most a line width and 2 px from where the fit has
 * it.
 *
 *   img    borrowed, RGB or grey
 *   lines  borrowed, fitted in img. If lines->inner_is_step, the middle is
 *          known to be painted; otherwise it is tested
 *   width  of the lines, outer line = 1 */
crok_painted crok_painted_measure(const crok_image *img,
                                  const crok_board_lines *lines, double width);

/* Set the pose's inner line by crok_painted_measure, if the middle is painted.
 *
 * If the model's radius is within a line width and two sigma of it, that is
 * taken. If the inner line is a step that could not be measured, its sigma
 * becomes the line width. The cross-section of a line that was measured is
 * marked as not seen: it cannot be used for the width of the lines.
 *
 *   img, lines  borrowed, as above
 *   model       borrowed: the board's model, NULL if there is none
 *   unit_mm     mm per unit of the lines' radii
 *   pose        in: the board's width and lines. Out: radius and sigma of the
 *               inner line, its section and inner_is_placed */
void crok_painted_apply(const crok_image *img, const crok_board_lines *lines,
                        const crok_board *model, double unit_mm,
                        crok_board_pose *pose);

#ifdef __cplusplus
}
#endif
#endif
