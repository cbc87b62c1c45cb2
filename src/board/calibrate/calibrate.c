/* SPDX-License-Identifier: Apache-2.0 */
#include "board/calibrate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/scratch.h"

/* A line is searched up to this distance from its place in the fit of the
 * single picture: REACH_FRAC of the outer line's radius, and at least
 * MIN_REACH_PX. Chosen by hand: with a larger range decorations beside lines
 * are traced. */
#define REACH_FRAC 0.008
#define MIN_REACH_PX 3.0
/* The gate of the common fit, as a fraction of the outer line's radius. It is
 * larger than the search range, because a view's points may be that far from
 * their lines while the common camera is still inaccurate. Chosen by hand. */
#define GATE_FRAC 0.040
/* Smallest width of a line for the ridge filter, px. */
#define MIN_WIDTH_PX 1.5
/* Standard deviation of the prior distance from the principal point to the
 * picture's centre, as a fraction of the longer side. Chosen by hand for fixed
 * cameras: with a smaller value, the error of a lens that is not centred
 * becomes an error of the tilt. */
#define CENTRE_FRAC 0.010
/* A view is inconsistent with the others if its rms residual in the common fit
 * is more than INCONSISTENT_FACTOR times that in its own fit, and is larger by
 * more than INCONSISTENT_PX. Chosen by hand: noise alone causes neither; with
 * larger values a small change of zoom is not noticed. */
#define INCONSISTENT_FACTOR 1.5
#define INCONSISTENT_PX 0.15

/* ---- one picture ---- */

/* Trace the three lines of obs->pose in view->img. Store the points and the
 * gate in px of the full picture. */
static void trace_lines(const crok_view *view, crok_px origin_px,
                        crok_calib_observation *obs)
{
    CROK_SCRATCH(crok_trace, t, 1);
    const crok_board *b = &obs->pose.board;
    crok_lines_view *out = &obs->lines;
    crok_camera cam = crok_camera_rescaled(&obs->pose.camera, view->scale,
                                           view->img->w_px, view->img->h_px);
    double px_per_mm = crok_camera_px_per_mm(&cam);
    double outer_px = b->line_mm[CROK_LINE_OUTER] * px_per_mm;
    crok_trace_params params = {
        .reach_px = fmax(MIN_REACH_PX, REACH_FRAC * outer_px),
        .width_px = fmax(MIN_WIDTH_PX, b->line_width_mm * px_per_mm),
        .stride = 1};
    out->n = 0;
    for (int line = 0; line < CROK_N_LINES; line++) {
        params.radius = b->line_mm[line];
        crok_trace_ring(view->img, &cam, &params, t);
        for (int i = 0; i < CROK_TRACE_ANGLES; i++) {
            const crok_trace_sample *a = &t->at[i];
            double x = (a->at.x + 0.5) * view->scale - 0.5 + origin_px.x;
            double y = (a->at.y + 0.5) * view->scale - 0.5 + origin_px.y;
            if (a->seen)
                out->point[out->n++] = (crok_ring_point){{x, y}, line};
        }
    }
    out->gate_px = GATE_FRAC * outer_px * view->scale;
}

crok_status crok_calibrate_observe(const crok_view *view, crok_px origin_px,
                                   crok_calib_observation *out, crok_err *err)
{
    crok_board_pose pose;
    crok_status st = crok_board_find(view, &pose, err);
    if (st != CROK_OK)
        return st;
    out->pose = pose;
    out->focal_px = view->focal_px;
    trace_lines(view, origin_px, out);
    out->pose.camera.cx_px += origin_px.x;
    out->pose.camera.cy_px += origin_px.y;
    return CROK_OK;
}

/* ---- the common fit ---- */

static crok_status check_sizes(const crok_calib_observation *obs, int n,
                               crok_err *err)
{
    const crok_camera *first = &obs[0].pose.camera;
    for (int i = 1; i < n; i++) {
        const crok_camera *c = &obs[i].pose.camera;
        if (c->w_px != first->w_px || c->h_px != first->h_px)
            return crok_fail(err, CROK_EARG,
                             "picture %d has %d x %d px, the first one %d x "
                             "%d: one camera's pictures have one size",
                             i + 1, c->w_px, c->h_px, first->w_px, first->h_px);
    }
    return CROK_OK;
}

