/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/find/find.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "discs/find/candidates.h"
#include "discs/find/face_edges.h"
#include "discs/find/size.h"
#include "discs/find/together.h"
#include "discs/outline/edge_spread.h"
#include "discs/outline/locate.h"
#include "discs/sides/light.h"
#include "discs/twenty.h"

/* Discs are looked for as far as the rail: in radii of the outer line. */
#define REACH_RADII 1.30
/* The edges of an outline that is looked for. */
static const crok_outline_ask far_edges = {
    CROK_OUTLINE_NEAR_MM + CROK_LOCATE_REACH_MM, CROK_OUTLINE_EDGES, 0.2F};
#define GATE_MM 2.2
/* Between the places that are weighed: to find the discs' size, and a disc. */
#define COARSE_MM 1.25
#define FINE_MM 0.75
/* What may have settled on a disc's shadow is looked for in so many steps to
 * where it is lit, in its radii, and lies there if its outline fits better by
 * this: in rendered pictures by 0.33 where it did, else by 0.10 at the most. */
#define TO_LIT_RADII 0.4
#define TO_LIT_STEPS 2
#define LIT_GAIN 0.10
/* Where half an outline says a disc stands, 1 sd, mm. */
#define UNSURE_SIGMA_MM 0.4
/* Centres nearer than this many radii cannot be two discs. */
#define APART_RADII 1.75
/* Smaller and larger than any disc for these boards, measured. */
#define LEAST_RADIUS_MM 13.4
#define MOST_RADIUS_MM 16.8
/* Discs larger than the hole by more than this part do not fit in. */
#define AS_LARGE_AS_HOLE 0.07
/* A hole darker than this, grey levels, may be empty, whatever its colour. */
#define DARK_HOLE 60.0
/* Lines have a model's ratios within this part of the outer radius. */
#define RATIO_TOLERANCE 0.012
/* Sizes tried about the measured one, as parts of it: the strongest circle may
 * have been a shadow's, which is larger. */
#define SIZE_FROM 0.88
#define SIZE_TO 1.08
#define SIZE_STEP 0.03
#define SIZE_DISCS 6
#define SIZE_MIN_VOTES 0.44
/* Lightness counts for this much when colours are compared: light is never
 * quite even. */
#define COLOUR_L 0.7
/* What is less likely is not followed up. */
#define LEAST_CHANCE 0.005

/* How far, and where to, the foot of a disc at `at` appears from its upper edge
 * on the board: towards the point below the camera. */
static crok_mm foot_shift(const crok_finds *s, crok_mm at)
{
    crok_vec3 eye = crok_camera_centre(&s->cam);
    double k = s->shape.height_mm / fmax(eye.z - s->shape.height_mm, 1.0);
    return (crok_mm){k * (eye.x - at.x), k * (eye.y - at.y)};
}

/* The edges about a candidate. What voted may have been the disc's foot, a
 * dark circle as large as the disc: then it stands all of the wall away from
 * the camera. */
static void look_about(const crok_finds *s, crok_mm at, crok_locator *out)
{
    crok_outline outline;
    crok_mm foot = foot_shift(s, at);
    crok_outline_read(s->img, &s->cam, &s->shape, at, &far_edges, &outline);
    crok_locator_make(&outline, at, (crok_mm){at.x - foot.x, at.y - foot.y},
                      out);
}

/* The disc radius that the strongest candidates fit best with. */
static double best_radius(const crok_finds *s, const crok_candidates *c)
{
    static _Thread_local crok_locator about[SIZE_DISCS];
    int which[SIZE_DISCS];
    int n =
        crok_size_tellers(c, &s->pose.board, SIZE_MIN_VOTES, SIZE_DISCS, which);
    double best = c->radius_mm;
    double top = 0.0;
    for (int i = 0; i < n; i++)
        look_about(s, c->c[which[i]].at, &about[i]);
    for (double k = SIZE_FROM; k < SIZE_TO; k += SIZE_STEP) {
        crok_disc_shape shape =
            crok_disc_shape_typical(k * c->radius_mm, s->shape.height_mm);
        double sum = 0.0;
        for (int i = 0; i < n; i++)
            sum += crok_locate(&about[i], &shape, COARSE_MM).fit;
        if (sum <= top)
            continue;
        top = sum;
        best = shape.radius_mm;
    }
    return best;
}

