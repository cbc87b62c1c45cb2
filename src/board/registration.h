/* SPDX-License-Identifier: Apache-2.0
 *
 * board/registration.h: register a picture to a pose: is the board still where
 * its pose says, and if not, how far has it moved? About 0.4 ms at 720p, cheap
 * enough for every frame at rest, because only pixels across lines are read.
 *
 * The three lines are traced near their predicted places. From the offsets
 * along the lines' normals a shift of the picture and a change of its scale (a
 * camera that sank) are estimated by iteratively reweighted least squares.
 * Circles do not show a rotation about their centre; it is measured on the
 * quadrant lines.
 *
 * Something that covers lines reduces the number of inliers, but does not move
 * the estimate, which the visible part determines. So the visible fraction is
 * reported with it. If the board moved farther than the search range, or
 * somebody leans over all of it, no line is found at its place; a caller that
 * sees that for long must search for the board again (find.h).
 *
 * Frames   px of the picture given.
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

/* Search range to either side of a line, px. */
#define CROK_REGISTRATION_REACH_PX 12.0

/* The board is displaced if it shifted by at least MIN_SHIFT_WIDTHS of a line's
 * width and by at least MIN_SHIFT_PX, or turned by at least MIN_ROTATION_RAD.
 * All are chosen by hand. The shift in widths is what could change the call of
 * a disc at a line. The shift in px is above the error of 0.12 px on drawn
 * boards (test_registration) and guards boards that are small in the picture.
 * The rotation is about how far quadrant lines drawn by hand are off their 90
 * degrees. Smaller: the board is searched for again without need. Larger: discs
 * are called on lines that have moved. */
#define CROK_REGISTRATION_MIN_SHIFT_WIDTHS 0.30
#define CROK_REGISTRATION_MIN_SHIFT_PX 0.50
#define CROK_REGISTRATION_MIN_ROTATION_RAD 0.015
/* Visible fraction from which on an estimate is used: fewer samples may agree
 * by chance. Chosen by hand. Smaller: grain is registered as a moved board.
 * Larger: a displacement goes unnoticed while an arm covers the board. */
#define CROK_REGISTRATION_MIN_VISIBLE 0.35
/* Quadrant lines, of four, that must be seen for a rotation to be reported: of
 * three the median survives one wrong one. */
#define CROK_REGISTRATION_MIN_QUADRANTS 3

/* The displacement that a set of samples on lines shows. */
typedef struct crok_line_shift {
    int n_sampled;       /* samples inside the picture */
    int n_inliers;       /* samples whose line agrees with the estimate */
    crok_px shift_px;    /* of the picture */
    double scale_change; /* of the rings in it, relative: 0.01 is 1 % larger */
    double max_shift_px; /* largest shift of an inlier along its normal */
} crok_line_shift;

typedef struct crok_registration {
    crok_line_shift line[CROK_N_LINES]; /* from each line alone */
    crok_line_shift all;                /* from the three lines together */
    /* rotation of the board about its centre, counter-clockwise in the board
     * frame; 0 if it could not be measured */
    double rotation_rad;
    int n_quadrants;     /* quadrant lines that were found, 0..4 */
    double visible_frac; /* all.n_inliers / all.n_sampled, 0..1 */
    /* all.max_shift_px / max(width of a line in px, 1) */
    double max_shift_widths;
    /* by the thresholds above; false if too little of the lines is visible */
    bool is_displaced;
} crok_registration;

/* Register a picture to a pose.
 *
 *   img   borrowed; RGB or grey, of the size of pose->camera
 *   pose  borrowed */
crok_registration crok_registration_measure(const crok_image *img,
                                            const crok_board_pose *pose);

/* The same with a search range of reach_px instead of
 * CROK_REGISTRATION_REACH_PX, and not above it. In a shorter range fewer
 * structures compete with a faint line. */
crok_registration crok_registration_measure_within(const crok_image *img,
                                                   const crok_board_pose *pose,
                                                   double reach_px);

#ifdef __cplusplus
}
#endif
#endif
