/* SPDX-License-Identifier: Apache-2.0
 *
 * board/width.h: how wide the lines are.
 *
 * A line two pixels wide is mostly blur. The profiles of all angles, each
 * shifted by where the line runs there, together sample its cross-section many
 * times finer than a pixel; a box of the line's width, blurred by a Gaussian,
 * is fitted to them, one width (in mm) and one blur for all three lines.
 *
 * Frames   px of the picture given; board units those of the camera.
 * Room     board. */
#ifndef CROK_BOARD_WIDTH_H
#define CROK_BOARD_WIDTH_H

#include "board/lines.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_line_width {
    double width;       /* board units */
    double width_sigma; /* 1 sd */
    double blur_px;     /* sd of the Gaussian */
} crok_line_width;

/* Measure on lines already fitted.
 *
 *   img, lines  borrowed; lines belongs to img
 *
 * The result is always usable: where the lines cannot be measured, a typical
 * width with a wide sigma. */
crok_line_width crok_width_measure(const crok_image *img,
                                   const crok_lines *lines);

#ifdef __cplusplus
}
#endif
#endif
