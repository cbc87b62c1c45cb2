/* SPDX-License-Identifier: Apache-2.0
 *
 * board/board.h: a board's dimensions, the models of known boards, and the
 * pose that a picture of one gives.
 *
 * Frames   mm: board frame, see camera.h.
 * Room     board.
 * Threads  values only; any thread.
 * Source   models/boards (one JSON a model, with where its figures come from).
 */
#ifndef CROK_BOARD_BOARD_H
#define CROK_BOARD_BOARD_H

#include <stdbool.h>

#include "board/camera.h"
#include "board/model/width.h"
#include "core/status.h"
#include "core/terms.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where the millimetre comes from. */
typedef enum crok_scale {
    CROK_SCALE_MODEL = 0, /* a board model's outer line */
    CROK_SCALE_HOLE,      /* the hole's standard diameter, 1 3/8 in */
    CROK_SCALE_DISC,      /* the discs' standard diameter, 1 1/4 in */
    CROK_SCALE_CALIB      /* a calibration file */
} crok_scale;

const char *crok_scale_name(crok_scale scale);

/* What all lengths are off by alike, 1 sd, relative. */
double crok_scale_rel_sigma(crok_scale scale);

/* A board as the rules need it. A line of radius R and width w covers
 * [R - w/2, R + w/2]. */
typedef struct crok_board {
    char model[32];               /* "tournament"; "measured" for none */
    double line_mm[CROK_N_LINES]; /* radius of each line's centre */
    double line_width_mm;         /* of all lines */
    double hole_mm;               /* radius of the hole */
    double hole_depth_mm;
    double disc_mm;        /* radius of a disc */
    double disc_height_mm; /* thickness of a disc */
} crok_board;

/* A board's lines are cut to 1/4 mm of 300: 1 sd of a radius that a model
 * tells, as a part of it. */
#define CROK_MODEL_REL_SIGMA 0.0008

/* The unknowns of a pose: the camera's, the middle and the inner radius (the
 * outer one is the unit). */
#define CROK_POSE_UNKNOWNS (CROK_N_CAM + CROK_N_LINES - 1)

/* A board found in a picture. */
typedef struct crok_board_pose {
    crok_board board;
    crok_scale scale;
    crok_camera camera; /* of the full, upright picture */
    double rms_px;      /* line points to the fitted lines, in that picture */
    double line_sigma_mm[CROK_N_LINES]; /* 1 sd of each line's radius */
    bool inner_is_placed; /* the inner line by a painted middle's colours, see
                             painted.h: a trace runs beside it */
    double line_width_sigma_mm;
    crok_section section[CROK_N_LINES]; /* of the lines, per mm, in the picture
                                           that the board was fitted in */
    double height_rel_sigma; /* 1 sd of the camera's height, relative */
    /* information (inverse covariance) of the unknowns above, of the full
     * picture and in mm; row-major */
    double info[CROK_POSE_UNKNOWNS * CROK_POSE_UNKNOWNS];
    bool has_another_beside; /* no larger one, in the same picture */
    double
        quadrant_contrast; /* of the lines between quadrants, which lie at 45
                              degrees in the board's frame: see quadrants.h */
} crok_board_pose;

/* The tournament board (models/boards/tournament.json): the World Crokinole
 * Championship's and most makers' sizes. */
const crok_board *crok_board_tournament(void);

/* The same pose with every length that was measured multiplied by k > 0. The
 * discs' size and the hole's depth are what makers keep to, whatever the scale
 * of a picture: they stay. */
void crok_board_pose_rescale(crok_board_pose *pose, double k);

/* The same pose for the same picture at another size: one pixel of the new one
 * is `scale` pixels of the old one, to the size w_px x h_px. */
void crok_board_pose_resize(crok_board_pose *pose, double scale, int w_px,
                            int h_px);

/* The part of the outer line that lies inside the picture, 0..1, covered or
 * not. */
double crok_board_pose_inside_frac(const crok_board_pose *pose);

/* The covariance of the unknowns that pose->info is of, as large and row-major.
 * False, cov untouched, where nothing is known of them. */
CROK_MUST_USE bool crok_board_pose_covariance(const crok_board_pose *pose,
                                              double *cov);

#ifdef __cplusplus
}
#endif
#endif
