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
#include "core/scratch.h"

/* A model is accepted if the fit with its radii keeps at least this fraction of
 * the free fit's inliers. 54 boards were measured: those of the model kept at
 * least 0.997. One board with other ratios kept 0.68, because the lens was
 * distorted until two of the three lines fitted. With a lower value such a
 * board is accepted as the model; with a higher one noise rejects the model. */
#define MIN_INLIERS_FRAC 0.97
/* A second condition for a model: its fit may raise the mean square residual by
 * at most the square of this, px. Chosen by hand: the residuals of rendered
 * pictures are 0.05 to 0.15 px rms in total. */
#define MAX_RMS_GROWTH_PX 0.10
/* The fit with the model's radii is tried only if each measured radius differs
 * from the model's by at most this (outer line = 1). Chosen by hand, to save
 * fits that cannot succeed. */
#define MODEL_NEAR_FRAC 0.012
/* The other cropping hypothesis is accepted if the rms residual after a new
 * trace is below this fraction of the first hypothesis's. Chosen by hand: with
 * a value nearer to 1 noise decides; with a lower one a wrong first hypothesis
 * is kept. */
#define MAX_RMS_RATIO 0.7
/* Before this new trace, the camera is refitted to the old points under the
 * other cropping hypothesis. The hypothesis is rejected without a new trace if
 * the rms residual of this fit is not below this fraction of the first
 * hypothesis's. */
#define MAX_RMS_RATIO_REFIT 0.9
/* A fit is rejected if its misfit is above this fraction of the outer line's
 * radius, because its camera is wrong. 108 pictures of boards have at
 * most 0.0015 (0.5 mm). Wrong cameras, from inaccurate initial values, have at
 * least 0.003 (test_find: a steep view). */
#define MAX_RESIDUAL_FRAC 0.0025
/* The fit of a board that is seen from the side is doubtful if its rms residual
 * is above this fraction of the outer line's radius: right fits in bench_tilt
 * mostly have 0.0001 to 0.0002, those of mistaken boards 0.0005 and more. With
 * a lower value more pictures are searched for longer. */
#define DOUBTFUL_FRAC 0.0003
/* A closer fit replaces a doubtful one if their angles of view differ by at
 * most this, rad (10 degrees). Mistaken boards in bench_tilt are off by at
 * most 2.5 degrees; in one square photo, whose optical axis is not known, a
 * closer fit was off by 20 and wrong. */
#define SAME_VIEW_RAD 0.175
/* From this angle of view on, rad (35 degrees), a fit is rejected already if
 * its rms residual is above this fraction: of 360 boards of bench_tilt those
 * that were right have at most 0.0007, those that were mistaken mostly 0.0017
 * to 0.0029. */
#define OBLIQUE_FIT_RAD 0.611
#define MAX_OBLIQUE_FRAC 0.0015
#define NO_FIT                                                                 \
    "no crokinole board in the picture whose lines fit a camera: if there "    \
    "is one, take it more from above, or larger"
/* The smallest fraction of the outer line that must be in the picture
 * (docs/DESIGN.md). */
#define MIN_VISIBLE 0.70
/* Another board is searched for if the picture reaches at least this far from
 * the middle of the board that was found, in radii of its outer line. Then
 * there is room for most of another board whose rail touches the first one's.
 * Checked on 3213 pictures of one board, and on twelve of two boards (two
 * photos side by side). */
#define ROOM_RADII 3.2
/* Distance from the board's middle to the point above it that defines "up", as
 * a fraction of the picture's height. */
#define UP_FRAC 0.05
/* The angle of a view from the limit is accepted, although it is measured with
 * an error of up to this, degrees (bench_tilt: 0.4 RMS up to 50 degrees). */
#define VIEW_ERROR_DEG 1.5
/* The sections of a board whose place is known are measured at every
 * SECTION_STRIDEth angle. A line is searched within a line's width of its
 * place, but at least within SECTION_REACH_PX, because the camera may have
 * moved a little since it was calibrated. */
#define SECTION_STRIDE 2
#define SECTION_REACH_PX 3.0

