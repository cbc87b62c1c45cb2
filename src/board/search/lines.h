/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/lines.h: which of the rings are the board's three lines, and the
 * camera that fits those lines best.
 *
 * Three lines were drawn with one pen: they agree in colour, contrast and
 * width, and their radii stand in ratios that boards have. (Where the middle is
 * painted, the inner line may be no more than the paint's edge.) The edge of
 * the surface, a rim, a decor ring and the hole differ in one of these. They
 * lie in one plane; rims do not, so that the camera is fitted to the lines
 * alone.
 *
 * Frames   px of the picture given; outer line's radius = 1.
 * Room     board.
 * Source   docs/DESIGN.md's range of ring ratios, widened by what was measured
 * on boards in public pictures (models/boards/README.md). */
#ifndef CROK_BOARD_SEARCH_LINES_H
#define CROK_BOARD_SEARCH_LINES_H

#include "board/board.h"
#include "board/fit/fit.h"
#include "board/fit/trace.h"
#include "board/model/width.h"
#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_board_lines {
    crok_ring_fit fit; /* rings are CROK_LINE_OUTER, _MIDDLE, _INNER; radius
                          of the outer line is 1 */
    crok_trace trace[CROK_N_LINES];
    double width_px;    /* of the lines, at the board's centre */
    double quality;     /* 0..1: how much the three look like a board's lines */
    bool inner_is_step; /* the inner line is the edge of a painted middle */
    bool inner_is_sure; /* no other ring may be the inner line: find.c's word */
} crok_board_lines;

/* Which of some rings are taken for the lines. */
typedef struct crok_line_choice {
    int ring[CROK_N_LINES]; /* numbers of the rings */
    bool inner_is_step;
    double quality; /* 0..1, by the look of the rings alone */
} crok_line_choice;

#define CROK_MAX_CHOICES 12

/* The triples of rings that can be a board's lines, by their ratios and their
 * looks, the most likely first. Returns their number, at most
 * CROK_MAX_CHOICES.
 *
 *   img    borrowed, RGB
 *   rings  borrowed: rings found, its camera belongs to img */
int crok_board_lines_choose(const crok_image *img, const crok_ring_fit *rings,
                            crok_line_choice out[CROK_MAX_CHOICES]);

/* Fit the camera to a choice of the rings.
 *
 *   img, rings  borrowed, as above
 *   choice      borrowed
 *   prior       borrowed: what is known of the camera
 *   out         written only on CROK_OK
 *
 * CROK_ENOBOARD  seen closely, they are no lines of a board */
CROK_MUST_USE crok_status crok_board_lines_fit(const crok_image *img,
                                               const crok_ring_fit *rings,
                                               const crok_line_choice *choice,
                                               const crok_fit_prior *prior,
                                               crok_board_lines *out,
                                               crok_err *err);

/* The fit's residuals, rms, as a part of the outer line's radius. */
double crok_board_lines_residual(const crok_board_lines *lines);

/* Were the lines caught all round? Residuals are large on a crooked board,
 * whose lines are seen, or where one side of them was caught and the other
 * missed. */
bool crok_board_lines_are_traced(const crok_board_lines *lines);

/* Do boards have the inner line at this radius, outer line = 1? */
bool crok_board_lines_is_inner(double radius);

/* How much the ring seen next to this radius looks like the outer line, 0..1,
 * in the lines' own camera; *seen is its radius. */
double crok_board_lines_similarity(const crok_image *img,
                             const crok_board_lines *lines, double radius,
                             double *seen);

/* The cross-section of each line, in the picture that they were fitted in;
 * board units are the outer line's radius. A step is no line's: unseen. */
void crok_board_lines_sections(const crok_image *img,
                               const crok_board_lines *lines,
                               crok_section out[CROK_N_LINES]);

/* Fit the camera once more to the points already traced, with this prior
 * (crok_ring_fit_finish).
 * False, lines unchanged, where that fails. */
CROK_MUST_USE bool crok_board_lines_refit(const crok_fit_prior *prior,
                                          crok_board_lines *lines);

/* Trace the lines again with the camera that they have now, and fit it once
 * more. False where that fails; *lines is then not to be used. */
CROK_MUST_USE bool crok_board_lines_retrace(const crok_image *img,
                                            const crok_fit_prior *prior,
                                            crok_board_lines *lines);

#ifdef __cplusplus
}
#endif
#endif
