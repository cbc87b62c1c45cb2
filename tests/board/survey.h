/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/board/survey.h: any number of drawn boards, each from its number alone:
 * any tilt to 42 degrees, ratios of lines, decor rings, inks, glare, something
 * in the way, discs; and how wrong a pose is of one of them. */
#ifndef CROK_TESTS_BOARD_SURVEY_H
#define CROK_TESTS_BOARD_SURVEY_H

#include "board/draw_board.h"
#include "board/find.h"

#define SURVEY_MAX_PATCHES 3

typedef struct survey_case {
    draw_board board;
    int n_patches;
    draw_patch patch[SURVEY_MAX_PATCHES];
    double focal_px; /* told, as EXIF would; 0: not told */
    double tilt_deg;
} survey_case;

void survey_make(uint64_t number, survey_case *out);

/* Free with crok_image_free. */
crok_image survey_picture(const survey_case *c);

/* How far the pose's lines run from the lines drawn, at most, mm, where its
 * outer line has the true size: are these the lines? */
double survey_line_error_mm(const survey_case *c, const crok_board_pose *pose);

/* The largest error of a place on the board, likewise. Between the lines it
 * grows with the error of the lens, which lines alone hardly show. */
double survey_place_error_mm(const survey_case *c, const crok_board_pose *pose);

#endif
