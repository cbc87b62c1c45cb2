/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/lines.h: choose the board's three lines among the rings, and fit
 * the camera to them.
 *
 * The three lines were drawn with one pen: they agree in colour, contrast and
 * width, and the ratios of their radii are those of boards. (If the middle is
 * painted, the inner line may be visible only as the paint's edge.) The edge of
 * the surface, a rim, a decorative ring and the hole differ in one of these.
 * The lines lie in one plane. Rims do not, so the camera is fitted to the lines
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
    double quality;     /* 0..1: similarity of the three to a board's lines */
    bool inner_is_step; /* the inner line is the edge of a painted middle */
    bool inner_is_sure; /* no other ring can be the inner line; set by search.c
                         */
} crok_board_lines;

/* A hypothesis: which of the rings are the three lines. */
typedef struct crok_line_choice {
    int ring[CROK_N_LINES]; /* indices of the rings */
    bool inner_is_step;
    double quality; /* 0..1, from traces of the rings before any fit */
} crok_line_choice;

#define CROK_MAX_CHOICES 12

/* Choose the triples of rings that can be a board's lines, by the ratios of
 * their radii and by their traces; the highest quality first. Returns their
 * number, at most CROK_MAX_CHOICES.
 *
 *   img    borrowed, RGB
 *   rings  borrowed: the rings found; their camera belongs to img */
int crok_board_lines_choose(const crok_image *img, const crok_ring_fit *rings,
                            crok_line_choice out[CROK_MAX_CHOICES]);

/* Trace the chosen rings as lines and fit the camera and the radii to them.
 *
 *   img, rings  borrowed, as above
 *   choice      borrowed
 *   prior       borrowed: the camera's prior
 *   out         written only on CROK_OK
 *
 *   err         may be NULL
 *
 * CROK_ENOBOARD  the fit fails, or the traces are not those of a board's lines
 */
CROK_MUST_USE crok_status crok_board_lines_fit(const crok_image *img,
                                               const crok_ring_fit *rings,
                                               const crok_line_choice *choice,
                                               const crok_fit_prior *prior,
                                               crok_board_lines *out,
                                               crok_err *err);

/* The rms residual of the fit, as a part of the outer line's radius. */
double crok_board_lines_residual(const crok_board_lines *lines);

/* Were the lines traced all round? True if the residuals are small, or if most
 * of the outer and the middle line is seen. Residuals are large on a crooked
 * board, whose lines are seen, and also if part of a line was missed and
 * something else traced instead, as the edge of the surface. */
bool crok_board_lines_are_traced(const crok_board_lines *lines);

/* Is this a radius at which boards have the inner line, outer line = 1? */
bool crok_board_lines_is_inner(double radius);

/* The similarity, 0..1, of the ring near this radius to the outer line, traced
 * with the lines' own camera. *seen is set to the radius at which it was
 * traced, 0 if nowhere. */
double crok_board_lines_similarity(const crok_image *img,
                                   const crok_board_lines *lines, double radius,
                                   double *seen);

/* Measure the cross-section of each line, in the picture that they were fitted
 * in; the unit on the board is the outer line's radius. An inner line that is a
 * step is marked as not seen. */
void crok_board_lines_sections(const crok_image *img,
                               const crok_board_lines *lines,
                               crok_section out[CROK_N_LINES]);

/* Fit the camera again to the points already traced, with this prior
 * (crok_ring_fit_finish). False, lines unchanged, if the fit fails. */
CROK_MUST_USE bool crok_board_lines_refit(const crok_fit_prior *prior,
                                          crok_board_lines *lines);

/* Trace the lines again with their present camera, and fit it again. False if
 * the fit fails; *lines is then not to be used. */
CROK_MUST_USE bool crok_board_lines_retrace(const crok_image *img,
                                            const crok_fit_prior *prior,
                                            crok_board_lines *lines);

#ifdef __cplusplus
}
#endif
#endif
