/* SPDX-License-Identifier: Apache-2.0 */
#include "board/find.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "board/edges.h"
#include "board/hole.h"
#include "board/lines.h"
#include "board/painted.h"
#include "board/pegs.h"
#include "board/quadrants.h"
#include "board/rings.h"
#include "board/vote.h"
#include "board/width.h"
#include "cv/cv.h"

/* Longer side of the copy that is searched, at most: the rings are then 100 px
 * and more, their lines about a pixel wide. Where that shows no board, a larger
 * copy, searched thoroughly, may: faint lines on strong grain are lost in the
 * small one. */
typedef struct search_effort {
    int side_px;
    bool is_thorough;
    int n_votes; /* followed up, at most */
} search_effort;
#define MAX_VOTES 16
static const search_effort search_efforts[] = {{800, false, 9},
                                               {1200, true, MAX_VOTES}};
#define N_SEARCHES (int)(sizeof search_efforts / sizeof search_efforts[0])
/* Rounds of a fit to edges: each is followed by another with a smaller gate. */
#define SEARCH_ROUNDS 8
/* The worth of lines, caught all round, that ends the search early; the
 * residual, as a part of the radius, that makes lines worth a third. */
#define GOOD_WORTH 0.25
#define MIN_WORTH 0.10
/* Contrast that the quadrants' lines have at least: rugs, targets, records and
 * the like reached 0.18, real and rendered boards 0.22. */
#define MIN_QUADRANTS 0.20
#define RESIDUAL_FRAC 0.0020
/* Choices of lines tried of the same rings. */
#define MAX_TRIES 6
/* A ring at least this much as line-like as the best is its rival, if it is
 * another ring: farther away than this, outer line = 1. */
#define RIVAL 0.5
#define SAME_RING 0.010
/* A focal length without EXIF, as a part of the longer side: phones have 0.67
 * (24 mm) to 0.75, fixed cameras 0.55 to 1.4. */
#define FOCAL_FRAC 0.85
#define FOCAL_REL_SIGMA 0.25
#define FOCAL_REL_SIGMA_EXIF 0.04
/* Lenses of phones are corrected; webcams reach 0.1. */
#define K1_SIGMA 0.07
#define K1_SIGMA_CROPPED 0.01
/* Principal point: within 0.4 % of the longer side of the middle; in a picture
 * whose edges were cut off anywhere near the middle. */
#define CENTRE_FRAC 0.004
#define CENTRE_FRAC_CROPPED 0.06
/* A board that was cut out of a picture one to three times as wide. */
#define FOCAL_FRAC_CUT_OUT 1.3
#define FOCAL_REL_SIGMA_CUT_OUT 0.40
#define CENTRE_FRAC_CUT_OUT 0.10
/* A model explains the lines if it leaves so many of their points: of 54 boards
 * those of the model kept 0.997 and more, one of other ratios 0.68, the camera
 * bent so that two lines still fit. */
#define POINTS_KEPT 0.97
/* Residuals smaller by this factor decide between two beliefs. */
#define OTHER_BELIEF 0.7
/* ... after the lines are traced again; before, with the points as they are,
 * by this. */
#define HOPEFUL 0.9
/* Residuals below this part of the radius leave nothing to believe otherwise.
 */
#define GOOD_FRAC 0.0005
/* Residuals beyond this part of the outer line's radius: the camera is wrong.
 * Wooden boards leave up to 0.0015 (0.5 mm); a start that was off, 0.003 on. */
#define WORST_FRAC 0.0025
/* The hole seen is this part of a model's hole, at least and at most: cloth,
 * wear and a bevelled edge show it larger or smaller than it was cut, and a
 * disc in it may show its own edge instead (1 1/4 in of 1 3/8 in, rounded). */
#define HOLE_LEAST 0.83
#define HOLE_MOST 1.07
/* Part of the outer line that must be in the picture (DESIGN: a quarter may be
 * cut off or covered). */
#define MIN_VISIBLE 0.70