/* Does the fit with the model's radii as priors explain the points as well as
 * the free fit? A distorted lens can make two lines of another board fit, with
 * the third as an outlier. It can also make all three fit, at radii that differ
 * from the model's. The conditions on the inliers, on the radii and on k1
 * exclude this. */
static bool explains_as_well(const crok_ring_fit *model,
                             const crok_fit_prior *held,
                             const crok_ring_fit *free_fit)
{
    double worse =
        model->rms_px * model->rms_px - free_fit->rms_px * free_fit->rms_px;
    for (int k = 0; k < CROK_N_LINES; k++)
        if (held->radius[k] > 0.0 && fabs(model->radius[k] - held->radius[k]) >
                                         3.0 * CROK_MODEL_REL_SIGMA)
            return false;
    return worse <= MAX_RMS_GROWTH_PX * MAX_RMS_GROWTH_PX &&
           fabs(model->cam.k1) <= 3.0 * CROK_K1_SIGMA &&
           model->n_inliers >= MIN_INLIERS_FRAC * free_fit->n_inliers;
}

/* Do the lines differ from a model's by at most `most` (outer line = 1)? */
static bool is_near(const crok_board_lines *lines, const crok_board *model,
                    double most)
{
    for (int k = 0; k < CROK_N_LINES; k++)
        if (fabs(lines->fit.radius[k] -
                 model->line_mm[k] / model->line_mm[CROK_LINE_OUTER]) > most)
            return false;
    return true;
}

/* Test whether the lines have the ratios of the model. The camera is refitted
 * with the model's radii as a prior. This fit is accepted if it explains the
 * points as well as the free fit, with a plausible lens. Returns true and
 * changes *lines only if it is accepted. */
static bool try_model(const crok_view *view, crok_crop crop,
                      const crok_board *model, crok_board_lines *lines)
{
    crok_board_lines trial = *lines;
    crok_fit_prior prior = crok_view_prior(
        view, view->img,
        crop == CROK_CROP_BOARD ? CROK_CROP_BOARD : CROK_CROP_NONE);
    prior.k1_sigma = CROK_K1_SIGMA; /* known radii determine the distortion */
    prior.radius_rel_sigma = CROK_MODEL_REL_SIGMA;
    for (int k = 0; k < CROK_N_LINES; k++)
        prior.radius[k] = model->line_mm[k] / model->line_mm[CROK_LINE_OUTER];
    if (lines->inner_is_step) /* either edge of the line may have been traced */
        prior.radius[CROK_LINE_INNER] = 0.0;
    if (!is_near(lines, model, MODEL_NEAR_FRAC) ||
        !crok_board_lines_refit(&prior, &trial) ||
        !explains_as_well(&trial.fit, &prior, &lines->fit))
        return false;
    *lines = trial;
    return true;
}

/* Convert the fit's information matrix to px of the full picture and to mm.
 * Unknown i is multiplied by k_i: px by `scale`, lengths by unit_mm. Then
 *
 *     info_ij -> info_ij / (k_i k_j) */
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

/* Set the board's dimensions and their standard deviations in `pose`, and
 * convert the camera's unit of length to mm. */
