/* SPDX-License-Identifier: Apache-2.0 */
#include "board/survey.h"

/* Smallest distance between rings, mm: nobody paints one beside a line. */
#define RING_GAP_MM 7.0

typedef struct ink {
    draw_rgb wood, line, floor, ditch;
} ink;

static const ink inks[] = {
    {{214, 178, 130}, {40, 32, 28}, {150, 115, 80}, {70, 60, 55}},
    {{60, 45, 40}, {225, 220, 210}, {170, 140, 110}, {35, 30, 28}},
    {{70, 85, 120}, {222, 96, 66}, {190, 160, 110}, {80, 58, 45}},
    {{240, 238, 232}, {60, 60, 66}, {200, 196, 190}, {40, 40, 42}},
    {{150, 40, 42}, {20, 18, 20}, {90, 30, 30}, {185, 150, 105}},
    {{196, 160, 112}, {150, 104, 62}, {120, 90, 60}, {110, 84, 60}},
};

static draw_rgb any_rgb(rnd *g)
{
    return (draw_rgb){(uint8_t)rnd_between(g, 15, 240),
                      (uint8_t)rnd_between(g, 15, 240),
                      (uint8_t)rnd_between(g, 15, 240)};
}

/* Choose the picture's size, and a camera that has the board in it. */
static crok_camera any_camera(rnd *g, double *tilt_deg)
{
    static const double aspect[] = {4.0 / 3.0, 16.0 / 9.0, 1.5, 1.0, 0.75};
    double a = aspect[rnd_next(g) % 5];
    double longer = rnd_between(g, 640.0, 960.0);
    int w = (int)(a >= 1.0 ? longer : longer * a);
    int h = (int)(a >= 1.0 ? longer / a : longer);
    stand s = {.w_px = w,
               .h_px = h,
               .f_px = longer * rnd_between(g, 0.62, 1.2),
               .tilt_to_rad = rnd_between(g, -CROK_PI, CROK_PI),
               .spin_rad = rnd_between(g, -CROK_PI, CROK_PI),
               .k1 = rnd_between(g, -0.04, 0.04)};
    *tilt_deg = rnd_between(g, 0.0, 42.0);
    s.tilt_rad = *tilt_deg * CROK_PI / 180.0;
    /* square pictures are crops of a phone's larger picture */
    if (w == h)
        s.k1 *= 0.2;
    /* radius of the outer line as a fraction of the shorter side */
    s.distance_mm =
        304.8 * s.f_px / (rnd_between(g, 0.30, 0.44) * (w < h ? w : h));
    s.x_mm = rnd_between(g, -15.0, 15.0);
    s.y_mm = rnd_between(g, -15.0, 15.0);
    return stand_camera(&s);
}

static bool is_free(const draw_board *b, double r)
{
    for (int k = 0; k < b->n_rings; k++)
        if (fabs(r - b->ring_mm[k]) < RING_GAP_MM)
            return false;
    for (int k = 0; k < b->n_decor; k++)
        if (fabs(r - b->decor[k].radius_mm) < RING_GAP_MM)
            return false;
    return true;
}

/* Decor rings: none on three boards of five, else one to three, in the ink of
 * the lines or in another. */
static void add_decor(rnd *g, draw_board *b)
{
    int n = (int)rnd_between(g, -3.0, 4.0);
    for (int k = 0; k < n; k++) {
        double r = rnd_between(g, 30.0, b->surface_mm - 4.0);
        bool same = rnd_next(g) % 2 == 0;
        draw_decor d = {r, same ? b->line_width_mm : rnd_between(g, 1.0, 6.0),
                        same ? b->line : any_rgb(g)};
        if (is_free(b, r))
            b->decor[b->n_decor++] = d;
    }
}

/* Pegs: eight, or none on one board of eight; some boards have none. */
static void add_pegs(rnd *g, draw_board *b)
{
    static const draw_rgb looks[] = {
        {28, 26, 26}, {172, 172, 176}, {205, 172, 120}, {140, 96, 52}};
    b->n_pegs = rnd_next(g) % 8 ? 8 : 0;
    b->peg_ring_mm = b->ring_mm[CROK_LINE_INNER];
    b->peg_turn_rad = rnd_next(g) % 2 ? 0.0 : CROK_PI / 8.0;
    b->peg_mm = rnd_between(g, 2.5, 4.0);
    b->peg_height_mm = rnd_between(g, 14.0, 19.0);
    b->peg = looks[rnd_next(g) % 4];
}