/* Where the outline about a place settles, the shape as it is. */
static crok_adjusted settle_at(const crok_finds *s, crok_mm at)
{
    crok_outline outline;
    crok_outline_read(s->img, &s->cam, &s->shape, at, &crok_outline_near,
                      &outline);
    return crok_adjust_one(&outline, &s->shape, at, GATE_MM);
}

static bool overlap(const crok_finds *s, const crok_found *a,
                    const crok_found *b)
{
    return crok_mm_apart(a->at.at, b->at.at) <=
           APART_RADII * s->shape.radius_mm;
}

void crok_finds_put(crok_finds *s, const crok_found *f)
{
    int n = 0;
    for (int i = 0; i < s->n; i++)
        if (overlap(s, &s->disc[i], f) && s->disc[i].chance >= f->chance)
            return;
    for (int i = 0; i < s->n; i++)
        if (!overlap(s, &s->disc[i], f))
            s->disc[n++] = s->disc[i];
    s->n = n;
    if (s->n == CROK_MAX_DISCS)
        s->n_dropped++;
    else
        s->disc[s->n++] = *f;
}

/* In hard light a disc's shadow is a circle of its size, and of more contrast
 * than a disc on wood of its own colour. What settled on that has the disc,
 * lit, on one side of it: looked for that way it fits far better. */
static void leave_shadow(const crok_finds *s, crok_located *there,
                         crok_adjusted *at)
{
    const crok_mm from = at->at;
    const double step_mm = TO_LIT_RADII * s->shape.radius_mm;
    crok_mm way = crok_face_to_lit(s->img, &s->cam, &s->shape, from);
    for (int k = 1; k <= TO_LIT_STEPS && (way.x != 0.0 || way.y != 0.0); k++) {
        crok_locator about;
        crok_located lit;
        crok_adjusted settled;
        look_about(s,
                   (crok_mm){from.x + k * step_mm * way.x,
                             from.y + k * step_mm * way.y},
                   &about);
        lit = crok_locate(&about, &s->shape, FINE_MM);
        if (lit.fit < there->fit + LIT_GAIN)
            continue;
        settled = settle_at(s, lit.at);
        if (settled.fit < at->fit)
            continue;
        *there = lit;
        *at = settled;
    }
}

/* What a candidate is where its outline settles. */
static crok_found look_at(const crok_finds *s, const crok_candidate *c)
{
    crok_locator about;
    crok_found f = {.alike = -1};
    crok_located there;
    look_about(s, c->at, &about);
    there = crok_locate(&about, &s->shape, FINE_MM);
    f.at = settle_at(s, there.at);
    leave_shadow(s, &there, &f.at);
    f.alone = f.at.at;
    f.on_board = hypot(f.at.at.x, f.at.at.y) <
                 CROK_SURFACE_RADII * s->pose.board.line_mm[CROK_LINE_OUTER];
    f.face = crok_face_read(s->img, &s->cam, &s->shape, f.at.at, f.on_board);
    f.evidence = (crok_evidence){
        .votes = c->votes,
        .fit = f.at.fit,
        .support = f.at.support_frac,
        .face = there.fit,
        .uneven = f.face.spread,
        .from_board = crok_lab_distance(crok_lab_of(f.face.rgb),
                                        crok_lab_of(f.face.board), COLOUR_L),
        .from_discs = CROK_NO_DISCS};
    f.chance = f.on_board ? crok_evidence_chance(&f.evidence)
                          : crok_evidence_chance_off(&f.evidence, false);
    f.chance_lone = f.chance;
    return f;
}

static void take_up(crok_finds *s, const crok_candidates *c)
{
    for (int i = 0; i < c->n; i++) {
        crok_found f = look_at(s, &c->c[i]);
        if (f.chance < LEAST_CHANCE ||
            hypot(f.at.at.x, f.at.at.y) <
                CROK_IN_HOLE_FRAC * s->pose.board.hole_mm)
            continue;
        crok_finds_put(s, &f);
    }
}

/* Sure discs first; how many they are. */
static void sure_first(crok_finds *s)
{
    s->n_sure = 0;
    for (int i = 0; i < s->n; i++) {
        crok_found t = s->disc[i];
        if (t.chance < CROK_DISC_SURE)
            continue;
        s->disc[i] = s->disc[s->n_sure];
        s->disc[s->n_sure++] = t;
    }
}

/* The others with the shape that the sure ones gave. */
static void adjust_unsure(crok_finds *s)
{
    for (int i = s->n_sure; i < s->n; i++) {
        crok_adjusted *a = &s->disc[i].at;
        *a = settle_at(s, a->at);
        a->cov[0] = a->cov[2] = UNSURE_SIGMA_MM * UNSURE_SIGMA_MM;
        a->cov[1] = 0.0;
    }
}

