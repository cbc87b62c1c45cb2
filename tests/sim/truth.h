/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/truth.h: the truth of a simulated match as lines of JSON: the events as
 * crokeye.event/1, and each frame as
 *   {"frame", "t_s", "moving", "hand", "quiet", "frozen", "light", "knock",
 *    "held": [id...], "discs": [{"id", "side", "place", "x_mm", "y_mm"}...]}
 * where place is surface, hole, leaning or ditch; discs in the air of a hand
 * and beside the board are not listed. With troubles a frame has also
 *   "troubles": ["push"...]   those of the act that the frame belongs to
 *   "hidden": [id...]    discs of which less than half is seen
 *   "board_hidden": part of the playing surface that is hidden
 *   "of_last": part of the frame before that is mixed into this one
 *   "pose": {"at_mm", "turn_rad", "quarters", "aim_rad", "creep_px", "zoom",
 *            "sway_px", "roll_rad"}   see sim/pose.h
 *   "camera": {"f_px", "cx_px", "cy_px", "k1", "R": 9 numbers, row by row,
 *              "t_mm"}   of this frame, see board/camera.h
 * Where the camera gave no frame there is no line. An event has "x-troubles",
 * and a shot "x-visible-frames": frames in which one of its discs was seen to
 * move. The table's dimensions are a board's file, crokeye.board/1. */
#ifndef CROK_TESTS_SIM_TRUTH_H
#define CROK_TESTS_SIM_TRUTH_H

#include <stdio.h>

#include "sim/sim.h"

/* One line each; false where it could not be written or there was no memory. */
CROK_MUST_USE bool crok_sim_write_event(FILE *to, const crok_event *event);
CROK_MUST_USE bool crok_sim_write_frame(FILE *to, const crok_sim *sim,
                                        const crok_sim_truth *truth);

/* The whole files: the dimensions as crokeye.board/1, and with the camera at
 * the film's beginning as crokeye.calib/1. */
CROK_MUST_USE bool crok_sim_write_board(FILE *to, const crok_board *board);
CROK_MUST_USE bool crok_sim_write_calib(FILE *to, const crok_board *board,
                                        const crok_camera *camera);

#endif