/* Sensors have the sides 4:3, 3:2, 16:9 or more; anything else was cut. */
static bool is_cropped(int w_px, int h_px)
{
    static const double aspects[] = {4.0 / 3.0, 3.0 / 2.0, 16.0 / 9.0};
    double a = w_px > h_px ? (double)w_px / h_px : (double)h_px / w_px;
    for (size_t i = 0; i < sizeof aspects / sizeof aspects[0]; i++)
        if (fabs(a - aspects[i]) < 0.01)
            return false;
    return a < 1.9;
}

/* A camera with the intrinsics assumed, for a picture of this size. */
static crok_camera assumed(const crok_image *img, double focal_px)
{
    return (crok_camera){.w_px = img->w_px,
                         .h_px = img->h_px,
                         .f_px = focal_px,
                         .cx_px = 0.5 * img->w_px - 0.5,
                         .cy_px = 0.5 * img->h_px - 0.5};
}

static double longer_side(const crok_image *img)
{
    return img->w_px > img->h_px ? img->w_px : img->h_px;
}

/* What a picture is believed to be: as the camera took it, with its edges cut
 * off, or the board cut out of it, wherever in it that was. */
typedef enum belief { WHOLE, CROPPED, CUT_OUT } belief;

static belief first_belief(const crok_view *view)
{
    return is_cropped(view->full_w_px, view->full_h_px) ? CUT_OUT : WHOLE;
}

/* What is known of the camera before the lines are seen. What EXIF tells is of
 * the picture that something was cut out of. */
static crok_fit_prior prior_for(const crok_view *view, const crok_image *img,
                                belief is)
{
    static const double focal[] = {FOCAL_FRAC, FOCAL_FRAC, FOCAL_FRAC_CUT_OUT};
    static const double focal_sigma[] = {FOCAL_REL_SIGMA, FOCAL_REL_SIGMA,
                                         FOCAL_REL_SIGMA_CUT_OUT};
    static const double centre[] = {CENTRE_FRAC, CENTRE_FRAC_CROPPED,
                                    CENTRE_FRAC_CUT_OUT};
    static const double k1[] = {K1_SIGMA, K1_SIGMA_CROPPED, K1_SIGMA_CROPPED};
    bool exif = view->focal_px > 0.0 && is != CUT_OUT;
    double side = longer_side(img);
    double per_px = (double)img->w_px / view->full_w_px;
    crok_camera cam =
        assumed(img, exif ? view->focal_px * per_px : focal[is] * side);
    return (crok_fit_prior){.f_px = cam.f_px,
                            .f_rel_sigma =
                                exif ? FOCAL_REL_SIGMA_EXIF : focal_sigma[is],
                            .cx_px = cam.cx_px,
                            .cy_px = cam.cy_px,
                            .c_sigma_px = side * centre[is],
                            .k1_sigma = k1[is]};
}

/* The prior of the search: the focal length may move a little, and the middle
 * of a picture of which nothing tells where it was. */
static crok_fit_prior search_prior(const crok_fit_prior *prior, belief is)
{
    crok_fit_prior p = *prior;
    p.f_rel_sigma = fmin(p.f_rel_sigma, 0.15);
    p.c_sigma_px = is == CUT_OUT ? p.c_sigma_px : 0.01;
    p.k1_sigma = 0.01;
    p.max_rounds = SEARCH_ROUNDS;
    return p;
}

/* How good lines are: what they look like, and how well they fit a camera. Of
 * two starts that end in different fits the one with small residuals is
 * right; a real board's lines leave up to 0.2 % of the radius. */
static double worth_of(const crok_board_lines *l)
{
    return l->quality * exp(-crok_board_lines_residual(l) / RESIDUAL_FRAC);
}

/* The picture that is searched, what is known of its camera, and the best
 * lines so far. */
typedef struct quest {
    const crok_view *view;
    crok_fit_prior prior;   /* of view->img */
    crok_board_lines *best; /* in view->img */
    crok_quadrants *quadrants;
    double worth; /* of the best */
    bool sure;    /* the best needs no better */
} quest;