/* Were the lines' sections measured in this picture? A calibration has none. */
static bool has_sections(const crok_board_pose *pose)
{
    bool seen = false;
    for (int k = 0; k < CROK_N_LINES; k++)
        seen = seen || pose->section[k].seen;
    return seen;
}

/* The lines' width, now that the discs show how sharp the picture is. */
static void measure_width(crok_finds *s)
{
    crok_mm at[CROK_MAX_DISCS];
    crok_board *b = &s->pose.board;
    crok_edge_spread edge;
    crok_line_width w;
    int n = 0;
    if (!has_sections(&s->pose))
        return;
    for (int i = 0; i < s->n_sure; i++)
        if (s->disc[i].on_board)
            at[n++] = s->disc[i].at.at;
    edge = crok_edge_spread_of(s->img, &s->cam, &s->shape, at, n);
    if (edge.weight <= 0.0)
        return;
    w = crok_width_of(s->pose.section, CROK_N_LINES, &edge,
                      b->line_mm[CROK_LINE_OUTER]);
    b->line_width_mm = w.width;
    s->pose.line_width_sigma_mm = w.width_sigma;
}

/* By how much lengths grow if the board is the model that its lines have the
 * ratios of; 0 where it is none. */
static double model_factor(const crok_board *b)
{
    const crok_board *model = crok_board_tournament();
    double k = model->line_mm[CROK_LINE_OUTER] / b->line_mm[CROK_LINE_OUTER];
    for (int i = 0; i < CROK_N_LINES; i++)
        if (fabs(k * b->line_mm[i] - model->line_mm[i]) >
            RATIO_TOLERANCE * model->line_mm[CROK_LINE_OUTER])
            return 0.0;
    return k;
}

/* All lengths grow by k, those of the discs found with them. */
static void rescale(crok_finds *s, double k, crok_scale from)
{
    double unit = s->cam.f_px / s->pose.camera.f_px;
    crok_board_pose_rescale(&s->pose, k);
    s->pose.board.hole_mm = crok_board_tournament()->hole_mm;
    s->pose.scale = from;
    s->cam = crok_camera_rescaled(&s->pose.camera, 1.0 / unit, s->img->w_px,
                                  s->img->h_px);
    s->shape =
        crok_disc_shape_typical(k * s->shape.radius_mm, s->shape.height_mm);
    for (int i = 0; i < s->n; i++) {
        s->disc[i].at.at.x *= k;
        s->disc[i].at.at.y *= k;
        s->disc[i].alone.x *= k;
        s->disc[i].alone.y *= k;
    }
}

/* Does the hole's middle have the colour of a sure disc's face, and not that of
 * a dark hole? */
static bool shows_face_in_hole(const crok_finds *s)
{
    crok_disc_shape small = crok_disc_shape_typical(0.5 * s->pose.board.hole_mm,
                                                    s->shape.height_mm);
    crok_rgb in =
        crok_face_read(s->img, &s->cam, &small, (crok_mm){0.0, 0.0}, false).rgb;
    for (int i = 0; i < s->n_sure && crok_rgb_luma(in) > DARK_HOLE; i++) {
        crok_rgb face =
            crok_face_read(s->img, &s->cam, &s->shape, s->disc[i].at.at, false)
                .rgb;
        if (crok_hole_colour_apart(crok_lab_of(face), crok_lab_of(in)) <
            CROK_HOLE_COLOUR)
            return true;
    }
    return false;
}

/* A disc in the hole, flat or leaning, may have been taken for the hole: then
 * discs are larger than any disc is, and as large as "the hole"; larger where
 * it leans, and its face was taken. The model that the lines fit is the better
 * measure of length, else the discs' size. */
static bool mend_scale(crok_finds *s)
{
    crok_board *b = &s->pose.board;
    double by_model = model_factor(b);
    double r_mm = s->shape.radius_mm;
    if (s->pose.scale != CROK_SCALE_HOLE || s->n < 2 || r_mm <= MOST_RADIUS_MM)
        return false;
    if (by_model * r_mm < MOST_RADIUS_MM && by_model * r_mm > LEAST_RADIUS_MM) {
        rescale(s, by_model, CROK_SCALE_MODEL);
        (void)snprintf(b->model, sizeof b->model, "%s",
                       crok_board_tournament()->model);
        return true;
    }
    if (r_mm > (1.0 + AS_LARGE_AS_HOLE) * b->hole_mm && !shows_face_in_hole(s))
        return false;
    rescale(s, crok_board_tournament()->disc_mm / r_mm, CROK_SCALE_DISC);
    return true;
}

