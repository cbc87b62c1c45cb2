/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/pose.h"

#include <math.h>

#include "sim/table.h"

/* Steps in which the bare board is drawn anew. What remains is done by
 * resampling the picture, so they are chosen small enough that hardly any of
 * its border is lost. */
#define CREEP_STEP_PX 1.0
#define ZOOM_STEP 0.001
#define QUARTER_RAD (0.5 * CROK_PI)

crok_sim_pose crok_sim_pose_base(const crok_sim_pose *pose)
{
    crok_sim_pose base = *pose;
    base.creep_px.x = CREEP_STEP_PX * round(pose->creep_px.x / CREEP_STEP_PX);
    base.creep_px.y = CREEP_STEP_PX * round(pose->creep_px.y / CREEP_STEP_PX);
    base.zoom = ZOOM_STEP * round(pose->zoom / ZOOM_STEP);
    base.sway = (crok_sim_sway){0};
    return base;
}

bool crok_sim_pose_is_same(const crok_sim_pose *a, const crok_sim_pose *b)
{
    return a->at_mm.x == b->at_mm.x && a->at_mm.y == b->at_mm.y &&
           a->turn_rad == b->turn_rad && a->quarters == b->quarters &&
           a->aim_rad.x == b->aim_rad.x && a->aim_rad.y == b->aim_rad.y &&
           a->aim_rad.z == b->aim_rad.z && a->creep_px.x == b->creep_px.x &&
           a->creep_px.y == b->creep_px.y && a->zoom == b->zoom &&
           a->sway.shift_px.x == b->sway.shift_px.x &&
           a->sway.shift_px.y == b->sway.shift_px.y &&
           a->sway.roll_rad == b->sway.roll_rad;
}

crok_sim_pose crok_sim_pose_settled(crok_sim_pose pose)
{
    double n = round(pose.turn_rad / QUARTER_RAD);
    pose.turn_rad -= n * QUARTER_RAD;
    pose.quarters = (pose.quarters + (int)n) & 3;
    return pose;
}

static double between(double a, double b, double f)
{
    return a + (b - a) * f;
}

crok_sim_pose crok_sim_pose_between(const crok_sim_pose *a,
                                    const crok_sim_pose *b, double f)
{
    crok_sim_pose out = *a;
    out.at_mm.x = between(a->at_mm.x, b->at_mm.x, f);
    out.at_mm.y = between(a->at_mm.y, b->at_mm.y, f);
    out.turn_rad = between(a->turn_rad, b->turn_rad, f);
    out.aim_rad = crok_vec3_add(crok_vec3_scale(a->aim_rad, 1.0 - f),
                                crok_vec3_scale(b->aim_rad, f));
    return out;
}

/* A camera that is turned by w about its own centre: X' = E (R X + t). */
static void turn_camera(crok_camera *cam, crok_vec3 w)
{
    crok_mat3 e = crok_mat3_rotation(w);
    cam->rot = crok_mat3_mul(&e, &cam->rot);
    cam->t_mm = crok_mat3_apply(&e, cam->t_mm);
}

crok_camera crok_sim_posed(const crok_camera *cam, const crok_sim_pose *pose)
{
    crok_vec3 about = {0.0, 0.0, pose->turn_rad};
    crok_vec3 shift = {pose->at_mm.x, pose->at_mm.y, 0.0};
    crok_vec3 roll = {0.0, 0.0, pose->sway.roll_rad};
    crok_mat3 turn = crok_mat3_rotation(about);
    crok_camera out = *cam;
    /* a point X of the board is at Rot(turn) X + at in the first frame */
    out.t_mm = crok_vec3_add(out.t_mm, crok_mat3_apply(&out.rot, shift));
    out.rot = crok_mat3_mul(&out.rot, &turn);
    turn_camera(&out, pose->aim_rad);
    turn_camera(&out, roll);
    out.f_px *= 1.0 + pose->zoom;
    out.cx_px += pose->creep_px.x + pose->sway.shift_px.x;
    out.cy_px += pose->creep_px.y + pose->sway.shift_px.y;
    return out;
}

crok_mm crok_sim_on_board(const crok_sim_pose *pose, crok_mm table)
{
    double c = cos(pose->turn_rad);
    double s = sin(pose->turn_rad);
    return (crok_mm){c * table.x + s * table.y, c * table.y - s * table.x};
}

crok_vec3 crok_sim_on_board_at(const crok_sim_pose *pose, crok_vec3 table)
{
    crok_mm to = crok_sim_on_board(pose, (crok_mm){table.x, table.y});
    return (crok_vec3){to.x, to.y, table.z};
}