static void set_board(const crok_view *view, crok_crop crop,
                      crok_board_lines *lines, crok_board_pose *pose)
{
    const crok_board *model =
        view->known == NULL ? crok_board_tournament() : &view->known->board;
    bool known = try_model(view, crop, model, lines);
    crok_scale_evidence *seen = &pose->scale_evidence;
    crok_scale_estimate scale;
    double unit_mm = 0.0;
    crok_line_width width;
    crok_board *b = &pose->board;
    seen->model_mm = known ? model->line_mm[CROK_LINE_OUTER] : 0.0;
    seen->is_of_two = lines->inner_is_step;
    seen->n_edges = crok_hole_edges(view->img, &lines->fit.cam, seen->edge);
    scale = crok_scale_of(seen);
    unit_mm = scale.outer_mm;
    crok_board_lines_sections(view->img, lines, pose->section);
    for (int k = 0; k < CROK_N_LINES; k++)
        pose->section[k].px_per_unit /= unit_mm;
    *b = *model;
    pose->scale = scale.from;
    pose->scale_rel_sigma = scale.rel_sigma;
    if (scale.from != CROK_SCALE_MODEL)
        (void)snprintf(b->model, sizeof b->model, "measured");
    for (int k = 0; k < CROK_N_LINES; k++) {
        b->line_mm[k] = lines->fit.radius[k] * unit_mm;
        pose->line_sigma_mm[k] = lines->fit.radius_sigma[k] * unit_mm;
    }
    width = crok_line_width_estimate(pose->section, CROK_N_LINES, NULL, 0,
                                     b->line_mm[CROK_LINE_OUTER]);
    b->line_width_mm = width.width;
    pose->line_width_sigma_mm = width.width_sigma;
    if (lines->inner_is_step || !known)
        crok_painted_apply(view->img, lines,
                           known ? model->line_mm[CROK_LINE_INNER] /
                                       model->line_mm[CROK_LINE_OUTER] * unit_mm
                                 : 0.0,
                           unit_mm, pose);
    b->hole_mm =
        scale.from == CROK_SCALE_MODEL ? model->hole_mm : scale.hole * unit_mm;
    set_info(&lines->fit, view->scale, unit_mm, pose->info);
    lines->fit.cam.t_mm = crok_vec3_scale(lines->fit.cam.t_mm, unit_mm);
}

/* Fit under the other cropping hypothesis, and accept it if its residuals are
 * clearly smaller, because the aspect ratio of a picture does not prove a crop.
 * Returns true and changes *lines only if it is accepted. */
static bool try_other_crop(const crok_view *view, crok_crop crop,
                           crok_board_lines *lines)
{
    crok_board_lines other;
    crok_fit_prior prior = crok_view_prior(view, view->img, crop);
    if (crok_board_lines_residual(lines) < CROK_CLOSE_FIT_FRAC)
        return false;
    other = *lines;
    if (!crok_board_lines_refit(&prior, &other) ||
        other.fit.rms_px >= MAX_RMS_RATIO_REFIT * lines->fit.rms_px ||
        !crok_board_lines_retrace(view->img, &prior, &other) ||
        other.fit.rms_px >= MAX_RMS_RATIO * lines->fit.rms_px ||
        fabs(other.fit.cam.k1) >= 3.0 * CROK_K1_SIGMA)
        return false;
    *lines = other;
    return true;
}

/* Rotate the board frame about its normal so that the quadrant lines lie at
 * 45 degrees. There are four such rotations. The one whose y axis points most
 * nearly upwards in the picture is used. South is then the seat at the lower
 * edge of the picture. */
static void turn_upright(double quadrant_rad, crok_camera *cam)
{
    crok_px o = crok_camera_project(cam, (crok_vec3){0.0, 0.0, 0.0});
    crok_mm up = crok_camera_unproject(
        cam, (crok_px){o.x, o.y - UP_FRAC * cam->h_px}, 0.0);
    double line =
        quadrant_rad - 0.25 * CROK_PI; /* a direction for the x axis */
    double wanted = atan2(up.y, up.x) - 0.5 * CROK_PI;
    double quarter = 0.5 * CROK_PI;
    double turn = line + quarter * round((wanted - line) / quarter);
    crok_mat3 spin = crok_mat3_rotation((crok_vec3){0.0, 0.0, turn});
    cam->rot = crok_mat3_mul(&cam->rot, &spin);
}

/* The scale, the hole and the name are the known board's, even where its lines
 * are not seen well. */
static void take_known_scale(const crok_known_board *known,
                             crok_board_pose *pose)
{
    const crok_board_pose from = {.board = known->board,
                                  .scale = known->scale,
                                  .scale_rel_sigma = known->scale_rel_sigma};
    if (crok_known_has_ratios(&known->board, &pose->board,
                              CROK_SAME_BOARD_RATIO))
        crok_board_pose_take_scale(pose, &from);
}

/* Verify lines that were fitted in view->img, and make the pose from them.
 * Fails with CROK_ECUTOFF and CROK_ENOBOARD as crok_board_find does. `out` is
 * written only on CROK_OK. */