static void add_discs(rnd *g, draw_board *b)
{
    draw_rgb side[2] = {any_rgb(g), any_rgb(g)};
    int n = (int)rnd_between(g, -4.0, 20.0);
    for (int i = 0; i < n; i++) {
        double r = 300.0 * sqrt(rnd_between(g, 0.01, 1.0));
        double a = rnd_between(g, -CROK_PI, CROK_PI);
        draw_add_disc(b, r * cos(a), r * sin(a), side[i % 2]);
    }
}

/* Occluding patches, at the outer line or on the board. */
static void add_patches(rnd *g, survey_case *c)
{
    const crok_camera *cam = &c->board.cam;
    int n = (int)rnd_between(g, -1.0, 3.0);
    for (int i = 0; i < n; i++) {
        bool glare = rnd_next(g) % 3 != 0;
        double r = rnd_between(g, 0.0, glare ? 330.0 : 380.0);
        double a = rnd_between(g, -CROK_PI, CROK_PI);
        double size = crok_camera_px_per_mm(cam) *
                      rnd_between(g, 30.0, glare ? 160.0 : 75.0);
        c->patch[c->n_patches++] = (draw_patch){
            crok_camera_project(cam, (crok_vec3){r * cos(a), r * sin(a), 0}),
            size,
            size * rnd_between(g, 0.4, 1.6),
            glare ? (draw_rgb){255, 255, 250} : any_rgb(g),
            glare ? rnd_between(g, 0.3, 1.1) : 1.0,
            glare};
    }
}

void survey_make(uint64_t number, survey_case *out)
{
    rnd g = {number * 7919 + 17};
    crok_camera cam = any_camera(&g, &out->tilt_deg);
    draw_board *b = &out->board;
    const ink *k = &inks[rnd_next(&g) % (sizeof inks / sizeof inks[0])];
    out->n_patches = 0;
    *b = draw_tournament(&cam);
    b->wood = k->wood;
    b->line = k->line;
    b->floor = k->floor;
    b->ditch = k->ditch;
    b->table = any_rgb(&g);
    if (rnd_next(&g) % 2) {
        b->ring_mm[CROK_LINE_MIDDLE] = 304.8 * rnd_between(&g, 0.60, 0.70);
        b->ring_mm[CROK_LINE_INNER] = 304.8 * rnd_between(&g, 0.27, 0.38);
    }
    b->line_width_mm = rnd_between(&g, 1.0, 2.8);
    b->surface_mm = 304.8 + rnd_between(&g, 4.0, 30.0);
    b->rail_mm = b->surface_mm + rnd_between(&g, 40.0, 65.0);
    b->blur_px = rnd_between(&g, 0.5, 1.0);
    b->noise = rnd_between(&g, 1.0, 4.0);
    b->seed = number;
    add_pegs(&g, b);
    add_decor(&g, b);
    add_discs(&g, b);
    add_patches(&g, out);
    out->focal_px = rnd_next(&g) % 3 == 0 ? cam.f_px : 0.0;
}

crok_image survey_picture(const survey_case *c)
{
    crok_image img = draw_picture(&c->board);
    for (int i = 0; i < c->n_patches; i++)
        draw_cover(&img, &c->patch[i]);
    return img;
}

/* The pose's camera, scaled so that the outer line has the radius drawn. */
static crok_camera in_true_scale(const survey_case *c,
                                 const crok_board_pose *pose, double *k)
{
    crok_camera cam = pose->camera;
    *k = c->board.ring_mm[CROK_LINE_OUTER] /
         pose->board.line_mm[CROK_LINE_OUTER];
    cam.t_mm = crok_vec3_scale(cam.t_mm, *k);
    return cam;
}

double survey_line_error_mm(const survey_case *c, const crok_board_pose *pose)
{
    double k = 1.0;
    crok_camera cam = in_true_scale(c, pose, &k);
    double worst = 0.0;
    for (int i = 0; i < CROK_N_LINES * 48; i++) {
        int line = i / 48;
        double a = 2.0 * CROK_PI * i / 48;
        double r = c->board.ring_mm[line];
        crok_mm m = crok_camera_unproject(
            &cam,
            crok_camera_project(&c->board.cam,
                                (crok_vec3){r * cos(a), r * sin(a), 0.0}),
            0.0);
        worst =
            fmax(worst, fabs(hypot(m.x, m.y) - k * pose->board.line_mm[line]));
    }
    return worst;
}

double survey_place_error_mm(const survey_case *c, const crok_board_pose *pose)
{
    double k = 1.0;
    crok_camera cam = in_true_scale(c, pose, &k);
    return cameras_apart_mm(&c->board.cam, &cam,
                            c->board.ring_mm[CROK_LINE_OUTER]);
}
