/* SPDX-License-Identifier: Apache-2.0
 *
 * board/board.h: a board's dimensions, the models of known boards, and the pose
 * of a board in a picture with its uncertainty.
 *
 * Frames   mm: board frame, see camera.h.
 * Room     board.
 * Threads  values only; any thread.
 * Source   models/boards: one JSON file per model, with the sources of its
 *          figures.
 */
#ifndef CROK_BOARD_BOARD_H
#define CROK_BOARD_BOARD_H

#include <stdbool.h>

#include "board/camera.h"
#include "board/model/scale.h"
#include "board/model/width.h"
#include "core/status.h"
#include "core/terms.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The dimensions of a board. A line of radius R and width w covers
 * [R - w/2, R + w/2]. */
typedef struct crok_board {
    char model[32]; /* "tournament", or "measured" without a model */
    double line_mm[CROK_N_LINES]; /* radius of each line's centre */
    double line_width_mm;         /* one width for all lines */
    double hole_mm;               /* radius of the hole */
    double hole_depth_mm;
    double disc_mm;        /* radius of a disc */
    double disc_height_mm; /* thickness of a disc */
} crok_board;

/* The standard deviation of a line's radius from that of the board's model, as
 * a fraction of the radius. It is 1/4 mm at a radius of 300 mm. 54 boards were
 * measured: all boards of the model deviated less. With a smaller value, the
 * fit would bend the camera to a board that was cut less exactly. With a larger
 * one, it would accept boards with other ratios as the model. */
#define CROK_MODEL_REL_SIGMA 0.0008

/* The relative standard deviation of the scale from a calibration file. It was
 * measured from the hole in several views, or taken from a board model. Chosen
 * by hand, between those two. */
#define CROK_CALIB_REL_SIGMA 0.004

/* The unknowns of a pose: those of the camera (CROK_CAM_W and following), then
 * the radii of the middle and the inner line. The outer line's radius is not an
 * unknown, because it is the unit of length. */
#define CROK_POSE_UNKNOWNS (CROK_N_CAM + CROK_N_LINES - 1)

/* The pose of a board in a picture. */
typedef struct crok_board_pose {
    crok_board board;
    crok_scale scale;
    /* 1 sd of the length of a millimetre, relative. This error is one factor
     * that all lengths of the pose share */
    double scale_rel_sigma;
    crok_scale_evidence scale_evidence; /* the evidence in this picture */
    bool scale_is_settled; /* what else is seen later does not change it */
    crok_camera camera;    /* of the full, upright picture */
    double rms_px; /* reprojection error of the lines' inliers, in `camera` */
    double line_sigma_mm[CROK_N_LINES]; /* 1 sd of each line's radius */
    /* true if the inner line was located by the colours of a painted middle
     * (painted.h). A trace would follow the edge of the paint beside the line
     */
    bool inner_is_placed;
    double line_width_sigma_mm; /* 1 sd */
    double disc_sigma_mm; /* 1 sd of board.disc_mm; 0 if no disc was measured */
    /* 1 sd of board.disc_mm as earlier pictures of the same discs show it. 0:
     * it is the usual size, and what a picture shows decides */
    double disc_known_sigma_mm;
    /* cross-sections of the lines. They were measured in the picture in which
     * the board was fitted; px_per_unit is px per mm in that picture */
    crok_section section[CROK_N_LINES];
    double height_rel_sigma; /* 1 sd of the camera's height / that height */
    /* information matrix (inverse covariance) of the CROK_POSE_UNKNOWNS,
     * row-major. The rotation is in rad, the translation and the radii in mm,
     * the focal length and the principal point in px of the full picture. All
     * elements are 0 if the uncertainty is not known. */
    double info[CROK_POSE_UNKNOWNS * CROK_POSE_UNKNOWNS];
    bool has_another_beside; /* another, smaller board is in the picture */
    /* contrast of the quadrant lines, as a fraction of the rings' contrast
     * (quadrants.h). These lines are at 45 degrees in the board frame */
    double quadrant_contrast;
} crok_board_pose;

/* Return the tournament board (models/boards/tournament.json). It has the
 * dimensions of the World Crokinole Championship and of most makers' boards.
 * Static. */
const crok_board *crok_board_tournament(void);

/* Multiply every measured length of the pose, and its uncertainty, by k > 0.
 * The size of the discs and the depth of the hole do not change: they are
 * makers' standards, not measurements of the picture. */
void crok_board_pose_rescale(crok_board_pose *pose, double k);

/* Take over the scale of another pose of the same board, and settle it. */
void crok_board_pose_take_scale(crok_board_pose *pose,
                                const crok_board_pose *from);

/* Convert the pose to a resized copy of the picture, which has w_px x h_px
 * pixels. One of its pixels covers `scale` x `scale` pixels of the old picture.
 */
void crok_board_pose_resize(crok_board_pose *pose, double scale, int w_px,
                            int h_px);

/* The fraction of the outer line that lies inside the picture's borders, 0..1.
 * It does not matter whether the line is covered. 360 angles are sampled. */
double crok_board_pose_inside_frac(const crok_board_pose *pose);

/* Invert pose->info.
 *
 *   cov  out: covariance of the unknowns, CROK_POSE_UNKNOWNS square, row-major
 *
 * Returns false, and leaves cov unchanged, if pose->info is not positive
 * definite. The uncertainty is then not known. */
CROK_MUST_USE bool crok_board_pose_covariance(const crok_board_pose *pose,
                                              double *cov);

#ifdef __cplusplus
}
#endif
#endif
