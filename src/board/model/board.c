/* SPDX-License-Identifier: Apache-2.0 */
#include "board/board.h"

#include <string.h>

#include "core/scratch.h"

/* The lines have diameters of 8, 16 and 24 in, the hole has 1 3/8 in and the
 * discs have 1 1/4 in. Discs are 3/8 in thick. */
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

/* Convert the information matrix to new units. Unknown i is multiplied by k[i],
 * so info_ij := info_ij / (k_i k_j). */
static void scale_info(crok_board_pose *pose,
                       const double k[CROK_POSE_UNKNOWNS])
{
    for (int i = 0; i < CROK_POSE_UNKNOWNS; i++)
        for (int j = 0; j < CROK_POSE_UNKNOWNS; j++)
            pose->info[i * CROK_POSE_UNKNOWNS + j] /= k[i] * k[j];
}

void crok_board_pose_rescale(crok_board_pose *pose, double k)
{
    crok_board *b = &pose->board;
    double by[CROK_POSE_UNKNOWNS];
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
        bool is_length = (i >= CROK_CAM_T && i < CROK_CAM_F) || i >= CROK_N_CAM;
        by[i] = is_length ? k : 1.0;
    }
    scale_info(pose, by);
}

void crok_board_pose_take_scale(crok_board_pose *pose,
                                const crok_board_pose *from)
{
    crok_board_pose_rescale(pose, from->board.line_mm[CROK_LINE_OUTER] /
                                      pose->board.line_mm[CROK_LINE_OUTER]);
    memcpy(pose->board.model, from->board.model, sizeof pose->board.model);
    pose->board.hole_mm = from->board.hole_mm;
    pose->scale = from->scale;
    pose->scale_rel_sigma = from->scale_rel_sigma;
    pose->scale_evidence = from->scale_evidence;
    pose->scale_is_settled = true;
}

void crok_board_pose_resize(crok_board_pose *pose, double scale, int w_px,
                            int h_px)
{
    double by[CROK_POSE_UNKNOWNS];
    for (int i = 0; i < CROK_POSE_UNKNOWNS; i++) {
        bool is_px = i == CROK_CAM_F || i == CROK_CAM_CX || i == CROK_CAM_CY;
        by[i] = is_px ? 1.0 / scale : 1.0;
    }
    scale_info(pose, by);
    pose->rms_px /= scale;
    pose->camera = crok_camera_rescaled(&pose->camera, scale, w_px, h_px);
}

double crok_board_pose_inside_frac(const crok_board_pose *pose)
{
    enum { N = 360 };
    const crok_camera *cam = &pose->camera;
    const double radius_mm = pose->board.line_mm[CROK_LINE_OUTER];
    int n = 0;
    for (int i = 0; i < N; i++) {
        double a = 2.0 * CROK_PI * i / N;
        crok_px p = crok_camera_project(
            cam, (crok_vec3){radius_mm * cos(a), radius_mm * sin(a), 0.0});
        n += p.x >= -0.5 && p.x < cam->w_px - 0.5 && p.y >= -0.5 &&
             p.y < cam->h_px - 0.5;
    }
    return (double)n / N;
}

bool crok_board_pose_covariance(const crok_board_pose *pose, double *cov)
{
    CROK_SCRATCH(crok_lsq, q, 1);
    crok_lsq_reset(q, CROK_POSE_UNKNOWNS);
    for (int i = 0; i < CROK_POSE_UNKNOWNS; i++)
        for (int j = 0; j <= i; j++)
            q->a[i][j] = pose->info[i * CROK_POSE_UNKNOWNS + j];
    return crok_lsq_covariance(q, cov);
}
