/* SPDX-License-Identifier: Apache-2.0 */
#include "bench/oblique.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "random.h"
#include "rules/value.h"
#include "sim/draw.h"

enum { N_SIDES = 2, N_WISHED = 12, MAX_TRIES = 600, N_FOCAL = 5 };
/* Focal lengths as a part of the longer side: a phone's wide camera has 0.65 to
 * 0.75, its telephoto lens 1.7. */
static const double focal_frac[N_FOCAL] = {0.65, 0.75, 0.95, 1.25, 1.7};
/* The rail is at least this part of the picture away from its edges. */
#define BORDER_FRAC 0.03
#define NEAREST_MM 300.0
#define FARTHER 1.01
#define NEAR_LINE_MM 3.0
#define APART_MM 2.0
/* Steps along a silhouette's axis when two of them are compared. */
#define N_AXIS 8

/* ---- the camera ---- */

static bool is_inside(const crok_camera *cam, crok_vec3 at)
{
    const double border = BORDER_FRAC * cam->w_px;
    crok_px p = crok_camera_project(cam, at);
    return p.x > border && p.y > border && p.x < cam->w_px - border &&
           p.y < cam->h_px - border;
}

static bool sees_all(const crok_camera *cam, const crok_sim_table *t)
{
    double corner =
        t->outline == CROK_SIM_OCTAGON ? 1.0 / cos(CROK_PI / 8.0) : 1.0;
    for (int i = 0; i < 16; i++) {
        double a = CROK_PI * (i + 0.5) / 8.0;
        double r = t->rail_outer_mm * corner;
        if (!is_inside(cam, (crok_vec3){r * cos(a), r * sin(a), t->rail_z_mm}))
            return false;
    }
    return true;
}

/* As near as it can be and still see the whole board. */
static crok_camera camera_of(rnd *g, uint64_t seed, double tilt_rad,
                             const crok_sim_table *table)
{
    static const crok_mat3 down = {{1, 0, 0, 0, -1, 0, 0, 0, -1}};
    double to = rnd_between(g, -CROK_PI, CROK_PI);
    crok_mat3 spin = crok_mat3_rotation(
        (crok_vec3){0.0, 0.0, rnd_between(g, -CROK_PI, CROK_PI)});
    crok_mat3 lean = crok_mat3_rotation(
        (crok_vec3){tilt_rad * cos(to), tilt_rad * sin(to), 0.0});
    crok_camera cam = {.w_px = OBLIQUE_W_PX,
                       .h_px = OBLIQUE_H_PX,
                       .f_px = focal_frac[seed % N_FOCAL] * OBLIQUE_W_PX,
                       .cx_px = 0.5 * (OBLIQUE_W_PX - 1),
                       .cy_px = 0.5 * (OBLIQUE_H_PX - 1),
                       .k1 = rnd_between(g, -0.05, 0.02)};
    cam.rot = crok_mat3_mul(&down, &spin);
    cam.rot = crok_mat3_mul(&lean, &cam.rot);
    cam.t_mm.z = NEAREST_MM + table->rail_outer_mm * sin(tilt_rad);
    while (!sees_all(&cam, table))
        cam.t_mm.z *= FARTHER;
    return cam;
}

/* ---- the discs ---- */

/* What an upright cylinder hides on the board: all within radius_mm of the axis
 * from its foot to where its top appears. */
typedef struct silhouette {
    crok_mm foot, top;
    double radius_mm;
} silhouette;

static silhouette silhouette_of(crok_vec3 eye, crok_mm foot, double radius_mm,
                                double height_mm)
{
    double k = height_mm / (eye.z - height_mm);
    return (silhouette){
        .foot = foot,
        .top = {foot.x + k * (foot.x - eye.x), foot.y + k * (foot.y - eye.y)},
        .radius_mm = (1.0 + k) * radius_mm};
}

static crok_mm along(const silhouette *s, int i)
{
    double f = (double)i / N_AXIS;
    return (crok_mm){s->foot.x + f * (s->top.x - s->foot.x),
                     s->foot.y + f * (s->top.y - s->foot.y)};
}

static bool are_apart(const silhouette *a, const silhouette *b)
{
    double least = HUGE_VAL;
    for (int i = 0; i <= N_AXIS; i++)
        for (int k = 0; k <= N_AXIS; k++)
            least = fmin(least, crok_mm_apart(along(a, i), along(b, k)));
    return least > a->radius_mm + b->radius_mm + APART_MM;
}

/* Would nothing that is there hide a part of a disc at `at`, or be hidden by
 * it? */
static bool is_free(const crok_sim_look *look, const crok_sim_moment *m,
                    crok_mm at)
{
    const crok_board *b = &look->table.board;
    crok_vec3 eye = crok_camera_centre(&look->camera);
    silhouette here = silhouette_of(eye, at, b->disc_mm, b->disc_height_mm);
    for (int i = 0; i < CROK_SIM_N_PEGS; i++) {
        silhouette peg =
            silhouette_of(eye, crok_sim_peg(&look->table, i),
                          look->table.peg_mm, look->table.peg_z_mm);
        if (!are_apart(&here, &peg))
            return false;
    }
    for (int i = 0; i < m->n_discs; i++) {
        const crok_vec3 *p = &m->discs[i].at_mm;
        silhouette other = silhouette_of(eye, (crok_mm){p->x, p->y}, b->disc_mm,
                                         b->disc_height_mm);
        if (!are_apart(&here, &other))
            return false;
    }
    return true;
}

static void add_disc(crok_sim_moment *m, crok_sim_place place, crok_vec3 at)
{
    int n = m->n_discs++;
    m->discs[n] = (crok_sim_disc){
        .id = n + 1, .side = n % N_SIDES, .place = place, .at_mm = at};
}

