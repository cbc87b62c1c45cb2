/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/pose.h: how far the board has been moved on the table and the camera
 * above it since the film began, and what camera results of that.
 *
 * The board frame goes with the board. The table frame has the board's centre
 * as its origin as well, but keeps its directions: seats, people and the discs
 * beside the board do not turn with the board. A point of the table frame is at
 * Rot(-turn) of it in the board frame.
 *
 * Frames   px: picture; mm: board or table, as said.
 * Threads  values only; any thread. */
#ifndef CROK_TESTS_SIM_POSE_H
#define CROK_TESTS_SIM_POSE_H

#include <stdbool.h>

#include "board/camera.h"

/* A displacement of the picture that changes from frame to frame. */
typedef struct crok_sim_sway {
    crok_px shift_px;
    double roll_rad; /* of the camera about its optical axis */
} crok_sim_sway;

/* {0} is the pose at the film's beginning. */
typedef struct crok_sim_pose {
    crok_mm at_mm;     /* shift of the board, in the first table frame */
    double turn_rad;   /* of the board, counter-clockwise; within a quarter of
                        * a turn either way, but for a board in the hands */
    int quarters;      /* further quarter turns: the board's lines look the same
                        * after them, the grain of its wood does not */
    crok_vec3 aim_rad; /* rotation of the camera about its own axes */
    crok_px creep_px;  /* shift of the principal point */
    double zoom;       /* growth of the focal length, 0 is none */
    crok_sim_sway sway;
} crok_sim_pose;

/* Without its sway, and with its creep and its zoom in steps: a pose that lasts
 * for many frames, so that the bare board is not drawn anew for each. */
crok_sim_pose crok_sim_pose_base(const crok_sim_pose *pose);

bool crok_sim_pose_is_same(const crok_sim_pose *a, const crok_sim_pose *b);

/* The same pose with its turn from -pi/4 to pi/4: whole quarters go into
 * `quarters`. The coordinates of what is on the board change. */
crok_sim_pose crok_sim_pose_settled(crok_sim_pose pose);

/* Linear from a (f = 0) to b (f = 1) in shift, turn and aim. */
crok_sim_pose crok_sim_pose_between(const crok_sim_pose *a,
                                    const crok_sim_pose *b, double f);

/* The camera as the board frame sees it in this pose. */
crok_camera crok_sim_posed(const crok_camera *cam, const crok_sim_pose *pose);

/* A direction or a point of the table frame in the board frame. */
crok_mm crok_sim_on_board(const crok_sim_pose *pose, crok_mm table);

/* The same for a point at a height, which does not change. */
crok_vec3 crok_sim_on_board_at(const crok_sim_pose *pose, crok_vec3 table);

#endif
