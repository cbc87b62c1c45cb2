/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/find/find.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "board/find.h"
#include "core/scratch.h"
#include "discs/find/candidates.h"
#include "discs/find/counter.h"
#include "discs/find/face_edges.h"
#include "discs/find/size.h"
#include "discs/find/together.h"
#include "discs/outline/edge_spread.h"
#include "discs/outline/locate.h"
#include "discs/sides/light.h"
#include "discs/twenty.h"

/* The search for edges around a candidate. In each direction up to four edges
 * are kept whose strength is more than a fifth of the strongest one's. The
 * reach includes the parts of a disc and the error of the candidate. */
static const crok_outline_search far_edges = {
    CROK_OUTLINE_NEAR_MM + CROK_LOCATE_REACH_MM, CROK_OUTLINE_EDGES, 0.2F};
#define INLIER_MM 2.2
/* A candidate within this many disc radii of a rejected place is rejected. */
#define REJECTED_RADII 0.5
/* Grid spacing of the located positions, mm: when the discs' size is estimated,
 * and when a disc is located. */
#define COARSE_MM 1.25
#define FINE_MM 0.75
/* A fit may be on a disc's shadow. Then up to TO_LIT_STEPS positions are tried
 * towards the light, TO_LIT_RADII radii apart, and one is accepted if its fit
 * is better by at least LIT_GAIN. In rendered pictures fits on shadows gained
 * 0.15 and more, fits on discs at most 0.10. */
#define TO_LIT_RADII 0.4
#define TO_LIT_STEPS 2
#define LIT_GAIN 0.10
/* Position error of a disc that is not sure, 1 sd, mm. Chosen by hand. */
#define UNSURE_SIGMA_MM 0.4
/* Two discs whose centres are nearer than this many radii overlap. The exact
 * value is 2; the difference allows for errors of the centres and of the
 * radius. */
#define APART_RADII 1.75
/* The discs are not fitted again if the scale changes by at most this fraction,
 * which is below the error of their radius. Chosen by hand. */
#define SAME_SCALE 0.001
/* Radii tried, as factors on the estimated radius: that may be too large if the
 * strongest circles were shadows. The radii are compared on at most SIZE_DISCS
 * candidates with at least SIZE_MIN_VOTES. Chosen by hand. */
#define SIZE_FROM 0.88
#define SIZE_TO 1.08
#define SIZE_STEP 0.03
#define SIZE_DISCS 6
#define SIZE_MIN_VOTES 0.44
/* A size is the usual one within this fraction. Chosen by hand: the sizes made
 * (outline/made_size.c) are up to 10 % smaller than the usual one, so discs of
 * the smallest size are measured with both. */
#define USUAL_SIZE_FRAC 0.07
/* Centres that the network detected with a smaller chance are no candidates. Of
 * 96 discs on 19 photos, seen by networks that had not learnt from photos of
 * these boards, the least likely one had a chance of 0.05. */
#define LEAST_SEEN 0.005
/* Candidates with a smaller chance are dropped, to save time. */
#define MIN_CHANCE CROK_DISC_MAYBE

/* The displacement, measured on the board, from where the upper edge of a disc
 * at `at` appears to where its bottom edge is: k (eye - at), towards the point
 * below the camera, with k = h / (eye.z - h). */
static crok_mm foot_shift(const crok_finds *s, crok_mm at)
{
    crok_vec3 eye = crok_camera_centre(&s->cam);
    double k = s->shape.height_mm / fmax(eye.z - s->shape.height_mm, 1.0);
    return (crok_mm){k * (eye.x - at.x), k * (eye.y - at.y)};
}

/* Read the edges around a candidate. The circle that got the votes may be the
 * disc's bottom edge, which is dark and of the same size. The disc is then at
 * `at` minus foot_shift, farther from the point below the camera. Both
 * positions are searched. */
static void read_around(const crok_finds *s, crok_mm at, crok_locator *out)
{
    crok_outline outline;
    crok_mm foot = foot_shift(s, at);
    crok_outline_read(s->img, &s->cam, &s->shape, at, &far_edges, &outline);
    crok_locator_make(&outline, at, (crok_mm){at.x - foot.x, at.y - foot.y},
                      out);
}