/* A distance from the centre at which a disc lies: with its edge near a line,
 * or anywhere on the surface. */
static double some_distance(rnd *g, const crok_board *b, bool is_near_line)
{
    int line = (int)rnd_between(g, 0.0, CROK_N_LINES);
    double side = rnd_between(g, -1.0, 1.0) < 0.0 ? -1.0 : 1.0;
    double margin = rnd_between(g, -NEAR_LINE_MM, NEAR_LINE_MM);
    double outer = b->line_mm[CROK_LINE_OUTER];
    if (is_near_line)
        return b->line_mm[line] +
               (line == CROK_LINE_OUTER ? -1.0 : side) *
                   (b->disc_mm + 0.5 * b->line_width_mm + margin);
    return outer * sqrt(rnd_between(g, 0.01, 0.9));
}

static crok_sim_moment lay_discs(rnd *g, uint64_t seed,
                                 const crok_sim_look *look)
{
    const crok_board *b = &look->table.board;
    crok_sim_moment m = {.light = 1.0};
    if (seed % 3 == 0)
        add_disc(&m, CROK_SIM_HOLE, (crok_vec3){0.0, 0.0, -b->hole_depth_mm});
    for (int i = 0; i < MAX_TRIES && m.n_discs < N_WISHED; i++) {
        double a = rnd_between(g, -CROK_PI, CROK_PI);
        double d = some_distance(g, b, i % 2 == 0);
        crok_mm at = {d * cos(a), d * sin(a)};
        if (d > b->hole_mm + b->disc_mm && is_free(look, &m, at))
            add_disc(&m, CROK_SIM_SURFACE, (crok_vec3){at.x, at.y, 0.0});
    }
    return m;
}

/* ---- the truth ---- */

static void add_truth(truth *t, const crok_sim_look *look,
                      const crok_sim_disc *disc)
{
    const crok_board *b = &look->table.board;
    const crok_lines lines = crok_sim_table_lines(&look->table);
    const crok_value_rules rules = crok_value_rules_default();
    bool is_twenty = disc->place == CROK_SIM_HOLE;
    crok_rest rest = {.d_mm = hypot(disc->at_mm.x, disc->at_mm.y),
                      .r_mm = b->disc_mm,
                      .state = is_twenty ? CROK_DISC_HOLE : CROK_DISC_FLAT};
    crok_value v = crok_value_of(&lines, &rules, &rest);
    crok_vec3 top = disc->at_mm;
    top.z += b->disc_height_mm;
    t->discs[t->n_discs++] = (truth_disc){
        .team = disc->side,
        .state = v.beyond ? CROK_DISC_OUT : rest.state,
        .is_certain = true,
        .at = {disc->at_mm.x, disc->at_mm.y},
        .bottom_px = crok_camera_project(&look->camera, disc->at_mm),
        .top_px = crok_camera_project(&look->camera, top),
        .r_px = b->disc_mm * t->px_per_mm,
        .value = v.value,
        .margin_mm = is_twenty ? (double)NAN : v.margin_mm};
    t->total[disc->side] += v.value;
}

static void set_truth(const crok_sim_look *look, const crok_sim_moment *m,
                      truth *t)
{
    const crok_board *b = &look->table.board;
    *t = (truth){.is_render = true,
                 .has_board = true,
                 .board_number = -1,
                 .width_mm = b->line_width_mm,
                 .hole_mm = b->hole_mm,
                 .disc_mm = b->disc_mm,
                 .disc_height_mm = b->disc_height_mm,
                 .px_per_mm = crok_camera_px_per_mm(&look->camera),
                 .centre_px = crok_camera_project(&look->camera,
                                                  (crok_vec3){0.0, 0.0, 0.0}),
                 .camera = look->camera,
                 .n_teams = N_SIDES};
    memcpy(t->line_mm, b->line_mm, sizeof t->line_mm);
    for (int i = 0; i < N_SIDES; i++) {
        (void)snprintf(t->team[i], sizeof t->team[i], "side %d", i);
        memcpy(t->team_rgb[i], look->colours.side[i].rgb, 3);
    }
    for (int i = 0; i < m->n_discs; i++)
        add_truth(t, look, &m->discs[i]);
}

crok_status oblique_draw(uint64_t seed, double tilt_rad, crok_image *out,
                         truth *t, crok_err *err)
{
    static crok_sim_moment moments[CROK_SIM_MAX_STEPS];
    crok_sim_looks looks =
        seed % 2 == 1 ? CROK_SIM_LOOKS_REAL : CROK_SIM_LOOKS_OLD;
    crok_sim_look look =
        crok_sim_look_of(looks, seed, N_SIDES, OBLIQUE_W_PX, OBLIQUE_H_PX);
    rnd g = {seed ^ 0x6F626C69U};
    crok_sim_draw *draw = NULL;
    crok_status st = CROK_OK;
    look.camera = camera_of(&g, seed, tilt_rad, &look.table);
    look.finish.n_props = 0; /* cups and trays could hide the near side */
    look.flicker = 0.0;
    moments[0] = lay_discs(&g, seed, &look);
    set_truth(&look, &moments[0], t);
    if (out == NULL)
        return CROK_OK;
    for (int i = 1; i < look.n_steps; i++)
        moments[i] = moments[0];
    st = crok_image_fit(OBLIQUE_W_PX, OBLIQUE_H_PX, CROK_RGB8, out, err);
    if (st == CROK_OK)
        st = crok_sim_draw_new(&look, &draw, err);
    if (st == CROK_OK)
        crok_sim_draw_frame(draw, moments, (uint32_t)seed, out);
    crok_sim_draw_free(&draw);
    return st;
}