/* A ring that may be the inner line. */
typedef struct inner_ring {
    double radius; /* outer line = 1 */
    double like;   /* the outer line, 0..1 */
    int pegs;      /* seen on it */
} inner_ring;

/* A ring that is seen as a step is a line's width farther out or in. */
static inner_ring look_at_inner(const crok_image *img,
                                const crok_board_lines *lines, double radius,
                                double quadrant_rad)
{
    const crok_camera *cam = &lines->fit.cam;
    double aside =
        lines->inner_is_step ? lines->width_px * cam->t_mm.z / cam->f_px : 0.0;
    inner_ring r;
    r.like = crok_board_lines_like(img, lines, radius, &r.radius);
    r.pegs = crok_pegs_seen(img, cam, r.radius, quadrant_rad);
    for (int k = -1; k <= 1 && aside > 0.0; k += 2) {
        int n = crok_pegs_seen(img, cam, r.radius + k * aside, quadrant_rad);
        r.pegs = n > r.pegs ? n : r.pegs;
    }
    return r;
}

/* Sets lines->inner_is_sure. Of the rings that look like the outer line, where
 * boards have the inner one, it is the one with pegs on it, or else the only
 * one; a painted edge alone does not prove it. Gives the radius of the ring
 * that has it, outer line = 1. */
static double choose_inner(const crok_image *img, const crok_ring_fit *rings,
                           double unit, double quadrant_rad,
                           crok_board_lines *lines)
{
    inner_ring best = look_at_inner(
        img, lines, lines->fit.radius[CROK_LINE_INNER], quadrant_rad);
    double first = best.radius;
    double least = RIVAL * best.like;
    bool rival = lines->inner_is_step;
    for (int i = 0; i < rings->n_rings; i++) {
        inner_ring r;
        double at = rings->radius[i] / unit;
        if (!crok_board_lines_is_inner(at))
            continue;
        r = look_at_inner(img, lines, at, quadrant_rad);
        if (fabs(r.radius - first) < SAME_RING || r.like <= least)
            continue;
        rival = true;
        if (r.pegs > best.pegs)
            best = r;
    }
    lines->inner_is_sure = !rival || best.pegs >= CROK_PEGS_PROOF;
    return best.radius;
}

/* Puts a ring of this radius in place `at` of the list, its former owner at the
 * end. */
static void set_ring(crok_ring_fit *rings, int at, double radius)
{
    if (rings->n_rings < CROK_MAX_RINGS)
        rings->n_rings++;
    rings->radius[rings->n_rings - 1] = rings->radius[at];
    rings->radius[at] = radius;
}

/* Keeps lines that the quadrants agree with, if they are the best so far: with
 * the ring for the inner line that has the pegs. */
static void settle(const crok_ring_fit *rings, const crok_line_choice *choice,
                   const crok_quadrants *quadrants, crok_board_lines *lines,
                   quest *q)
{
    const crok_image *img = q->view->img;
    double unit = rings->radius[choice->ring[CROK_LINE_OUTER]];
    double inner = choose_inner(img, rings, unit, quadrants->angle_rad, lines);
    if (fabs(inner - lines->fit.radius[CROK_LINE_INNER]) > SAME_RING) {
        crok_ring_fit other = *rings;
        crok_line_choice c = *choice;
        c.inner_is_step = false;
        other.radius[c.ring[CROK_LINE_INNER]] = inner * unit;
        if (crok_board_lines_fit(img, &other, &c, &q->prior, lines, NULL) !=
            CROK_OK)
            return;
        lines->inner_is_sure =
            fabs(inner - lines->fit.radius[CROK_LINE_INNER]) < SAME_RING;
    }
    if (worth_of(lines) <= q->worth)
        return;
    q->worth = worth_of(lines);
    q->sure = q->worth > GOOD_WORTH && crok_board_lines_are_caught(lines);
    *q->best = *lines;
    *q->quadrants = *quadrants;
}

/* Where the quadrants' lines end elsewhere than on the lines chosen, they tell
 * where to look: the rings with these two, seen by the lines' camera. */