/* Compute the dimensions of the board. *is_model is set to true if more than
 * half of the observations recognised the tournament board. The outer line's
 * radius, which sets the scale, is taken from the first of these that applies:
 *
 *   - `model`, if it is not NULL
 *   - the tournament board, if *is_model
 *   - the mean of the observations
 *
 * The line width is combined from the observations, as a fraction of the outer
 * line's radius. The hole's radius is computed in the same way if *is_model is
 * false, and is that of the model otherwise. */
static crok_board common_board(const crok_calib_observation *obs, int n,
                               const crok_board *model, bool *is_model)
{
    crok_board b = obs[0].pose.board;
    int n_known = 0;
    double outer = 0.0;
    crok_line_width width = {0.0, HUGE_VAL};
    double hole = 0.0;
    for (int i = 0; i < n; i++) {
        const crok_board *own = &obs[i].pose.board;
        n_known += obs[i].pose.scale == CROK_SCALE_MODEL;
        outer += own->line_mm[CROK_LINE_OUTER] / n;
        width = crok_line_width_combine(
            width, (crok_line_width){own->line_width_mm /
                                         own->line_mm[CROK_LINE_OUTER],
                                     obs[i].pose.line_width_sigma_mm /
                                         own->line_mm[CROK_LINE_OUTER]});
        hole += own->hole_mm / own->line_mm[CROK_LINE_OUTER] / n;
    }
    *is_model = 2 * n_known > n;
    if (*is_model && model == NULL)
        model = crok_board_tournament();
    if (model != NULL) {
        b = *model;
        outer = model->line_mm[CROK_LINE_OUTER];
    }
    b.line_mm[CROK_LINE_OUTER] = outer;
    b.line_width_mm = width.width * outer;
    b.hole_mm = *is_model ? b.hole_mm : hole * outer;
    return b;
}

/* Make the prior of the common camera. The focal length is the mean of those
 * from EXIF, if any picture has one. The radii are those of `board` if is_model
 * is true. */
static crok_fit_prior prior_of(const crok_calib_observation *obs, int n,
                               const crok_board *board, bool is_model)
{
    const crok_camera *c = &obs[0].pose.camera;
    double longer = c->w_px > c->h_px ? c->w_px : c->h_px;
    double focal = 0.0;
    int n_focal = 0;
    crok_fit_prior p = {.f_px = CROK_FOCAL_FRAC * longer,
                        .f_rel_sigma = CROK_FOCAL_REL_SIGMA,
                        .cx_px = 0.5 * (c->w_px - 1),
                        .cy_px = 0.5 * (c->h_px - 1),
                        .c_sigma_px = CENTRE_FRAC * longer,
                        .k1_sigma = CROK_K1_SIGMA};
    for (int i = 0; i < n; i++) {
        focal += obs[i].focal_px;
        n_focal += obs[i].focal_px > 0.0;
    }
    if (n_focal > 0) {
        p.f_px = focal / n_focal;
        p.f_rel_sigma = CROK_FOCAL_REL_SIGMA_EXIF;
    }
    if (is_model) {
        p.radius_rel_sigma = CROK_MODEL_REL_SIGMA;
        memcpy(p.radius, board->line_mm, sizeof board->line_mm);
    }
    return p;
}

/* Set the initial values of the common fit. The cameras are those of the
 * observations, scaled to the common outer radius. The radii are those of the
 * first observation. */
static void set_start(const crok_calib_observation *obs, int n, double outer_mm,
                      crok_multiview *fit)
{
    fit->n_views = n;
    for (int i = 0; i < n; i++) {
        const crok_board_pose *own = &obs[i].pose;
        double k = outer_mm / own->board.line_mm[CROK_LINE_OUTER];
        fit->view[i] = obs[i].lines;
        fit->view[i].cam = own->camera;
        fit->view[i].cam.t_mm = crok_vec3_scale(own->camera.t_mm, k);
        for (int line = 0; i == 0 && line < CROK_N_LINES; line++)
            fit->radius[line] = k * own->board.line_mm[line];
    }
}

