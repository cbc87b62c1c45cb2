/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/board/survey.h: random drawn boards, each determined by its number:
 * tilts up to 42 degrees, ratios of lines, decor rings, inks, glare, occlusion,
 * discs; and the error of a pose estimated from one of them. */
#ifndef CROK_TESTS_BOARD_SURVEY_H
#define CROK_TESTS_BOARD_SURVEY_H

#include "board/draw_board.h"
#include "board/find.h"

#define SURVEY_MAX_PATCHES 3

typedef struct survey_case {
    draw_board board;
    int n_patches;
    draw_patch patch[SURVEY_MAX_PATCHES];
    double focal_px; /* as EXIF would give it; 0: unknown */
    double tilt_deg;
} survey_case;

/* Make case `number`. */
void survey_make(uint64_t number, survey_case *out);

/* Draw the picture of a case. Returned: free with crok_image_free. */
crok_image survey_picture(const survey_case *c);

/* Largest distance between the pose's lines and the lines drawn, mm, with the
 * pose scaled so that its outer line has the true radius. */
double survey_line_error_mm(const survey_case *c, const crok_board_pose *pose);

/* Largest error of a point on the board, mm, scaled likewise. Between the lines
 * it grows with the error of the lens, which lines alone determine weakly. */
double survey_place_error_mm(const survey_case *c, const crok_board_pose *pose);

#endif
