/* SPDX-License-Identifier: Apache-2.0 */
#include "board/find.h"

#include <math.h>
#include <stdio.h>

#include "board/model/width.h"
#include "board/search/hole.h"
#include "board/search/lines.h"
#include "board/search/painted.h"
#include "board/search/quadrants.h"
#include "board/search/search.h"

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
/* Part of the outer line that must be in the picture (docs/DESIGN.md: a quarter
 * may be cut off or covered). */
#define MIN_VISIBLE 0.70
/* From the middle of a board to the far side of a picture that holds most of
 * another one, rail at rail with it, in its outer line's radii. */
#define ROOM_RADII 3.2

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
    return worse <= 0.10 * 0.10 && fabs(model->cam.k1) <= 3.0 * CROK_K1_SIGMA &&
           model->n_inliers >= POINTS_KEPT * free_fit->n_inliers;
}

/* Tries whether the lines have a model's ratios: refits with them, and takes
 * that if the points are as well explained and the lens stays plausible. */
static bool fits_model(const crok_view *view, crok_belief is,
                       const crok_board *model, double hole,
                       crok_board_lines *lines)
{
    crok_board_lines trial = *lines;
    crok_fit_prior prior = crok_view_prior(
        view, view->img, is == CROK_CUT_OUT ? CROK_CUT_OUT : CROK_WHOLE);
    double model_hole = model->hole_mm / model->line_mm[CROK_LINE_OUTER];
    if (hole < HOLE_LEAST * model_hole || hole > HOLE_MOST * model_hole)
        return false;
    prior.k1_sigma = CROK_K1_SIGMA; /* the lens is what is to be freed */
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
static void set_board(const crok_view *view, crok_belief is,
                      crok_board_lines *lines, crok_board_pose *pose)
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
static bool try_belief(const crok_view *view, crok_belief is,
                       crok_board_lines *lines)
{
    static _Thread_local crok_board_lines other;
    crok_fit_prior prior = crok_view_prior(view, view->img, is);
    if (crok_board_lines_residual(lines) < GOOD_FRAC)
        return false;
    other = *lines;
    if (!crok_board_lines_refit(&prior, &other) ||
        other.fit.rms_px >= HOPEFUL * lines->fit.rms_px ||
        !crok_board_lines_retrace(view->img, &prior, &other) ||
        other.fit.rms_px >= OTHER_BELIEF * lines->fit.rms_px ||
        fabs(other.fit.cam.k1) >= 3.0 * CROK_K1_SIGMA)
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
static crok_status pose_from(const crok_view *view, crok_belief is,
                             crok_board_lines *lines,
                             const crok_quadrants *quadrants,
                             crok_board_pose *out, crok_err *err)
{
    crok_board_pose pose = {0};
    crok_fit_prior prior = crok_view_prior(view, view->img, is);
    crok_belief other = is == CROK_WHOLE ? CROK_CUT_OUT : CROK_WHOLE;
    double visible_frac =
        (double)lines->trace[CROK_LINE_OUTER].n_inside / CROK_TRACE_ANGLES;
    if (visible_frac < MIN_VISIBLE)
        return crok_fail(err, CROK_ECUTOFF,
                         "only %.0f %% of the outer line is in the picture: "
                         "take it so that the whole line can be seen",
                         100.0 * visible_frac);
    if (quadrants->contrast < CROK_QUADRANTS_LEAST)
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
                         "camera: if there is one, take it more from above, "
                         "or larger");
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

static crok_status find_as(const crok_view *view, crok_belief is,
                           crok_board_pose *out, crok_err *err)
{
    static _Thread_local crok_board_lines lines;
    crok_quadrants quadrants;
    crok_status st = CROK_ENOBOARD;
    for (int i = 0; i < CROK_SEARCH_EFFORTS && st == CROK_ENOBOARD; i++) {
        st = crok_board_search(view, i, is, &lines, &quadrants, err);
        if (st == CROK_OK)
            st = pose_from(view, is, &lines, &quadrants, out, err);
    }
    return st;
}

/* ---- another board beside it ---- */

/* The outer line's radius where the board's middle is, full px. */
static double outer_px(const crok_board_pose *pose)
{
    return crok_camera_px_per_mm(&pose->camera) *
           pose->board.line_mm[CROK_LINE_OUTER];
}

/* Is there room in the picture for most of another board as large? */
static bool has_room_beside(const crok_board_pose *pose)
{
    const crok_camera *cam = &pose->camera;
    crok_px o = crok_camera_project(cam, (crok_vec3){0.0, 0.0, 0.0});
    double aside = fmax(fmax(o.x, cam->w_px - o.x), fmax(o.y, cam->h_px - o.y));
    return aside > ROOM_RADII * outer_px(pose);
}

/* Bold lines are found first, be they those of a smaller board: the larger one
 * is meant. A quick search is enough to see it. */
static void take_larger(const crok_view *view, crok_belief is,
                        crok_board_pose *pose)
{
    static _Thread_local crok_board_lines lines;
    crok_board_pose other;
    crok_quadrants quadrants;
    crok_view rest = *view;
    crok_camera known = crok_camera_rescaled(&pose->camera, view->scale,
                                             view->img->w_px, view->img->h_px);
    known.t_mm =
        crok_vec3_scale(known.t_mm, 1.0 / pose->board.line_mm[CROK_LINE_OUTER]);
    rest.beside = &known;
    if (crok_board_search(&rest, 0, is, &lines, &quadrants, NULL) != CROK_OK ||
        pose_from(&rest, is, &lines, &quadrants, &other, NULL) != CROK_OK)
        return;
    if (outer_px(&other) > outer_px(pose))
        *pose = other;
    pose->has_another_beside = true;
}

crok_status crok_board_find(const crok_view *view, crok_board_pose *out,
                            crok_err *err)
{
    crok_belief is = crok_view_belief(view);
    crok_status st = find_as(view, is, out, err);
    if (st == CROK_ENOBOARD && is == CROK_CUT_OUT) {
        is = CROK_CROPPED;
        st = find_as(view, is, out, err);
    }
    if (st == CROK_OK && has_room_beside(out))
        take_larger(view, is, out);
    return st;
}

static crok_status refine_as(const crok_view *view, crok_belief is,
                             crok_board_pose *pose, crok_err *err)
{
    static _Thread_local crok_board_lines lines;
    crok_fit_prior prior = crok_view_prior(view, view->img, is);
    double unit = pose->board.line_mm[CROK_LINE_OUTER];
    bool has_another = pose->has_another_beside;
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
    st = pose_from(view, is, &lines, &quadrants, pose, err);
    pose->has_another_beside = has_another;
    return st;
}

crok_status crok_board_refine(const crok_view *view, crok_board_pose *pose,
                              crok_err *err)
{
    crok_belief is = crok_view_belief(view);
    crok_status st = refine_as(view, is, pose, err);
    if (st != CROK_OK && is == CROK_CUT_OUT)
        st = refine_as(view, CROK_CROPPED, pose, err);
    return st;
}