/* The places where a disc's face may be, from the edges as they are mapped to
 * the plane of the faces. */
static crok_status find_candidates(crok_finds *s, crok_candidates *out,
                                   crok_err *err)
{
    crok_face_edges edges = {0};
    double reach_mm = REACH_RADII * s->pose.board.line_mm[CROK_LINE_OUTER];
    crok_status st = crok_face_edges_find(s->img, &s->cam, s->shape.height_mm,
                                          reach_mm, &edges, err);
    if (st == CROK_OK)
        st = crok_candidates_find(&edges, &s->pose.board, reach_mm,
                                  foot_shift(s, (crok_mm){0.0, 0.0}), out, err);
    crok_face_edges_free(&edges);
    return st;
}

/* Where nothing sure lies on the surface, what lies off it must be plainer. */
static void keep_plain_off(crok_finds *s)
{
    int n = 0;
    for (int i = 0; i < s->n; i++)
        if (s->disc[i].on_board && s->disc[i].chance >= CROK_DISC_SURE)
            return;
    for (int i = 0; i < s->n; i++)
        if (s->disc[i].on_board ||
            crok_evidence_chance_off(&s->disc[i].evidence, true) > 0.0)
            s->disc[n++] = s->disc[i];
    s->n = n;
}

/* Which of them are discs, where, and how large: outlines are first read for
 * the size that voted. */
static void weigh_candidates(crok_finds *s, const crok_candidates *c)
{
    s->shape = crok_disc_shape_typical(c->radius_mm, s->shape.height_mm);
    s->shape = crok_disc_shape_typical(best_radius(s, c), s->shape.height_mm);
    take_up(s, c);
    keep_plain_off(s);
    sure_first(s);
    crok_adjust_together(s);
    if (s->n_sure == 0) /* what voted was no disc: nothing tells the size */
        s->shape =
            crok_disc_shape_typical(s->pose.board.disc_mm, s->shape.height_mm);
}

/* Does all lie on the surface that tells in what light the disc lies? */
static bool is_well_on_surface(const crok_finds *s, crok_mm at)
{
    return hypot(at.x, at.y) + CROK_FACE_RING_RADII * s->shape.radius_mm <
           CROK_SURFACE_RADII * s->pose.board.line_mm[CROK_LINE_OUTER];
}

crok_status crok_finds_make(const crok_image *img, double scale,
                            const crok_board_pose *pose, crok_finds *out,
                            crok_err *err)
{
    static _Thread_local crok_finds s;
    static _Thread_local crok_candidates c;
    crok_status st = CROK_OK;
    memset(&s, 0, sizeof s);
    s.img = img;
    s.cam = crok_camera_rescaled(&pose->camera, scale, img->w_px, img->h_px);
    s.pose = *pose;
    s.shape.height_mm = pose->board.disc_height_mm;
    st = find_candidates(&s, &c, err);
    if (st != CROK_OK)
        return st;
    weigh_candidates(&s, &c);
    if (mend_scale(&s))
        crok_adjust_together(&s);
    s.pose.board.disc_mm = s.shape.radius_mm;
    adjust_unsure(&s);
    measure_width(&s);
    for (int i = 0; i < s.n; i++)
        s.disc[i].face =
            crok_face_read(s.img, &s.cam, &s.shape, s.disc[i].at.at,
                           is_well_on_surface(&s, s.disc[i].at.at));
    *out = s;
    return CROK_OK;
}

void crok_finds_weigh_colours(crok_finds *s)
{
    static _Thread_local crok_face face[CROK_MAX_DISCS];
    static _Thread_local crok_lit_labs lab;
    crok_board_light light;
    for (int i = 0; i < s->n; i++)
        face[i] = s->disc[i].face;
    light = crok_board_light_of(face, s->n);
    crok_light_labs(&light, face, s->n, lab);
    for (int i = 0; i < s->n; i++) {
        crok_found *f = &s->disc[i];
        for (int k = 0; k < s->n_sure; k++) {
            double apart = crok_light_apart(face, lab, i, k, COLOUR_L);
            if (k == i || (f->alike >= 0 && apart >= f->evidence.from_discs))
                continue;
            f->alike = k;
            f->evidence.from_discs = apart;
        }
        if (i >= s->n_sure)
            f->chance = crok_evidence_chance(&f->evidence);
    }
}