/* Use the inner line of an observation whose inner line is the edge of a
 * painted middle, because the traces of the common fit follow that edge instead
 * of the line. If the observation could not locate the line, its sigma is at
 * least a line width. Then only this sigma is used, because more observations
 * of the same edge do not reduce the error. k converts the observation's
 * lengths to those of the pose. */
static void take_painted(const crok_board_pose *own, double k,
                         crok_board_pose *pose)
{
    double sigma = own->line_sigma_mm[CROK_LINE_INNER];
    if (!own->inner_is_placed && sigma < own->board.line_width_mm)
        return;
    pose->line_sigma_mm[CROK_LINE_INNER] = k * sigma;
    if (own->inner_is_placed)
        pose->board.line_mm[CROK_LINE_INNER] =
            k * own->board.line_mm[CROK_LINE_INNER];
}

/* Set the standard deviations of the lines, and the inner line if the middle is
 * painted. */
static void set_lines(const crok_calib_observation *obs, int n,
                      const crok_multiview *fit, crok_board_pose *pose)
{
    pose->line_width_sigma_mm = HUGE_VAL;
    for (int line = 0; line < CROK_N_LINES; line++)
        pose->line_sigma_mm[line] = fit->radius_sigma[line];
    for (int i = 0; i < n; i++) {
        const crok_board_pose *own = &obs[i].pose;
        double k = pose->board.line_mm[CROK_LINE_OUTER] /
                   own->board.line_mm[CROK_LINE_OUTER];
        pose->line_width_sigma_mm =
            fmin(pose->line_width_sigma_mm, k * own->line_width_sigma_mm);
        take_painted(own, k, pose);
    }
}

/* Set the result from the common fit. */
static void conclude(const crok_calib_observation *obs,
                     const crok_multiview *fit, int pose_view, crok_board board,
                     crok_calibration *out)
{
    crok_board_pose *pose = &out->pose;
    *out = (crok_calibration){.pose = obs[pose_view].pose,
                              .f_sigma_px = fit->f_sigma_px};
    memcpy(board.line_mm, fit->radius, sizeof board.line_mm);
    pose->board = board;
    pose->scale = CROK_SCALE_CALIB;
    pose->scale_rel_sigma = CROK_CALIB_REL_SIGMA;
    pose->scale_is_settled = true;
    pose->camera = fit->view[pose_view].cam;
    pose->rms_px = fit->rms_px;
    pose->height_rel_sigma = fit->f_sigma_px / pose->camera.f_px;
    memcpy(pose->info, fit->info, sizeof pose->info);
    memset(pose->section, 0, sizeof pose->section);
    set_lines(obs, fit->n_views, fit, pose);
    for (int i = 0; i < fit->n_views; i++) {
        double alone = obs[i].pose.rms_px;
        out->rms_px[i] = fit->view[i].rms_px;
        out->n_points[i] = fit->view[i].n_inliers;
        out->is_inconsistent[i] =
            out->rms_px[i] > INCONSISTENT_FACTOR * alone &&
            out->rms_px[i] > alone + INCONSISTENT_PX;
    }
}

crok_status crok_calibrate(const crok_calib_observation *obs, int n,
                           int pose_view, const crok_board *model,
                           crok_calibration *out, crok_err *err)
{
    crok_multiview *fit = NULL;
    crok_board board;
    crok_fit_prior prior;
    bool is_model = false;
    crok_status st = check_sizes(obs, n, err);
    if (st != CROK_OK)
        return st;
    fit = calloc(1, sizeof *fit);
    if (fit == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory");
    board = common_board(obs, n, model, &is_model);
    prior = prior_of(obs, n, &board, is_model);
    set_start(obs, n, board.line_mm[CROK_LINE_OUTER], fit);
    st = crok_multiview_fit(&prior, pose_view, fit, err);
    if (st == CROK_OK)
        conclude(obs, fit, pose_view, board, out);
    free(fit);
    return st;
}
