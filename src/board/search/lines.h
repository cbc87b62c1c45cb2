/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/lines.h: choose the board's three lines among the rings, and fit
 * the camera to them.
 *
 * The three lines of a board have the same colour, contrast and width, and the
 * ratios of their radii are in a known range. (If the middle of the board is
 * painted, the inner line may be visible only as the edge of the paint.) The
 * edge of the surface, a rim, a decorative ring and the hole differ in at least
 * one of these properties. The lines lie in one plane. Rims do not lie in it,
 * so the camera is fitted to the lines only.
 *
 * Frames   px of the given picture; on the board the unit of length is the
 *          radius of the outer line.
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
    crok_ring_fit fit; /* its rings have the indices of crok_line; the outer
                          line's radius is 1 */
    crok_trace trace[CROK_N_LINES];
    double width_px;    /* width of a line, at the board's centre */
    double quality;     /* 0..1: how similar the three are to a board's lines */
    bool inner_is_step; /* the inner line is the edge of a painted middle */
    bool is_faint;      /* they were traced as faint lines (fit/trace.h) */
    bool inner_is_sure; /* no other ring can be the inner line; set by search.c
                         */
} crok_board_lines;

/* A hypothesis: which of the rings are the three lines. */
typedef struct crok_line_choice {
    int ring[CROK_N_LINES]; /* indices of the rings */
    bool inner_is_step;
    bool is_faint;  /* trace them as faint lines (fit/trace.h) */
    double quality; /* 0..1, from traces of the rings before any fit */
} crok_line_choice;

#define CROK_MAX_CHOICES 12

/* Insert a choice into a list of n, which is sorted by quality, best first. If
 * the list is full, the worst one is dropped. Returns the new length. */
int crok_line_choice_keep(crok_line_choice list[CROK_MAX_CHOICES], int n,
                          const crok_line_choice *c);

/* Choose the triples of rings that can be a board's lines, by the ratios of
 * their radii and by their traces. The triple with the highest quality comes
 * first. Returns the number of triples, at most CROK_MAX_CHOICES.
 *
 *   img       borrowed, RGB
 *   rings     borrowed: the rings found; their camera belongs to img
 *   is_faint  trace them as faint lines (fit/trace.h) */
int crok_board_lines_choose(const crok_image *img, const crok_ring_fit *rings,
                            bool is_faint,
                            crok_line_choice out[CROK_MAX_CHOICES]);

/* Trace along the three rings that `choice` names, and fit the camera and the
 * radii of the lines to the traced points.
 *
 *   img      borrowed, RGB
 *   rings    borrowed: the rings found; their camera belongs to img
 *   choice   borrowed: which rings are the outer, middle and inner line
 *   prior    borrowed: expected values and standard deviations of the camera's
 *            unknowns
 *   out      written only on CROK_OK
 *   err      may be NULL
 *
 * CROK_ENOBOARD  the fit fails, or the traced points do not look like the lines
 *                of a board */
CROK_MUST_USE crok_status crok_board_lines_fit(const crok_image *img,
                                               const crok_ring_fit *rings,
                                               const crok_line_choice *choice,
                                               const crok_fit_prior *prior,
                                               crok_board_lines *out,
                                               crok_err *err);

/* The rms residual of the fit, divided by the outer line's radius in px. */
double crok_board_lines_residual(const crok_board_lines *lines);

/* What remains of that residual without the noise of tracing, which is the same
 * number of px on every board. So a small board is not taken for a wrong
 * camera.
 */
double crok_board_lines_misfit(const crok_board_lines *lines);

/* If the rms residual is below this fraction of the outer line's radius, the
 * camera is right, and no other hypothesis of it is tried. Chosen by hand, to
 * save time; 47 of 60 photos and renders are below it. */
#define CROK_CLOSE_FIT_FRAC 0.0005

/* Were the lines traced all round? True if the residuals are small, or if most
 * of the outer and of the middle line was detected. On a warped board the
 * residuals are large although the lines were detected. They are also large if
 * a part of a line was missed and something else was traced there instead,
 * such as the edge of the surface. */
bool crok_board_lines_are_traced(const crok_board_lines *lines);

/* Can the inner, or the middle, line of a board have this radius (outer line =
 * 1)? */
bool crok_board_lines_is_inner(double radius);
bool crok_board_lines_is_middle(double radius);

/* What a ring looks like, beside the outer line. */
typedef struct crok_ring_look {
    double radius; /* at which it was traced (outer line = 1); 0: not seen */
    double similarity; /* to the outer line, 0..1 */
    double round_frac; /* of the traced angles, where it is seen at that radius:
                          near 1 for a line, low for wood grain */
} crok_ring_look;

/* Trace the ring near `radius` with the camera of `lines`, and compare it with
 * the outer line. */
crok_ring_look crok_board_lines_look(const crok_image *img,
                                     const crok_board_lines *lines,
                                     double radius);

/* Measure the cross-section of each line in the picture that the lines were
 * fitted in. The unit of length on the board is the outer line's radius. An
 * inner line that is the edge of a painted area, not a drawn line, is marked
 * as not seen. */
void crok_board_lines_sections(const crok_image *img,
                               const crok_board_lines *lines,
                               crok_section out[CROK_N_LINES]);

/* Fit the camera again to the points that were already traced, with this prior,
 * by crok_ring_fit_finish. Returns false, and leaves *lines unchanged, if the
 * fit fails. */
CROK_MUST_USE bool crok_board_lines_refit(const crok_fit_prior *prior,
                                          crok_board_lines *lines);

/* Trace the lines again with their present camera, and fit the camera to the
 * new points. Returns false if the fit fails; do not use *lines then. */
CROK_MUST_USE bool crok_board_lines_retrace(const crok_image *img,
                                            const crok_fit_prior *prior,
                                            crok_board_lines *lines);

#ifdef __cplusplus
}
#endif
#endif
