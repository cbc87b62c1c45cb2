/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/look.h"

#include "random.h"
#include "sim/table.h"

static crok_camera some_camera(rnd *g, int w_px, int h_px)
{
    crok_mat3 down = {{1, 0, 0, 0, -1, 0, 0, 0, -1}};
    double to = rnd_between(g, -CROK_PI, CROK_PI);
    double tilt = rnd_between(g, 0.0, 15.0) * CROK_PI / 180.0;
    crok_mat3 spin = crok_mat3_rotation(
        (crok_vec3){0, 0, rnd_between(g, -CROK_PI, CROK_PI)});
    crok_mat3 lean =
        crok_mat3_rotation((crok_vec3){tilt * cos(to), tilt * sin(to), 0});
    crok_mat3 flat = crok_mat3_mul(&down, &spin);
    double z_mm = rnd_between(g, 800.0, 1600.0) / cos(tilt);
    /* fraction of the picture's shorter side that the rail's outer edge fills
     */
    double fills = rnd_between(g, 0.88, 0.97) * (1.0 - 0.35 * tilt);
    double half_px = 0.5 * fmin(h_px, w_px);
    return (crok_camera){
        .w_px = w_px,
        .h_px = h_px,
        .f_px = fills * half_px * z_mm / CROK_SIM_RAIL_OUTER_MM,
        .cx_px = 0.5 * (w_px - 1) + rnd_between(g, -0.008, 0.008) * w_px,
        .cy_px = 0.5 * (h_px - 1) + rnd_between(g, -0.008, 0.008) * h_px,
        .k1 = rnd_between(g, -0.05, 0.02),
        .rot = crok_mat3_mul(&lean, &flat),
        .t_mm = {rnd_between(g, -60.0, 60.0), rnd_between(g, -6.0, 6.0), z_mm}};
}

crok_sim_look crok_sim_look_of(uint64_t seed, int n_sides, int w_px, int h_px)
{
    rnd g = {seed ^ 0x6C6F6F6BU};
    crok_sim_look l = {.camera = some_camera(&g, w_px, h_px),
                       .colours = crok_sim_colours_of(seed, n_sides)};
    double a = rnd_between(&g, -CROK_PI, CROK_PI);
    double slant = rnd_between(&g, 0.15, 0.6);
    double far = rnd_between(&g, 120.0, 330.0);
    l.shadow = (crok_mm){slant * cos(a), slant * sin(a)};
    l.shade = rnd_between(&g, 0.35, 0.55);
    l.brightest_mm = (crok_mm){-300.0 * cos(a), -300.0 * sin(a)};
    l.lamp = rnd_between(&g, 1.05, 1.30);
    l.falloff = rnd_between(&g, 0.03, 0.13);
    l.glare_mm = (crok_mm){-far * cos(a + 0.4), -far * sin(a + 0.4)};
    l.glare_size_mm =
        (crok_mm){rnd_between(&g, 60.0, 130.0), rnd_between(&g, 40.0, 90.0)};
    l.glare = rnd_between(&g, 0.05, 0.30);
    l.grain = rnd_between(&g, 0.04, 0.10);
    l.noise = rnd_between(&g, 1.0, 2.2);
    l.grain_key = (uint32_t)rnd_next(&g);
    return l;
}

crok_camera crok_sim_knocked(const crok_camera *cam, double knock)
{
    double move[CROK_N_CAM] = {[CROK_CAM_W] = 0.006 * knock,
                               [CROK_CAM_W + 1] = -0.008 * knock,
                               [CROK_CAM_W + 2] = 0.012 * knock,
                               [CROK_CAM_T] = 5.0 * knock,
                               [CROK_CAM_T + 1] = -3.0 * knock};
    return crok_camera_moved(cam, move);
}

/* A point of the room in the board frame. */
static crok_mm in_room(const crok_sim_pose *pose, crok_mm at)
{
    at.x -= pose->at_mm.x;
    at.y -= pose->at_mm.y;
    return crok_sim_on_board(pose, at);
}

crok_sim_look crok_sim_look_posed(const crok_sim_look *look,
                                  const crok_sim_pose *pose)
{
    crok_sim_look out = *look;
    out.pose = *pose;
    out.camera = crok_sim_posed(&look->camera, pose);
    out.shadow = crok_sim_on_board(pose, look->shadow);
    out.brightest_mm = in_room(pose, look->brightest_mm);
    out.glare_mm = in_room(pose, look->glare_mm);
    return out;
}
