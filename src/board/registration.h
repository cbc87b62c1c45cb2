/* SPDX-License-Identifier: Apache-2.0
 *
 * board/registration.h: register a picture to a pose: is the board still where
 * its pose says, and if not, how far has it moved? It takes about 0.4 ms at
 * 720p, because only the pixels of profiles across the lines are read. So it
 * can be done in every frame at rest.
 *
 * The three lines are traced near their predicted places, which gives their
 * offsets along their normals. Iteratively reweighted least squares then
 * estimates a shift of the picture and a change of its scale, as from a camera
 * that sank. Circles do not show a rotation about their centre, so the rotation
 * is measured on the quadrant lines.
 *
 * An object that covers lines reduces the number of inliers. It does not shift
 * the estimate, which depends on the visible parts only. So the visible
 * fraction is reported with the estimate. No line is found if the board moved
 * farther than the search range, or if a person covers the whole board. If this
 * lasts, the caller must search for the board again (find.h).
 *
 * Frames   px of the given picture.
 * Room     board.
 * Threads  any thread; no state is kept.
 * Source   Holland and Welsch 1977 for iteratively reweighted least squares. */
#ifndef CROK_BOARD_REGISTRATION_H
#define CROK_BOARD_REGISTRATION_H

#include "board/board.h"
#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How far a line is searched on each side of its predicted place, px. */
#define CROK_REGISTRATION_REACH_PX 12.0

/* The board is displaced if one of these conditions is true:
 *
 *   - it shifted by at least MIN_SHIFT_WIDTHS line widths, and by at least
 *     MIN_SHIFT_PX
 *   - it turned by at least MIN_ROTATION_RAD
 *
 * All three values are chosen by hand. A shift of MIN_SHIFT_WIDTHS could change
 * the call of a disc at a line. MIN_SHIFT_PX is above the measurement error,
 * which is 0.12 px on drawn boards (test_registration); it matters for boards
 * that are small in the picture. MIN_ROTATION_RAD is about the deviation of
 * hand-drawn quadrant lines from right angles. With smaller values the board is
 * searched for again without need. With larger ones discs are called by lines
 * that have moved. */
#define CROK_REGISTRATION_MIN_SHIFT_WIDTHS 0.30
#define CROK_REGISTRATION_MIN_SHIFT_PX 0.50
#define CROK_REGISTRATION_MIN_ROTATION_RAD 0.015
/* An estimate is used if the visible fraction is at least this. Chosen by hand:
 * with a smaller value, wood grain that agrees by chance is reported as a moved
 * board. With a larger one, a displacement is missed while an arm covers the
 * board. */
#define CROK_REGISTRATION_MIN_VISIBLE 0.35
/* A rotation is reported if at least this many of the four quadrant lines are
 * seen. The median of three remains right if one of them is wrong. */
#define CROK_REGISTRATION_MIN_QUADRANTS 3

/* The displacement that a set of samples on lines shows. */
typedef struct crok_line_shift {
    int n_sampled;       /* samples inside the picture */
    int n_inliers;       /* samples with a residual of 1 px at most */
    crok_px shift_px;    /* shift of the picture */
    double scale_change; /* relative: 0.01 if the rings are 1 % larger */
    double max_shift_px; /* largest shift of an inlier along its normal */
} crok_line_shift;

typedef struct crok_registration {
    crok_line_shift line[CROK_N_LINES]; /* estimated from each line alone */
    crok_line_shift all;                /* estimated from all three lines */
    /* rotation of the board about its centre, counter-clockwise in the board
     * frame; 0 if it could not be measured */
    double rotation_rad;
    int n_quadrants;     /* quadrant lines that were found, 0..4 */
    double visible_frac; /* all.n_inliers / all.n_sampled, 0..1 */
    /* all.max_shift_px / max(width of a line in px, 1) */
    double max_shift_widths;
    /* result of the thresholds above; false if visible_frac is below
     * CROK_REGISTRATION_MIN_VISIBLE */
    bool is_displaced;
} crok_registration;

/* Measure how far the board has moved in a picture from where its pose says.
 *
 *   img   borrowed; RGB or grey, of the size of pose->camera
 *   pose  borrowed */
crok_registration crok_registration_measure(const crok_image *img,
                                            const crok_board_pose *pose);

/* As crok_registration_measure, with the search range min(reach_px,
 * CROK_REGISTRATION_REACH_PX). In a shorter range fewer other structures
 * compete with a faint line. */
crok_registration crok_registration_measure_within(const crok_image *img,
                                                   const crok_board_pose *pose,
                                                   double reach_px);

#ifdef __cplusplus
}
#endif
#endif