static crok_status pose_from(const crok_view *view, crok_crop crop,
                             crok_board_lines *lines,
                             const crok_quadrants *quadrants,
                             crok_board_pose *out, crok_err *err)
{
    crok_board_pose pose = {0};
    crok_fit_prior prior = crok_view_prior(view, view->img, crop);
    crok_crop other = crop == CROK_CROP_NONE ? CROK_CROP_BOARD : CROK_CROP_NONE;
    double visible_frac =
        (double)lines->trace[CROK_LINE_OUTER].n_inside / CROK_TRACE_ANGLES;
    if (visible_frac < MIN_VISIBLE)
        return crok_fail(err, CROK_ECUTOFF,
                         "only %.0f %% of the outer line is in the picture: "
                         "take it so that the whole line can be seen",
                         100.0 * visible_frac);
    if (quadrants->best_contrast < CROK_QUADRANTS_MIN_CONTRAST)
        return crok_fail(err, CROK_ENOBOARD,
                         "no crokinole board in the picture: rings, but no "
                         "lines between quadrants");
    if (!crok_board_lines_refit(&prior, lines))
        return crok_fail(err, CROK_ENOBOARD,
                         "the rings do not fit a board seen by a camera");
    if (try_other_crop(view, other, lines))
        crop = other;
    if (crok_board_lines_misfit(lines) > MAX_RESIDUAL_FRAC)
        return crok_fail(err, CROK_ENOBOARD, NO_FIT);
    set_board(view, crop, lines, &pose);
    turn_upright(quadrants->angle_rad, &lines->fit.cam);
    pose.camera = crok_camera_rescaled(&lines->fit.cam, 1.0 / view->scale,
                                       view->full_w_px, view->full_h_px);
    pose.rms_px = lines->fit.rms_px * view->scale;
    pose.quadrant_contrast = quadrants->contrast;
    pose.height_rel_sigma = lines->fit.f_rel_sigma;
    if (view->known != NULL)
        take_known_scale(view->known, &pose);
    *out = pose;
    return CROK_OK;
}

/* The angle at which the camera sees the board: the smaller one of the angles
 * of the line of sight and of the optical axis to the board's normal. Where the
 * board was cut out of its picture the axis is not known, and the fit may have
 * one of the two far too large. */
static double angle_of_view(const crok_camera *cam)
{
    return fmin(crok_camera_view_rad(cam), crok_camera_tilt_rad(cam));
}

/* The radius of the outer line in px of the full picture, with the image scale
 * at the board's middle. */
static double outer_px(const crok_board_pose *pose)
{
    return crok_camera_px_per_mm(&pose->camera) *
           pose->board.line_mm[CROK_LINE_OUTER];
}

/* The rms residual as a part of the outer line's radius. */
static double residual_frac(const crok_board_pose *pose)
{
    return pose->rms_px / outer_px(pose);
}

/* May the board be another one than was found, or the camera? The quick and the
 * thorough search may mistake a board that is seen from the side: the camera of
 * a wrong focal length bends its rings, and the edges of ditch and rail, which
 * lie in other planes, are rings too. */
static bool is_doubtful(const crok_board_pose *pose)
{
    return residual_frac(pose) > DOUBTFUL_FRAC &&
           angle_of_view(&pose->camera) > CROK_OBLIQUE_RAD;
}

/* Does this pose fit clearly better than the other one, from nearly the same
 * direction? */
static bool is_better(const crok_board_pose *pose, const crok_board_pose *other)
{
    double apart =
        fabs(angle_of_view(&pose->camera) - angle_of_view(&other->camera));
    return apart < SAME_VIEW_RAD &&
           residual_frac(pose) < MAX_RMS_RATIO * residual_frac(other);
}

/* Is the board seen from the side, and do its lines not fit the camera? */
static bool is_bent(const crok_board_pose *pose)
{
    return residual_frac(pose) > MAX_OBLIQUE_FRAC &&
           angle_of_view(&pose->camera) > OBLIQUE_FIT_RAD;
}

/* Is this effort of use, after those before it had the status st and, if that
 * is CROK_OK, found this pose? */
