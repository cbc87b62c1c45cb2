/* SPDX-License-Identifier: Apache-2.0
 *
 * board/sharpness.h: how wide an edge is in the picture, from the mean
 * cross-sections of the board's lines: the blur that explains them best, with a
 * prior for the width of the lines.
 *
 * Frames   px of the picture that was measured.
 * Room     board.
 * Threads  values only; any thread.
 * Source   board/board.h, crok_section: ISO 12233's edge spread function. */
#ifndef CROK_BOARD_SHARPNESS_H
#define CROK_BOARD_SHARPNESS_H

#include "board/board.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Width of an edge from 10 % to 90 % of its height, in standard deviations of a
 * Gaussian blur: 2 Phi^-1(0.9). */
#define CROK_EDGE_WIDTH_SIGMAS 2.563
/* Blur is measured up to this value, 1 sd in px: a section reaches 7 px. */
#define CROK_BLUR_MOST_PX 4.0

/* Measure the blur, 1 sd in px.
 *
 *   section   borrowed: of the three lines, measured in one picture
 *   outer_mm  radius of the outer line
 *
 * Returns a value from 0.3 to CROK_BLUR_MOST_PX, or NAN if no line was seen. */
double crok_blur_px(const crok_section section[CROK_N_LINES], double outer_mm);

#ifdef __cplusplus
}
#endif
#endif
