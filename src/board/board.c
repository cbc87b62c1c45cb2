/* SPDX-License-Identifier: Apache-2.0 */
#include "board/board.h"

const char *crok_scale_name(crok_scale scale)
{
    static const char *const name[] = {"model", "hole", "disc", "calib"};
    CROK_ASSERT((int)scale >= 0 && scale <= CROK_SCALE_CALIB);
    return name[scale];
}

/* Rings of 8, 16 and 24 in, hole 1 3/8 in, disc 1 1/4 by 3/8 in. */
const crok_board *crok_board_tournament(void)
{
    static const crok_board board = {
        .model = "tournament",
        .line_mm = {304.8, 203.2, 101.6},
        .line_width_mm = 1.6,
        .hole_mm = 17.4625,
        .hole_depth_mm = 9.525,
        .disc_mm = 15.875,
        .disc_height_mm = 9.525,
    };
    return &board;
}

/* An unknown that is a length grows by k: its information by 1/k^2. */
void crok_board_pose_rescale(crok_board_pose *pose, double k)
{
    crok_board *b = &pose->board;
    for (int i = 0; i < CROK_N_LINES; i++) {
        b->line_mm[i] *= k;
        pose->line_sigma_mm[i] *= k;
        pose->section[i].px_per_unit /= k;
    }
    b->line_width_mm *= k;
    pose->line_width_sigma_mm *= k;
    b->hole_mm *= k;
    pose->camera.t_mm = crok_vec3_scale(pose->camera.t_mm, k);
    for (int i = 0; i < CROK_POSE_UNKNOWNS; i++) {
        for (int j = 0; j < CROK_POSE_UNKNOWNS; j++) {
            double *v = &pose->info[i * CROK_POSE_UNKNOWNS + j];
            *v /= i >= CROK_CAM_T && (i < CROK_CAM_F || i >= CROK_N_CAM) ? k
                                                                         : 1.0;
            *v /= j >= CROK_CAM_T && (j < CROK_CAM_F || j >= CROK_N_CAM) ? k
                                                                         : 1.0;
        }
    }
}
