/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/painted.h: the radius of the inner line on a board whose middle
 * is painted in another colour.
 *
 * On such a board the inner line is not a ridge, because the board has
 * different colours on its two sides. A ridge filter then has its maximum up to
 * 3.5 mm beside the line. The cross-section of the line has three colours: the
 * middle's, the ink's and the board's. Between them are two blurred edges, one
 * line width apart. The width and the ink's colour are taken from the other two
 * lines. Two colours of ink are tried: the colour there, and this colour plus
 * the difference between the board here and there (glare). The position of the
 * line is the one at which this model fits the cross-section best, by least
 * squares.
 *
 * Frames   px of the given picture; the outer line has the radius 1.
 * Room     board.
 * Source   Golub and Pereyra 1973 for separable least squares: at each position
 *          that is tried, the colours are the solution of a linear problem. */
#ifndef CROK_BOARD_SEARCH_PAINTED_H
#define CROK_BOARD_SEARCH_PAINTED_H

#include "board/board.h"
#include "board/search/lines.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_painted {
    bool is_painted; /* the line lies between two colours and was found */
    double radius;   /* of the inner line's middle; 0 if not painted */
    double sigma;    /* 1 sd of radius; 0 if not painted */
} crok_painted;

/* Measure the radius of the inner line. It is searched for at most one line
 * width plus 2 px away from the fitted radius.
 *
 *   img    borrowed, RGB or grey
 *   lines  borrowed, fitted in img. If lines->inner_is_step is true, the middle
 *          is known to be painted; otherwise this is tested
 *   width  width of the lines (outer line = 1) */
crok_painted crok_painted_measure(const crok_image *img,
                                  const crok_board_lines *lines, double width);

/* Set the pose's inner line by crok_painted_measure, if the middle is painted.
 *
 * If the radius of the model differs from the measured one by at most one line
 * width plus two sigma, the model's radius is used. Otherwise, if the inner
 * line is a step that could not be measured, its sigma becomes the line width.
 * If the line was measured, its cross-section is marked as not seen, because it
 * cannot be used to estimate the width of the lines.
 *
 *   img, lines  borrowed, see crok_painted_measure
 *   model_mm    the inner line's radius by the model's ratios; 0: of no model
 *   unit_mm     mm per unit of the lines' radii
 *   pose        in: the board's width and lines. Out: radius and sigma of the
 *               inner line, its section and inner_is_placed */
void crok_painted_apply(const crok_image *img, const crok_board_lines *lines,
                        double model_mm, double unit_mm, crok_board_pose *pose);

#ifdef __cplusplus
}
#endif
#endif