static bool is_of_use(const crok_view *view, crok_crop crop, crok_effort effort,
                      crok_status st, const crok_board_pose *found)
{
    bool has_focal = crok_view_has_focal(view, crop);
    if (effort == CROK_EFFORT_FAINT)
        return st == CROK_ENOBOARD;
    if (effort > CROK_EFFORT_OBLIQUE && has_focal)
        return false;
    if (st == CROK_OK)
        return effort >= CROK_EFFORT_OBLIQUE && is_doubtful(found);
    return st == CROK_ENOBOARD && effort <= CROK_EFFORT_OBLIQUE_WIDE &&
           (effort < CROK_EFFORT_OBLIQUE || !view->is_from_above);
}

/* A search for boards that are seen from the side must not find one that is
 * seen from above: the usual searches refused that. */
static crok_status find_with_effort(const crok_view *view, crok_crop crop,
                                    crok_effort effort, crok_board_pose *out,
                                    crok_err *err)
{
    crok_board_lines lines;
    crok_quadrants quadrants;
    crok_board_pose pose;
    crok_status st =
        crok_board_search(view, effort, crop, &lines, &quadrants, err);
    if (st == CROK_OK)
        st = pose_from(view, crop, &lines, &quadrants, &pose, err);
    if (st == CROK_OK && effort >= CROK_EFFORT_OBLIQUE &&
        effort < CROK_EFFORT_FAINT &&
        angle_of_view(&pose.camera) < CROK_OBLIQUE_RAD)
        st = crok_fail(err, CROK_ENOBOARD, NO_FIT);
    if (st == CROK_OK)
        *out = pose;
    return st;
}

static crok_status find_with_crop(const crok_view *view, crok_crop crop,
                                  crok_board_pose *out, crok_err *err)
{
    crok_board_pose pose;
    crok_status st = CROK_ENOBOARD;
    for (crok_effort i = CROK_EFFORT_QUICK; i < CROK_N_EFFORTS; i++) {
        if (!is_of_use(view, crop, i, st, out))
            continue;
        if (st != CROK_OK)
            st = find_with_effort(view, crop, i, out, err);
        else if (find_with_effort(view, crop, i, &pose, NULL) == CROK_OK &&
                 is_better(&pose, out))
            *out = pose;
    }
    if (st == CROK_OK && is_bent(out))
        return crok_fail(err, CROK_ENOBOARD, NO_FIT);
    return st;
}

/* ---- another board beside the one found ---- */

/* Is there room in the picture for most of another board of the same size? */
static bool has_room_beside(const crok_board_pose *pose)
{
    const crok_camera *cam = &pose->camera;
    crok_px o = crok_camera_project(cam, (crok_vec3){0.0, 0.0, 0.0});
    double aside = fmax(fmax(o.x, cam->w_px - o.x), fmax(o.y, cam->h_px - o.y));
    return aside > ROOM_RADII * outer_px(pose);
}

/* Search the rest of the picture for another board, and use that one if it is
 * larger. The first search finds the board with the most visible lines, which
 * may be the smaller one. The quick search is enough here. */
static void take_larger(const crok_view *view, crok_crop crop,
                        crok_board_pose *pose)
{
    crok_board_lines lines;
    crok_board_pose other;
    crok_quadrants quadrants;
    crok_view rest = *view;
    crok_camera known = crok_camera_rescaled(&pose->camera, view->scale,
                                             view->img->w_px, view->img->h_px);
    known.t_mm =
        crok_vec3_scale(known.t_mm, 1.0 / pose->board.line_mm[CROK_LINE_OUTER]);
    rest.beside = &known;
    if (crok_board_search(&rest, 0, crop, &lines, &quadrants, NULL) !=
            CROK_OK ||
        pose_from(&rest, crop, &lines, &quadrants, &other, NULL) != CROK_OK)
        return;
    if (outer_px(&other) > outer_px(pose))
        *pose = other;
    pose->has_another_beside = true;
}

static double ratio(const crok_board *b, crok_line line)
{
    return b->line_mm[line] / b->line_mm[CROK_LINE_OUTER];
}

