/* SPDX-License-Identifier: Apache-2.0
 *
 * board/registration.h: is the board still where its pose says? Cheap enough
 * for every settled frame: only pixels across the lines are read.
 *
 * At many angles the line is looked for near its place. What all of them say
 * together, robustly, is a shift of the picture and a change of scale (a camera
 * that sank); the turn of the board about its own middle shows on the lines
 * between the quadrants. What covers lines makes fewer of them visible, it does
 * not shift them: the shift is only what is seen, and how much was seen is
 * told.
 *
 * A bump of more than the reach leaves no line near its place, as does a
 * person who leans over all of it. The caller who sees nothing for long looks
 * for the board anew (find.h).
 *
 * Frames   px of the picture given.
 * Room     board.
 * Threads  any thread; nothing is kept.
 * Source   Holland and Welsch 1977 for the weights. */
#ifndef CROK_BOARD_REGISTRATION_H
#define CROK_BOARD_REGISTRATION_H

#include "board/board.h"
#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Lines are looked for this far to either side, px. */
#define CROK_REGISTRATION_REACH_PX 12.0

/* A shift is a bump from this part of the line's width on (a call on a line
 * would be another) and this many px (noise is a tenth of it); a turn from this
 * angle on (quadrants drawn by hand are that far from square). */
#define CROK_REGISTRATION_MIN_SHIFT_WIDTHS 0.30
#define CROK_REGISTRATION_MIN_SHIFT_PX 0.50
#define CROK_REGISTRATION_MIN_ROTATION_RAD 0.015
/* Fewer places than this share agree by chance: they tell nothing. */
#define CROK_REGISTRATION_MIN_VISIBLE 0.35
/* Lines between quadrants that must be seen to tell the turn. */
#define CROK_REGISTRATION_MIN_QUADRANTS 3

typedef struct crok_line_shift {
    int n_sampled;       /* places within the picture */
    int n_inliers;       /* where the line is and agrees with the others */
    crok_px shift_px;    /* of the picture */
    double scale_change; /* of the rings in it, relative */
    double max_shift_px; /* the largest shift of a place that was seen */
} crok_line_shift;

typedef struct crok_registration {
    crok_line_shift line[CROK_N_LINES]; /* each by itself */
    crok_line_shift all;                /* the three together */
    double rotation_rad; /* of the board about its middle, in its own frame */
    int n_quadrants;     /* lines between quadrants that tell it, 0..4 */
    double visible_frac; /* of the places looked at, 0..1 */
    double max_shift_widths; /* all.max_shift_px in parts of the line's width */
    bool is_displaced;       /* by the limits above */
} crok_registration;

/* Compare a picture with a pose.
 *
 *   img   borrowed; RGB or grey, of the size that pose->camera is of */
crok_registration crok_registration_measure(const crok_image *img,
                                            const crok_board_pose *pose);

/* The same where lines are looked for no farther than reach_px (at most
 * CROK_REGISTRATION_REACH_PX): a faint line is told from grain the better the
 * less of it is looked at. */
crok_registration crok_registration_measure_within(const crok_image *img,
                                                   const crok_board_pose *pose,
                                                   double reach_px);

#ifdef __cplusplus
}
#endif
#endif