static bool rings_from(const crok_quadrants *quadrants,
                       const crok_board_lines *lines,
                       const crok_ring_fit *rings, double unit,
                       crok_ring_fit *out)
{
    double middle = 0.0;
    double outer = 0.0;
    if (!crok_quadrants_span(quadrants, &middle, &outer))
        return false;
    *out = *rings;
    out->cam = lines->fit.cam;
    out->cam.t_mm = crok_vec3_scale(out->cam.t_mm, unit);
    set_ring(out, 0, outer * unit);
    set_ring(out, 1, middle * unit);
    return true;
}

/* Tries the rings' choices, most line-like first: the lines between quadrants
 * must end on the outer and the middle line, and pegs stand on the inner.
 * True where no choice is good, and the quadrants tell better rings. */
static bool try_choices(const crok_ring_fit *rings, quest *q,
                        crok_ring_fit *better)
{
    static _Thread_local crok_board_lines lines;
    crok_line_choice choice[CROK_MAX_CHOICES];
    const crok_image *img = q->view->img;
    int n = crok_board_lines_choose(img, rings, choice);
    bool told = false;
    for (int i = 0; i < n && i < MAX_TRIES && !q->sure; i++) {
        double unit = rings->radius[choice[i].ring[CROK_LINE_OUTER]];
        crok_quadrants quadrants;
        if (crok_board_lines_fit(img, rings, &choice[i], &q->prior, &lines,
                                 NULL) != CROK_OK)
            continue;
        quadrants = crok_quadrants_find(img, &lines);
        if (quadrants.contrast < MIN_QUADRANTS)
            continue;
        if (crok_quadrants_agree(&quadrants, &lines))
            settle(rings, &choice[i], &quadrants, &lines, q);
        else if (!told)
            told = rings_from(&quadrants, &lines, rings, unit, better);
    }
    return told && !q->sure;
}

/* Lines in `view->img` from the best votes of the small copy. */
static crok_status follow_votes(const crok_view *view, const crok_image *small,
                                const crok_edges *edges,
                                const search_effort *effort, belief is,
                                crok_board_lines *out,
                                crok_quadrants *quadrants, crok_err *err)
{
    crok_vote vote[MAX_VOTES];
    crok_fit_prior coarse = prior_for(view, small, is);
    crok_camera cam = assumed(small, coarse.f_px);
    quest q = {.view = view,
               .prior = prior_for(view, view->img, is),
               .best = out,
               .quadrants = quadrants};
    int n = 0;
    crok_status st = crok_vote_centres(edges, &cam, effort->is_thorough, vote,
                                       effort->n_votes, &n, err);
    if (st != CROK_OK)
        return st;
    coarse = search_prior(&coarse, is);
    for (int i = 0; i < n && !q.sure; i++) {
        crok_ring_fit rings;
        crok_ring_fit better;
        double support = 0.0;
        st = crok_rings_fit(edges, &cam, &vote[i], &coarse, &rings, &support);
        if (st == CROK_ENOMEM)
            return crok_fail(err, st, "no memory to find the board");
        if (st != CROK_OK)
            continue;
        rings.cam = crok_camera_rescaled(&rings.cam,
                                         (double)small->w_px / view->img->w_px,
                                         view->img->w_px, view->img->h_px);
        if (try_choices(&rings, &q, &better))
            (void)try_choices(&better, &q, &rings);
    }
    if (q.worth > MIN_WORTH && !out->inner_is_sure)
        return crok_fail(err, CROK_ENOBOARD,
                         "rings of a board, but two of them may be the inner "
                         "line: let its pegs be seen");
    return q.worth > MIN_WORTH
               ? CROK_OK
               : crok_fail(err, CROK_ENOBOARD,
                           "no crokinole board in the picture: no three rings "
                           "that look like its lines");
}

