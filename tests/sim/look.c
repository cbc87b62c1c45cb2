/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/look.h"

#include <stdlib.h>

#include "random.h"

/* Probability that a window is mirrored in a real board. */
#define WITH_WINDOW 0.4
/* Resolution of a real board's picture, where the picture is large enough. */
#define LEAST_PX_PER_MM 0.5
/* Shortest focal length as a part of the picture's longer side: 80 degrees. */
#define SHORTEST_FOCAL 0.6

/* The ranges of cameras. */
typedef struct range {
    double tilt_deg, low_mm, high_mm;
} range;

static crok_camera turned_camera(rnd *g, const range *r, double *tilt)
{
    crok_mat3 down = {{1, 0, 0, 0, -1, 0, 0, 0, -1}};
    double to = rnd_between(g, -CROK_PI, CROK_PI);
    crok_camera c = {0};
    crok_mat3 spin;
    crok_mat3 lean;
    crok_mat3 flat;
    *tilt = rnd_between(g, 0.0, r->tilt_deg) * CROK_PI / 180.0;
    spin = crok_mat3_rotation(
        (crok_vec3){0, 0, rnd_between(g, -CROK_PI, CROK_PI)});
    lean = crok_mat3_rotation((crok_vec3){*tilt * cos(to), *tilt * sin(to), 0});
    flat = crok_mat3_mul(&down, &spin);
    c.rot = crok_mat3_mul(&lean, &flat);
    return c;
}

/* The size of the picture, and a principal point near its middle. */
static void set_picture(rnd *g, int w_px, int h_px, crok_camera *c)
{
    c->w_px = w_px;
    c->h_px = h_px;
    c->cx_px = 0.5 * (w_px - 1) + rnd_between(g, -0.008, 0.008) * w_px;
    c->cy_px = 0.5 * (h_px - 1) + rnd_between(g, -0.008, 0.008) * h_px;
}

static crok_camera some_camera(rnd *g, const crok_sim_table *t, int w_px,
                               int h_px)
{
    static const range usual = {15.0, 800.0, 1600.0};
    double tilt = 0.0;
    crok_camera c = turned_camera(g, &usual, &tilt);
    double z_mm = rnd_between(g, usual.low_mm, usual.high_mm) / cos(tilt);
    /* fraction of the picture's shorter side that the rail's outer edge fills
     */
    double fills = rnd_between(g, 0.88, 0.97) * (1.0 - 0.35 * tilt);
    double half_px = 0.5 * fmin(h_px, w_px);
    c.f_px = fills * half_px * z_mm / t->rail_outer_mm;
    set_picture(g, w_px, h_px, &c);
    c.k1 = rnd_between(g, -0.05, 0.02);
    c.t_mm.x = rnd_between(g, -60.0, 60.0);
    c.t_mm.y = rnd_between(g, -6.0, 6.0);
    c.t_mm.z = z_mm;
    return c;
}

/* A camera that may be far away or off the middle: the board then fills less of
 * the picture. */
static crok_camera real_camera(rnd *g, const crok_sim_table *t, int w_px,
                               int h_px)
{
    static const range any = {20.0, 700.0, 2200.0};
    double tilt = 0.0;
    crok_camera c = turned_camera(g, &any, &tilt);
    double z_mm = rnd_between(g, any.low_mm, any.high_mm) / cos(tilt);
    double corner =
        t->outline == CROK_SIM_OCTAGON ? 1.0 / cos(CROK_PI / 8.0) : 1.0;
    double reach_mm = t->rail_outer_mm * corner;
    double most =
        0.97 * (1.0 - 0.35 * tilt) * 0.5 * fmin(h_px, w_px) / reach_mm;
    double least = fmin(LEAST_PX_PER_MM, most);
    double px_per_mm =
        least * pow(most / least, sqrt(rnd_between(g, 0.0, 1.0)));
    double nearest_mm = SHORTEST_FOCAL * fmax(w_px, h_px) / px_per_mm;
    double spare_x = 0.8 * (0.5 * w_px / px_per_mm - 1.1 * reach_mm);
    double spare_y = 0.8 * (0.5 * h_px / px_per_mm - 1.1 * reach_mm);
    z_mm = fmax(z_mm, nearest_mm);
    c.f_px = px_per_mm * z_mm;
    set_picture(g, w_px, h_px, &c);
    c.k1 = rnd_between(g, -0.08, 0.02);
    c.t_mm.x = rnd_between(g, -1.0, 1.0) * fmax(spare_x, 0.0);
    c.t_mm.y = rnd_between(g, -1.0, 1.0) * fmax(spare_y, 0.0);
    c.t_mm.z = z_mm;
    return c;
}

/* A lamp from the direction a: shadows, falloff, its reflection. */
static void light_from(rnd *g, double a, double slant, double far,
                       crok_sim_look *l)
{
    l->shadow = (crok_mm){slant * cos(a), slant * sin(a)};
    l->shade = rnd_between(g, 0.35, 0.55);
    l->brightest_mm = (crok_mm){-300.0 * cos(a), -300.0 * sin(a)};
    l->lamp = rnd_between(g, 1.05, 1.30);
    l->falloff = rnd_between(g, 0.03, 0.13);
    l->glare_mm = (crok_mm){-far * cos(a + 0.4), -far * sin(a + 0.4)};
    l->glare_size_mm.x = rnd_between(g, 60.0, 130.0);
    l->glare_size_mm.y = rnd_between(g, 40.0, 90.0);
    l->glare = rnd_between(g, 0.05, 0.30);
    l->grain = rnd_between(g, 0.04, 0.10);
    l->noise = rnd_between(g, 1.0, 2.2);
    l->grain_key = (uint32_t)rnd_next(g);
}