/* The radius with the greatest sum of fits over the strongest candidates. */
static double best_radius(const crok_finds *s, const crok_candidates *c)
{
    CROK_SCRATCH(crok_locator, about, SIZE_DISCS);
    int which[SIZE_DISCS];
    int n = crok_size_candidates(c, &s->pose.board, SIZE_MIN_VOTES, SIZE_DISCS,
                                 which);
    double best = c->radius_mm;
    double top = 0.0;
    for (int i = 0; i < n; i++)
        read_around(s, c->c[which[i]].at, &about[i]);
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

/* Fit one outline near a position, with the common shape. */
static crok_adjusted fit_at(const crok_finds *s, crok_mm at)
{
    crok_outline outline;
    crok_outline_read(s->img, &s->cam, &s->shape, at, &crok_outline_near,
                      &outline);
    return crok_adjust_one(&outline, &s->shape, at, INLIER_MM);
}

static bool overlap(const crok_finds *s, const crok_found *a,
                    const crok_found *b)
{
    return crok_mm_apart(a->at.at, b->at.at) <=
           APART_RADII * s->shape.radius_mm;
}

void crok_finds_add(crok_finds *s, const crok_found *f)
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

/* Move a fit from a disc's shadow to the disc. In hard light the shadow is a
 * circle of the disc's size, and has more contrast than a disc on wood of its
 * own colour. The disc is then on the lit side of the fit; the fit is moved
 * there if the outline fits clearly better. */
static void move_off_shadow(const crok_finds *s, crok_located *there,
                            crok_adjusted *at)
{
    const crok_mm from = at->at;
    const double step_mm = TO_LIT_RADII * s->shape.radius_mm;
    crok_mm way = crok_face_to_lit(s->img, &s->cam, &s->shape, from);
    for (int k = 1; k <= TO_LIT_STEPS && (way.x != 0.0 || way.y != 0.0); k++) {
        crok_locator about;
        crok_located lit;
        crok_adjusted settled;
        read_around(s,
                    (crok_mm){from.x + k * step_mm * way.x,
                              from.y + k * step_mm * way.y},
                    &about);
        lit = crok_locate(&about, &s->shape, FINE_MM);
        if (lit.fit < there->fit + LIT_GAIN)
            continue;
        settled = fit_at(s, lit.at);
        if (settled.fit < at->fit)
            continue;
        *there = lit;
        *at = settled;
    }
}

/* The chance that a candidate is a disc. On the surface it is 0 if most of the
 * rings about the candidate are outside the picture; off the surface, where the
 * rings show walls and shadows, it is what the network says. */
static double chance_of(const crok_finds *s, crok_found *f)
{
    if (!f->on_board)
        return f->evidence.seen;
    return crok_rings_read(s->img, &s->cam, &s->shape, f->at.at,
                           &f->evidence.rings)
               ? crok_evidence_chance(&f->evidence)
               : 0.0;
}

/* Locate and fit a candidate and compute its features. */
static crok_found measure_candidate(const crok_finds *s,
                                    const crok_candidate *c)
{
    crok_locator about;
    crok_found f = {.alike = -1};
    crok_located there;
    read_around(s, c->at, &about);
    there = crok_locate(&about, &s->shape, FINE_MM);
    f.at = fit_at(s, there.at);
    move_off_shadow(s, &there, &f.at);
    f.own_at = f.at.at;
    f.on_board = hypot(f.at.at.x, f.at.at.y) <
                 CROK_SURFACE_RADII * s->pose.board.line_mm[CROK_LINE_OUTER];
    f.face = crok_face_read(s->img, &s->cam, &s->shape, f.at.at, f.on_board);
    f.evidence =
        (crok_evidence){.seen = c->seen,
                        .votes = c->votes,
                        .fit = f.at.fit,
                        .support = f.at.support_frac,
                        .face = there.fit,
                        .uneven = f.face.spread,
                        .from_board = crok_lab_distance(
                            crok_lab_of(f.face.rgb), crok_lab_of(f.face.board),
                            CROK_LAB_WEIGHT_L)};
    f.chance = chance_of(s, &f);
    return f;
}

/* Does the ring around a disc reach over the hole? */
static bool has_hole_around(const crok_finds *s, crok_mm at)
{
    return hypot(at.x, at.y) <
           s->pose.board.hole_mm + CROK_FACE_RING_RADII * s->shape.radius_mm;
}

/* Is a candidate the counter of a printed letter? Where the hole is near, its
 * edge would be taken for ink. */
static bool is_counter(const crok_finds *s, const crok_found *f)
{
    return f->on_board && !has_hole_around(s, f->at.at) &&
           crok_is_counter(s->img, &s->cam, &s->shape, f->at.at, f->face.rgb);
}

static void collect_discs(crok_finds *s, const crok_candidates *c)
{
    for (int i = 0; i < c->n; i++) {
        crok_found f = measure_candidate(s, &c->c[i]);
        if (f.chance < MIN_CHANCE || is_counter(s, &f) ||
            hypot(f.at.at.x, f.at.at.y) <
                CROK_IN_HOLE_FRAC * s->pose.board.hole_mm)
            continue;
        crok_finds_add(s, &f);
    }
}

/* Move the sure discs to the front and count them. */
static void sort_sure_first(crok_finds *s)
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

/* Fit the discs that are not sure with the shape that the sure ones gave. */
static void adjust_unsure(crok_finds *s)
{
    for (int i = s->n_sure; i < s->n; i++) {
        crok_adjusted *a = &s->disc[i].at;
        *a = fit_at(s, a->at);
        a->cov[0] = a->cov[2] = UNSURE_SIGMA_MM * UNSURE_SIGMA_MM;
        a->cov[1] = 0.0;
    }
}

/* Were the lines' sections measured? The pose of a calibration has none. */
static bool has_sections(const crok_board_pose *pose)
{
    bool seen = false;
    for (int k = 0; k < CROK_N_LINES; k++)
        seen = seen || pose->section[k].seen;
    return seen;
}

/* Measure the lines' width again, now with the picture's blur, which is
 * measured on the discs' edges. The width of a calibration is combined with
 * that of this picture. */
static void measure_width(crok_finds *s)
{
    crok_mm at[CROK_MAX_DISCS] = {{0.0, 0.0}};
    crok_board *b = &s->pose.board;
    crok_edge_section edge[CROK_WIDTH_EDGES];
    crok_line_width known = {b->line_width_mm, s->pose.line_width_sigma_mm};
    crok_line_width w;
    bool is_calibrated = !has_sections(&s->pose);
    int n = 0;
    if (is_calibrated)
        crok_board_sections(s->img, &s->cam, b, s->pose.section);
    for (int i = 0; i < s->n_sure; i++)
        if (s->disc[i].on_board)
            at[n++] = s->disc[i].at.at;
    crok_edge_sections_of(s->img, &s->cam, &s->shape, at, n, edge);
    w = crok_line_width_estimate(s->pose.section, CROK_N_LINES, edge,
                                 CROK_WIDTH_EDGES, b->line_mm[CROK_LINE_OUTER]);
    if (is_calibrated)
        w = crok_line_width_combine(known, w);
    b->line_width_mm = w.width;
    s->pose.line_width_sigma_mm = w.width_sigma;
}

/* Multiply all lengths by k, including the positions and the radii of the discs
 * found. */
static void rescale(crok_finds *s, double k)
{
    double unit = s->cam.f_px / s->pose.camera.f_px;
    crok_board_pose_rescale(&s->pose, k);
    s->cam = crok_camera_rescaled(&s->pose.camera, 1.0 / unit, s->img->w_px,
                                  s->img->h_px);
    s->shape =
        crok_disc_shape_typical(k * s->shape.radius_mm, s->shape.height_mm);
    for (int i = 0; i < s->n; i++) {
        s->disc[i].at.at.x *= k;
        s->disc[i].at.at.y *= k;
        s->disc[i].own_at.x *= k;
        s->disc[i].own_at.y *= k;
        s->disc[i].own_radius_mm *= k;
    }
}

/* Add the discs' size to the evidence of the scale. */
static void measure_discs(const crok_finds *s, crok_scale_evidence *out)
{
    double radius_mm[CROK_MAX_DISCS];
    int n = 0;
    for (int i = 0; i < s->n_sure; i++)
        if (s->disc[i].on_board && s->disc[i].own_radius_mm > 0.0)
            radius_mm[n++] = s->disc[i].own_radius_mm;
    out->n_discs = n;
    out->disc = n > 0 ? crok_quantile(radius_mm, n, 0.5) /
                            s->pose.board.line_mm[CROK_LINE_OUTER]
                      : 0.0;
}

/* Take another scale. Returns the factor by which all lengths were multiplied.
 */
static double set_scale(crok_finds *s, const crok_scale_estimate *scale)
{
    crok_board_pose *pose = &s->pose;
    double k = scale->outer_mm / pose->board.line_mm[CROK_LINE_OUTER];
    rescale(s, k);
    pose->scale = scale->from;
    pose->scale_rel_sigma = scale->rel_sigma;
    (void)snprintf(pose->board.model, sizeof pose->board.model, "%s",
                   scale->from == CROK_SCALE_MODEL
                       ? crok_board_tournament()->model
                       : "measured");
    pose->board.hole_mm = scale->from == CROK_SCALE_MODEL
                              ? crok_board_tournament()->hole_mm
                              : scale->hole * scale->outer_mm;
    return k;
}

/* Estimate the scale again, now that the discs' size is known too. Returns
 * whether the lengths changed enough to fit the discs again. */
static bool correct_scale(crok_finds *s)
{
    crok_scale_estimate scale;
    measure_discs(s, &s->pose.scale_evidence);
    if (s->pose.scale_is_settled)
        return false;
    scale = crok_scale_of(&s->pose.scale_evidence);
    return fabs(set_scale(s, &scale) - 1.0) > SAME_SCALE;
}

/* The centres that the network detected, in the plane of the top faces. */
static void centres_of(const crok_finds *s, const crok_segmentation *segments,
                       crok_candidates *out)
{
    crok_segmentation_centre seen[CROK_MAX_CANDIDATES];
    out->n = crok_segmentation_centres(segments, LEAST_SEEN, seen,
                                       CROK_MAX_CANDIDATES);
    for (int i = 0; i < out->n; i++) {
        crok_px p = crok_camera_project(
            &s->cam, (crok_vec3){seen[i].at.x, seen[i].at.y, 0.0});
        out->c[i] = (crok_candidate){
            crok_camera_unproject(&s->cam, p, s->shape.height_mm), 0.0,
            seen[i].chance};
    }
}

/* Find the candidates: the circles about the centres that the network detected,
 * by the edges in the plane of the faces. */
static crok_status find_candidates(const crok_finds *s,
                                   const crok_segmentation *segments,
                                   crok_candidates *out, crok_err *err)
{
    crok_face_edges edges = {0};
    crok_face_places places = {.z_mm = s->shape.height_mm};
    crok_status st = CROK_OK;
    centres_of(s, segments, out);
    places.reach_mm = crok_candidates_reach_mm(&s->pose.board);
    places.n = out->n;
    for (int i = 0; i < out->n; i++)
        places.at[i] = out->c[i].at;
    st = crok_face_edges_find(s->img, &s->cam, &places, &edges, err);
    if (st == CROK_OK)
        crok_candidates_locate(&edges, &s->pose.board,
                               foot_shift(s, (crok_mm){0.0, 0.0}), out);
    crok_face_edges_free(&edges);
    return st;
}

static bool has_sure_disc_on_surface(const crok_finds *s)
{
    for (int i = 0; i < s->n; i++)
        if (s->disc[i].on_board && s->disc[i].chance >= CROK_DISC_SURE)
            return true;
    return false;
}

/* The number of discs on the surface to be expected. */
static double sum_of_chances(const crok_finds *s)
{
    double sum = 0.0;
    for (int i = 0; i < s->n; i++)
        sum += s->disc[i].on_board ? s->disc[i].chance : 0.0;
    return sum;
}

/* Collect the discs with the size that the votes gave. The strongest circles
 * may have been print or things beside the board: if no disc on the surface is
 * sure, or if the size is not the board's usual one, that is tried too, and the
 * size that makes more discs likely is taken. */
static void collect_with_best_size(crok_finds *s, const crok_candidates *c)
{
    CROK_SCRATCH(crok_finds, usual, 1);
    const double usual_mm = s->pose.board.disc_mm;
    const double off_mm = fabs(s->shape.radius_mm - usual_mm);
    *usual = *s;
    collect_discs(s, c);
    if (has_sure_disc_on_surface(s) && off_mm < USUAL_SIZE_FRAC * usual_mm)
        return;
    usual->shape = crok_disc_shape_typical(usual_mm, s->shape.height_mm);
    collect_discs(usual, c);
    if (sum_of_chances(usual) > sum_of_chances(s))
        *s = *usual;
}

/* Locate and verify the candidates, and adjust the sure ones together. */
static void verify_candidates(crok_finds *s, const crok_candidates *c)
{
    collect_with_best_size(s, c);
    sort_sure_first(s);
    crok_adjust_together(s);
    if (s->n_sure == 0) /* the size from the votes is not confirmed */
        s->shape =
            crok_disc_shape_typical(s->pose.board.disc_mm, s->shape.height_mm);
}

/* Is the whole ring around a disc, from which the light is estimated, on the
 * surface? */
static bool is_ring_on_surface(const crok_finds *s, crok_mm at)
{
    return hypot(at.x, at.y) + CROK_FACE_RING_RADII * s->shape.radius_mm <
           CROK_SURFACE_RADII * s->pose.board.line_mm[CROK_LINE_OUTER];
}

static bool is_rejected(const crok_finds *s, const crok_scan_options *options,
                        crok_mm at)
{
    crok_px p = crok_camera_project(
        &s->pose.camera, (crok_vec3){at.x, at.y, s->shape.height_mm});
    double reach_px = REJECTED_RADII * s->pose.board.disc_mm *
                      crok_camera_px_per_mm(&s->pose.camera);
    for (int i = 0; i < options->n_rejected; i++)
        if (hypot(options->rejected[i].x - p.x, options->rejected[i].y - p.y) <
            reach_px)
            return true;
    return false;
}

/* Remove the candidates that the caller rejects. */
static void reject_candidates(const crok_finds *s,
                              const crok_scan_options *options,
                              crok_candidates *c)
{
    int n = 0;
    for (int i = 0; i < c->n; i++)
        if (!is_rejected(s, options, c->c[i].at))
            c->c[n++] = c->c[i];
    c->n = n;
}

static crok_finds finds_of(const crok_image *img, double scale,
                           const crok_board_pose *pose)
{
    crok_finds s;
    memset(&s, 0, sizeof s);
    s.img = img;
    s.cam = crok_camera_rescaled(&pose->camera, scale, img->w_px, img->h_px);
    s.pose = *pose;
    s.shape.height_mm = pose->board.disc_height_mm;
    return s;
}

/* Discs of this radius are too small for the hole. If another edge may be the
 * hole's and the discs fit into it, the scale is taken from that edge. Returns
 * the radius in the scale that s has then. */
static double settle_hole(crok_finds *s, crok_candidates *c, double radius_mm)
{
    crok_scale_evidence e = s->pose.scale_evidence;
    crok_scale_estimate scale;
    double k = 1.0;
    e.n_discs = c->n < SIZE_DISCS ? c->n : SIZE_DISCS;
    e.disc = radius_mm / s->pose.board.line_mm[CROK_LINE_OUTER];
    scale = crok_scale_of(&e);
    if (s->pose.scale_is_settled || e.disc < CROK_LEAST_OF_HOLE * scale.hole)
        return radius_mm;
    k = set_scale(s, &scale);
    c->radius_mm *= k;
    for (int i = 0; i < c->n; i++) {
        c->c[i].at.x *= k;
        c->c[i].at.y *= k;
    }
    return k * radius_mm;
}

/* The size of the discs. A radius below CROK_LEAST_OF_HOLE is that of something
 * else, or of discs in the ditch that a wall hides in part. Then the usual part
 * of the hole's radius is taken. */
#define USUAL_OF_HOLE 0.85

static double plausible_radius(crok_finds *s, crok_candidates *c)
{
    double radius_mm = best_radius(s, c);
    if (radius_mm < CROK_LEAST_OF_HOLE * s->pose.board.hole_mm)
        radius_mm = settle_hole(s, c, radius_mm);
    return radius_mm < CROK_LEAST_OF_HOLE * s->pose.board.hole_mm
               ? USUAL_OF_HOLE * s->pose.board.hole_mm
               : radius_mm;
}

/* Find the candidates, and estimate the discs' size. The first outlines are
 * read with the radius that got the most votes. */
static crok_status find_candidates_and_size(crok_finds *s,
                                            const crok_scan_options *options,
                                            crok_candidates *c, crok_err *err)
{
    crok_status st = find_candidates(s, options->segments, c, err);
    double radius_mm = s->pose.board.disc_mm;
    if (st != CROK_OK)
        return st;
    reject_candidates(s, options, c);
    s->shape = crok_disc_shape_typical(c->radius_mm, s->shape.height_mm);
    if (s->pose.disc_known_sigma_mm <= 0.0)
        radius_mm = plausible_radius(s, c);
    s->shape = crok_disc_shape_typical(radius_mm, s->shape.height_mm);
    return CROK_OK;
}

crok_status crok_finds_measure(const crok_image *img, double scale,
                               const crok_scan_options *options,
                               const crok_board_pose *pose, crok_measured *out,
                               crok_err *err)
{
    CROK_SCRATCH(crok_finds, s, 1);
    CROK_SCRATCH(crok_candidates, c, 1);
    crok_status st = CROK_OK;
    *s = finds_of(img, scale, pose);
    st = find_candidates_and_size(s, options, c, err);
    if (st != CROK_OK)
        return st;
    out->cam = s->cam;
    out->n = c->n;
    for (int i = 0; i < c->n; i++)
        out->candidate[i] = measure_candidate(s, &c->c[i]);
    return CROK_OK;
}

crok_status crok_finds_make(const crok_image *img, double scale,
                            const crok_scan_options *options,
                            const crok_board_pose *pose, crok_finds *out,
                            crok_err *err)
{
    CROK_SCRATCH(crok_finds, s, 1);
    CROK_SCRATCH(crok_candidates, c, 1);
    crok_status st = CROK_OK;
    *s = finds_of(img, scale, pose);
    st = find_candidates_and_size(s, options, c, err);
    if (st != CROK_OK)
        return st;
    verify_candidates(s, c);
    if (options->known == NULL && correct_scale(s))
        crok_adjust_together(s);
    s->pose.board.disc_mm = s->shape.radius_mm;
    adjust_unsure(s);
    measure_width(s);
    for (int i = 0; i < s->n; i++)
        s->disc[i].face =
            crok_face_read(s->img, &s->cam, &s->shape, s->disc[i].at.at,
                           is_ring_on_surface(s, s->disc[i].at.at));
    *out = *s;
    return CROK_OK;
}

void crok_finds_compare_colours(crok_finds *s)
{
    CROK_SCRATCH(crok_face, face, CROK_MAX_DISCS);
    CROK_SCRATCH(crok_lit_labs, lab, 1);
    crok_board_light light;
    for (int i = 0; i < s->n; i++)
        face[i] = s->disc[i].face;
    light = crok_board_light_of(face, s->n);
    crok_light_labs(&light, face, s->n, *lab);
    for (int i = 0; i < s->n; i++) {
        crok_found *f = &s->disc[i];
        for (int k = 0; k < s->n_sure; k++) {
            double apart =
                crok_light_distance(face, *lab, i, k, CROK_LAB_WEIGHT_L);
            if (k == i || (f->alike >= 0 && apart >= f->from_alike))
                continue;
            f->alike = k;
            f->from_alike = apart;
        }
    }
}