/* Searches a copy of that size. */
static crok_status search(const crok_view *view, const search_effort *effort,
                          belief is, crok_board_lines *out,
                          crok_quadrants *quadrants, crok_err *err)
{
    const crok_image *img = view->img;
    double k = fmin(1.0, effort->side_px / longer_side(img));
    crok_image small = {0};
    crok_edges edges = {0};
    crok_status st = crok_cv_resize(img, (int)fmax(1.0, img->w_px * k),
                                    (int)fmax(1.0, img->h_px * k), &small, err);
    if (st == CROK_OK)
        st = crok_edges_find(&small, INFINITY, &edges, err);
    if (st == CROK_OK)
        st =
            follow_votes(view, &small, &edges, effort, is, out, quadrants, err);
    crok_edges_free(&edges);
    crok_image_free(&small);
    return st;
}

/* Does a camera that the model's radii are held for explain the points as well?
 * It may be bent till two lines fit, or all with radii of their own. */
static bool explains_as_well(const crok_ring_fit *model,
                             const crok_fit_prior *held,
                             const crok_ring_fit *free_fit)
{
    double worse =
        model->rms_px * model->rms_px - free_fit->rms_px * free_fit->rms_px;
    for (int k = 0; k < CROK_N_LINES; k++)
        if (held->radius[k] > 0.0 &&
            fabs(model->radius[k] - held->radius[k]) > 3.0 * CROK_CUT_REL_SIGMA)
            return false;
    return worse <= 0.10 * 0.10 && fabs(model->cam.k1) <= 3.0 * K1_SIGMA &&
           model->n_inliers >= POINTS_KEPT * free_fit->n_inliers;
}

/* Tries whether the lines have a model's ratios: refits with them, and takes
 * that if the points are as well explained and the lens stays plausible. */
static bool fits_model(const crok_view *view, belief is,
                       const crok_board *model, double hole,
                       crok_board_lines *lines)
{
    crok_board_lines trial = *lines;
    crok_fit_prior prior =
        prior_for(view, view->img, is == CUT_OUT ? CUT_OUT : WHOLE);
    double model_hole = model->hole_mm / model->line_mm[CROK_LINE_OUTER];
    if (hole < HOLE_LEAST * model_hole || hole > HOLE_MOST * model_hole)
        return false;
    prior.k1_sigma = K1_SIGMA; /* the lens is what is to be freed */
    prior.radius_rel_sigma = CROK_CUT_REL_SIGMA;
    for (int k = 0; k < CROK_N_LINES; k++) {
        prior.radius[k] = model->line_mm[k] / model->line_mm[CROK_LINE_OUTER];
        if (fabs(trial.fit.radius[k] - prior.radius[k]) > 0.012)
            return false;
    }
    if (lines->inner_is_step) /* which edge of the line it is, is not known */
        prior.radius[CROK_LINE_INNER] = 0.0;
    if (!crok_board_lines_refit(&prior, &trial) ||
        !explains_as_well(&trial.fit, &prior, &lines->fit))
        return false;
    *lines = trial;
    return true;
}

/* The fit's information for the full picture and in mm: an unknown that grows
 * by k (pixels by the reduction, lengths by the unit) has 1/k^2 of it. */
static void set_info(const crok_ring_fit *fit, double scale, double unit_mm,
                     double *info)
{
    double k[CROK_POSE_UNKNOWNS];
    CROK_ASSERT(fit->n_unknowns == CROK_POSE_UNKNOWNS);
    for (int i = 0; i < CROK_POSE_UNKNOWNS; i++)
        k[i] = 1.0;
    for (int i = 0; i < 3; i++)
        k[CROK_CAM_T + i] = unit_mm;
    k[CROK_CAM_F] = k[CROK_CAM_CX] = k[CROK_CAM_CY] = scale;
    for (int i = CROK_N_CAM; i < CROK_POSE_UNKNOWNS; i++)
        k[i] = unit_mm;
    for (int i = 0; i < CROK_POSE_UNKNOWNS; i++)
        for (int j = 0; j < CROK_POSE_UNKNOWNS; j++)
            info[i * CROK_POSE_UNKNOWNS + j] =
                fit->info[i * CROK_POSE_UNKNOWNS + j] / (k[i] * k[j]);
}