/* Refuse a board that is not the one which the picture is said to show. */
static crok_status check_ratios(const crok_board *said, const crok_board *found,
                                crok_err *err)
{
    if (crok_known_has_ratios(said, found, CROK_SAME_BOARD_RATIO))
        return CROK_OK;
    return crok_fail(
        err, CROK_ENOBOARD,
        "this is not the board \"%s\": its lines are at %.3f and %.3f of the "
        "outer line's radius, in the picture at %.3f and %.3f",
        said->model, ratio(said, CROK_LINE_MIDDLE),
        ratio(said, CROK_LINE_INNER), ratio(found, CROK_LINE_MIDDLE),
        ratio(found, CROK_LINE_INNER));
}

crok_status crok_board_check_view(const crok_camera *cam, crok_err *err)
{
    double deg = angle_of_view(cam) * 180.0 / CROK_PI;
    if (deg <= CROK_MAX_VIEW_DEG + VIEW_ERROR_DEG)
        return CROK_OK;
    return crok_fail(err, CROK_ENOBOARD,
                     "the camera sees the board at %.0f degrees from straight "
                     "above, at most %.0f can be scored: hold it higher",
                     deg, CROK_MAX_VIEW_DEG);
}

crok_status crok_board_find(const crok_view *view, crok_board_pose *out,
                            crok_err *err)
{
    crok_crop crop = crok_view_crop(view);
    crok_status st = find_with_crop(view, crop, out, err);
    if (st == CROK_ENOBOARD && crop == CROK_CROP_BOARD) {
        crop = CROK_CROP_EDGES;
        st = find_with_crop(view, crop, out, err);
    }
    if (st == CROK_OK && has_room_beside(out))
        take_larger(view, crop, out);
    return st == CROK_OK && view->known != NULL
               ? check_ratios(&view->known->board, &out->board, err)
               : st;
}

static crok_status refine_with_crop(const crok_view *view, crok_crop crop,
                                    crok_board_pose *pose, crok_err *err)
{
    crok_board_lines lines;
    crok_fit_prior prior = crok_view_prior(view, view->img, crop);
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
                              NULL);
    if (st == CROK_ENOBOARD) {
        as_they_are.is_faint = true;
        st = crok_board_lines_fit(view->img, &start, &as_they_are, &prior,
                                  &lines, err);
    }
    if (st != CROK_OK)
        return st;
    quadrants = crok_quadrants_find(view->img, &lines);
    st = pose_from(view, crop, &lines, &quadrants, pose, err);
    pose->has_another_beside = has_another;
    return st;
}

void crok_board_sections(const crok_image *img, const crok_camera *cam,
                         const crok_board *board,
                         crok_section out[CROK_N_LINES])
{
    CROK_SCRATCH(crok_board_lines, lines, 1);
    const double outer_mm = board->line_mm[CROK_LINE_OUTER];
    crok_trace_params ask = {.stride = SECTION_STRIDE};
    *lines = (crok_board_lines){.fit = {.cam = *cam, .n_rings = CROK_N_LINES}};
    lines->fit.cam.t_mm = crok_vec3_scale(cam->t_mm, 1.0 / outer_mm);
    ask.width_px = board->line_width_mm * crok_camera_px_per_mm(cam);
    ask.reach_px = fmax(SECTION_REACH_PX, ask.width_px);
    for (int k = 0; k < CROK_N_LINES; k++) {
        ask.radius = lines->fit.radius[k] = board->line_mm[k] / outer_mm;
        crok_trace_ring(img, &lines->fit.cam, &ask, &lines->trace[k]);
    }
    crok_board_lines_sections(img, lines, out);
    for (int k = 0; k < CROK_N_LINES; k++)
        out[k].px_per_unit /= outer_mm;
}

crok_status crok_board_refine(const crok_view *view, crok_board_pose *pose,
                              crok_err *err)
{
    crok_crop crop = crok_view_crop(view);
    crok_status st = refine_with_crop(view, crop, pose, err);
    if (st != CROK_OK && crop == CROK_CROP_BOARD)
        st = refine_with_crop(view, CROK_CROP_EDGES, pose, err);
    return st;
}