static crok_sim_look old_look(uint64_t seed, int n_sides, int w_px, int h_px)
{
    rnd g = {seed ^ 0x6C6F6F6BU};
    crok_sim_look l = {.table = crok_sim_table_of(CROK_SIM_LOOKS_OLD, seed),
                       .colours = crok_sim_colours_of(seed, n_sides),
                       .tint = {1.0, 1.0, 1.0},
                       .exposure_s = 0.010,
                       .shutter = 0.5,
                       .n_steps = 7};
    double a = 0.0;
    double slant = 0.0;
    double far = 0.0;
    l.camera = some_camera(&g, &l.table, w_px, h_px);
    a = rnd_between(&g, -CROK_PI, CROK_PI);
    slant = rnd_between(&g, 0.15, 0.6);
    far = rnd_between(&g, 120.0, 330.0);
    light_from(&g, a, slant, far, &l);
    return l;
}

/* A window that burns out a part of a line. */
static void add_window(rnd *g, crok_sim_look *l)
{
    int line = (int)(rnd_next(g) % CROK_N_LINES);
    double a = rnd_between(g, -CROK_PI, CROK_PI);
    double at = l->table.board.line_mm[line] + rnd_between(g, -15.0, 15.0);
    l->window = rnd_between(g, 1.0, 3.0);
    l->window_mm = (crok_mm){at * cos(a), at * sin(a)};
    l->window_half_mm.x = rnd_between(g, 10.0, 60.0);
    l->window_half_mm.y = rnd_between(g, 10.0, 60.0);
    l->window_turn_rad = rnd_between(g, -CROK_PI, CROK_PI);
    l->window_soft_mm = rnd_between(g, 5.0, 25.0);
}

/* The camera's sensor and the time of its exposure. */
static void expose(rnd *g, crok_sim_look *l)
{
    double ms = rnd_between(g, 2.0, 30.0);
    double warm = rnd_between(g, -0.12, 0.12);
    l->exposure_s = 0.001 * ms;
    l->shutter = 0.9;
    l->n_steps = ms < 8.0 ? 7 : ms < 14.0 ? 13 : ms < 20.0 ? 19 : 31;
    l->blur_px = rnd_between(g, 0.5, 1.5);
    l->tint[0] = 1.0 + warm;
    l->tint[1] = 1.0;
    l->tint[2] = 1.0 - warm;
    l->flicker = rnd_between(g, 0.0, 0.25);
    l->flicker_hz = rnd_between(g, 0.0, 1.0) < 0.5 ? 100.0 : 120.0;
    l->noise = rnd_between(g, 0.8, 3.5);
}

static crok_sim_look real_look(uint64_t seed, int n_sides, int w_px, int h_px)
{
    rnd g = {seed ^ 0x7265616CU};
    crok_sim_look l = {.is_real = true,
                       .table = crok_sim_table_of(CROK_SIM_LOOKS_REAL, seed)};
    double a = rnd_between(&g, -CROK_PI, CROK_PI);
    double slant = rnd_between(&g, 0.1, 0.9);
    double far = rnd_between(&g, 60.0, 330.0);
    crok_sim_finish_of(seed, n_sides, &l.table, &l.finish, &l.colours);
    l.camera = real_camera(&g, &l.table, w_px, h_px);
    light_from(&g, a, slant, far, &l);
    l.falloff = rnd_between(&g, 0.03, 0.25);
    l.glare = rnd_between(&g, 0.02, 0.20);
    if (rnd_between(&g, 0.0, 1.0) < WITH_WINDOW)
        add_window(&g, &l);
    expose(&g, &l);
    return l;
}

crok_sim_look crok_sim_look_of(crok_sim_looks looks, uint64_t seed, int n_sides,
                               int w_px, int h_px)
{
    return looks == CROK_SIM_LOOKS_REAL ? real_look(seed, n_sides, w_px, h_px)
                                        : old_look(seed, n_sides, w_px, h_px);
}

crok_sim_look crok_sim_look_on(const crok_sim_scene *scene, uint64_t seed)
{
    rnd g = {seed ^ 0x70686F746FU};
    crok_sim_look l = {.scene = scene,
                       .table = scene->table,
                       .camera = scene->view,
                       .colours = crok_sim_colours_of(seed, 2),
                       .shadow = scene->shadow,
                       .shade = 0.45,
                       .lamp = 1.0,
                       .glare_size_mm = {1.0, 1.0}};
    for (int i = 0; i < 2; i++)
        l.colours.side[i] = scene->colours.side[i];
    expose(&g, &l);
    l.blur_px = 0.0; /* the photo has its own */
    for (int c = 0; c < 3; c++)
        l.tint[c] = 1.0;
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

/* What lies beside the board stays where it is; what lies on it goes along. */
static void move_prop(const crok_sim_pose *pose, const crok_sim_table *table,
                      crok_sim_prop *prop)
{
    crok_mm at = {prop->foot_mm.x, prop->foot_mm.y};
    if (prop->foot_mm.z > table->ditch_z_mm)
        return;
    at = in_room(pose, at);
    prop->foot_mm.x = at.x;
    prop->foot_mm.y = at.y;
    prop->turn_rad -= pose->turn_rad;
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
    out.window_mm = in_room(pose, look->window_mm);
    out.window_turn_rad -= pose->turn_rad;
    for (int i = 0; i < out.finish.n_props; i++)
        move_prop(pose, &out.table, &out.finish.props[i]);
    return out;
}