/* Fills the board's dimensions, and turns the unit of length into mm. */
static void set_board(const crok_view *view, belief is, crok_board_lines *lines,
                      crok_board_pose *pose)
{
    const crok_board *model = crok_board_tournament();
    double hole = crok_hole_radius(view->img, &lines->fit.cam);
    bool known = fits_model(view, is, model, hole, lines);
    double unit_mm =
        known ? model->line_mm[CROK_LINE_OUTER] : model->hole_mm / hole;
    crok_line_width width;
    crok_board *b = &pose->board;
    crok_board_lines_sections(view->img, lines, pose->section);
    for (int k = 0; k < CROK_N_LINES; k++)
        pose->section[k].px_per_unit /= unit_mm;
    *b = *model;
    pose->scale = known ? CROK_SCALE_MODEL : CROK_SCALE_HOLE;
    if (!known)
        (void)snprintf(b->model, sizeof b->model, "measured");
    for (int k = 0; k < CROK_N_LINES; k++) {
        b->line_mm[k] = lines->fit.radius[k] * unit_mm;
        pose->line_sigma_mm[k] = lines->fit.radius_sigma[k] * unit_mm;
    }
    width = crok_width_of(pose->section, CROK_N_LINES, NULL,
                          b->line_mm[CROK_LINE_OUTER]);
    b->line_width_mm = width.width;
    pose->line_width_sigma_mm = width.width_sigma;
    if (lines->inner_is_step || !known)
        crok_painted_place(view->img, lines, known ? model : NULL, unit_mm,
                           pose);
    b->hole_mm = known ? model->hole_mm : hole * unit_mm;
    set_info(&lines->fit, view->scale, unit_mm, pose->info);
    lines->fit.cam.t_mm = crok_vec3_scale(lines->fit.cam.t_mm, unit_mm);
}

/* The sides of a picture are no proof of a cut: where another belief leaves
 * clearly smaller residuals, it is right. */
static bool try_belief(const crok_view *view, belief is,
                       crok_board_lines *lines)
{
    static _Thread_local crok_board_lines other;
    crok_fit_prior prior = prior_for(view, view->img, is);
    if (crok_board_lines_residual(lines) < GOOD_FRAC)
        return false;
    other = *lines;
    if (!crok_board_lines_refit(&prior, &other) ||
        other.fit.rms_px >= HOPEFUL * lines->fit.rms_px ||
        !crok_board_lines_retrace(view->img, &prior, &other) ||
        other.fit.rms_px >= OTHER_BELIEF * lines->fit.rms_px ||
        fabs(other.fit.cam.k1) >= 3.0 * K1_SIGMA)
        return false;
    *lines = other;
    return true;
}

/* Turns the board's frame about its normal so that the quadrants' lines lie at
 * 45 degrees and its y axis, nearest to it, points up in the picture: south is
 * the seat at the picture's lower edge. */
static void spin_upright(double quadrant_rad, crok_camera *cam)
{
    crok_px o = crok_camera_project(cam, (crok_vec3){0.0, 0.0, 0.0});
    crok_mm up =
        crok_camera_unproject(cam, (crok_px){o.x, o.y - 0.05 * cam->h_px}, 0.0);
    double line = quadrant_rad - 0.25 * CROK_PI; /* of the board's x axis */
    double wanted = atan2(up.y, up.x) - 0.5 * CROK_PI;
    double quarter = 0.5 * CROK_PI;
    double turn = line + quarter * round((wanted - line) / quarter);
    crok_mat3 spin = crok_mat3_rotation((crok_vec3){0.0, 0.0, turn});
    cam->rot = crok_mat3_mul(&cam->rot, &spin);
}

/* Everything from lines that are fitted in view->img. */
static crok_status pose_from(const crok_view *view, belief is,
                             crok_board_lines *lines,
                             const crok_quadrants *quadrants,
                             crok_board_pose *out, crok_err *err)
{
    crok_board_pose pose = {0};
    crok_fit_prior prior = prior_for(view, view->img, is);
    belief other = is == WHOLE ? CUT_OUT : WHOLE;
    pose.visible_frac =
        (double)lines->trace[CROK_LINE_OUTER].n_inside / CROK_TRACE_ANGLES;
    if (pose.visible_frac < MIN_VISIBLE)
        return crok_fail(err, CROK_ECUTOFF,
                         "only %.0f %% of the outer line is in the picture: "
                         "take it so that the whole line can be seen",
                         100.0 * pose.visible_frac);
    if (quadrants->contrast < MIN_QUADRANTS)
        return crok_fail(err, CROK_ENOBOARD,
                         "no crokinole board in the picture: rings, but no "
                         "lines between quadrants");
    if (!crok_board_lines_refit(&prior, lines))
        return crok_fail(err, CROK_ENOBOARD,
                         "the rings do not fit a board seen by a camera");
    if (try_belief(view, other, lines))
        is = other;
    if (crok_board_lines_residual(lines) > WORST_FRAC)
        return crok_fail(err, CROK_ENOBOARD,
                         "no crokinole board in the picture whose lines fit a "
                         "camera: if there is one, take it more from above");
    set_board(view, is, lines, &pose);
    spin_upright(quadrants->angle_rad, &lines->fit.cam);
    pose.camera = crok_camera_rescaled(&lines->fit.cam, 1.0 / view->scale,
                                       view->full_w_px, view->full_h_px);
    pose.rms_px = lines->fit.rms_px * view->scale;
    pose.quadrant_contrast = quadrants->contrast;
    pose.height_rel_sigma = lines->fit.f_rel_sigma;
    *out = pose;
    return CROK_OK;
}

static crok_status find_as(const crok_view *view, belief is,
                           crok_board_pose *out, crok_err *err)
{
    static _Thread_local crok_board_lines lines;
    crok_quadrants quadrants;
    crok_status st = CROK_ENOBOARD;
    for (int i = 0; i < N_SEARCHES && st == CROK_ENOBOARD; i++) {
        st = search(view, &search_efforts[i], is, &lines, &quadrants, err);
        if (st == CROK_OK)
            st = pose_from(view, is, &lines, &quadrants, out, err);
    }
    return st;
}

crok_status crok_board_find(const crok_view *view, crok_board_pose *out,
                            crok_err *err)
{
    belief is = first_belief(view);
    crok_status st = find_as(view, is, out, err);
    if (st == CROK_ENOBOARD && is == CUT_OUT)
        st = find_as(view, CROPPED, out, err);
    return st;
}

static crok_status refine_as(const crok_view *view, belief is,
                             crok_board_pose *pose, crok_err *err)
{
    static _Thread_local crok_board_lines lines;
    crok_fit_prior prior = prior_for(view, view->img, is);
    double unit = pose->board.line_mm[CROK_LINE_OUTER];
    crok_quadrants quadrants;
    crok_ring_fit start = {.n_rings = CROK_N_LINES};
    crok_line_choice as_they_are = {
        .ring = {CROK_LINE_OUTER, CROK_LINE_MIDDLE, CROK_LINE_INNER}};
    crok_status st = CROK_OK;
    start.cam = crok_camera_rescaled(&pose->camera, view->scale,
                                     view->img->w_px, view->img->h_px);
    start.cam.t_mm = crok_vec3_scale(start.cam.t_mm, 1.0 / unit);
    for (int k = 0; k < CROK_N_LINES; k++)
        start.radius[k] = pose->board.line_mm[k] / unit;
    st = crok_board_lines_fit(view->img, &start, &as_they_are, &prior, &lines,
                              err);
    if (st != CROK_OK)
        return st;
    quadrants = crok_quadrants_find(view->img, &lines);
    return pose_from(view, is, &lines, &quadrants, pose, err);
}

crok_status crok_board_refine(const crok_view *view, crok_board_pose *pose,
                              crok_err *err)
{
    belief is = first_belief(view);
    crok_status st = refine_as(view, is, pose, err);
    if (st != CROK_OK && is == CUT_OUT)
        st = refine_as(view, CROPPED, pose, err);
    return st;
}
