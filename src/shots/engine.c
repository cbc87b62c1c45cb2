/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/find.h"
#include "core/scratch.h"
#include "cv/cv.h"
#include "discs/look.h"
#include "shots/engine_inner.h"

/* A reading uses the mean of this many frames. The mean of 3 frames has
 * 1/sqrt(3) of the noise of one frame, but is ready two frames later. Chosen by
 * hand. */
#define FRAMES_READ 3
/* While something moves in the rim, the first reading of a rest waits until
 * nothing has moved in the inner part for this time, ns. Chosen by hand. If it
 * is shorter, the board is read while a hand covers discs; if longer, readings
 * are late. */
#define RIM_WAIT_NS INT64_C(600000000)
/* If nothing has moved for BRIEF_NS, one frame is kept. If motion begins again
 * before CROK_ENGINE_QUIET_NS, the board is read from the kept frame. This is
 * needed because a hand may come early: in a real film it came 0.12 s after the
 * discs had stopped. It is longer than one frame of a film of 15 frames a
 * second, because films that were converted repeat single frames while discs
 * move. */
#define BRIEF_NS INT64_C(90000000)
/* The tracker's detections must not have changed for this time, ns. Chosen by
 * hand: a fast disc that is detected in no frame leaves the board sooner. */
#define SETTLED_NS INT64_C(160000000)
/* Time between two checks of a picture without motion, ns. While the board is
 * covered or in motion it is COVERED_REPEAT_NS. If the board has been read, or
 * is still being searched for, it is REPEAT_NS. Chosen by hand: shorter
 * intervals cost processor time, longer ones delay the report. */
#define REPEAT_NS INT64_C(1500000000)
#define COVERED_REPEAT_NS INT64_C(300000000)
/* Frames in motion are reduced by 1, 2 or 4, the largest of these that leaves a
 * width of at least half of this value, px. Chosen by hand: a larger value is
 * more accurate, a smaller one needs less processor time. */
#define MOTION_WIDTH_PX 900
/* The board was turned about its centre if a frame is registered, but less than
 * this part of the structure that shows such a turn is in its place: rings look
 * alike after every turn. After a turn by 20 degrees 0.26 of it agree by chance
 * (test_alignment); in a real film with hands at least 0.56. */
#define MIN_TURN_VISIBLE 0.3
/* The board is searched for again when it has moved by more than FAR_PX since
 * its pose was measured, px of the small picture. Chosen by hand: sway
 * stays below 2.5 px, and a displacement of 3 px, or 1 % of the camera's
 * height, changes the parallax of the discs' faces by 0.1 mm. */
#define FAR_PX 3.0
/* A pose that was found agrees with the registration if they differ by less
 * than AGREES_PX on the outer line, px of the full frame. Or else it must show
 * this much more of the lines, as a part of all: a hand hides them from both
 * alike. Both are chosen by hand: the error of a search is 1 to 3 px at 480
 * lines. */
#define AGREES_PX 6.0
#define MUCH_MORE_VISIBLE 0.15
/* The lines are searched for within this distance of where the registration
 * says, px of the full frame: several times its error. */
#define REFINE_PX 3.0

/* The direction of the board's x axis in a picture. */
static crok_px x_axis_of(const crok_board_pose *pose)
{
    return (crok_px){pose->camera.rot.m[0], pose->camera.rot.m[3]};
}

crok_status crok_engine_new(const crok_engine_options *options,
                            crok_engine **out, crok_err *err)
{
    crok_engine *e = calloc(1, sizeof *e);
    if (e == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to watch a board");
    e->scan.n_sides = options->n_sides > 0 ? options->n_sides : 2;
    e->knows_sides = options->side_names[0][0] != '\0';
    for (int i = 0; i < e->scan.n_sides && e->knows_sides; i++)
        memcpy(e->scan.side_names[i], options->side_names[i],
               sizeof e->scan.side_names[i]);
    e->scan.n_side_names = e->knows_sides ? e->scan.n_sides : 0;
    e->scan.known = options->board;
    if (e->knows_sides)
        e->colours = crok_side_colours_of(e->scan.side_names, e->scan.n_sides);
    e->next_id = 1;
    e->read_ns = e->clear_ns = -1;
    if (options->pose != NULL) {
        e->pose = *options->pose;
        e->seats_x = x_axis_of(&e->pose);
        e->has_pose = e->pose_is_given = true;
    }
    *out = e;
    return CROK_OK;
}

void crok_engine_free(crok_engine **engine)
{
    crok_engine *e = *engine;
    if (e == NULL)
        return;
    crok_motion_free(&e->motion);
    crok_mean_free(&e->mean);
    crok_image_free(&e->frame);
    crok_image_free(&e->reduced);
    crok_image_free(&e->brief);
    crok_image_free(&e->brief_luma);
    crok_image_free(&e->rest_luma);
    crok_image_free(&e->rest_rgb);
    crok_image_free(&e->first_luma);
    crok_hidden_free(&e->hidden);
    crok_stabiliser_free(&e->stable);
    crok_tracker_free(&e->track);
    free(e->reference);
    free(e->first_reference);
    free(e);
    *engine = NULL;
}

const crok_board_pose *crok_engine_pose(const crok_engine *engine)
{
    return engine->has_pose ? &engine->pose : NULL;
}

const crok_image *crok_engine_picture(const crok_engine *engine)
{
    return engine->mean.image.data == NULL ? NULL : &engine->mean.image;
}

void crok_engine_set(crok_engine *e, const crok_rest_sight *rest)
{
    e->rest = *rest;
    e->has_given_rest = true;
    e->must_read = true;
    for (int i = 0; i < rest->n; i++)
        if (rest->disc[i].id >= e->next_id)
            e->next_id = rest->disc[i].id + 1;
    if (e->tracks)
        crok_tracker_set_ids(e->track, rest);
}

void crok_engine_set_outer(crok_engine *e, double outer_mm)
{
    e->outer_mm = outer_mm;
}

void crok_engine_read_anew(crok_engine *engine)
{
    engine->must_read = true;
}

/* ---- the board ---- */

static crok_status
new_motion_detector(crok_engine *e, const crok_engine_frame *f, crok_err *err)
{
    crok_motion_free(&e->motion);
    return crok_motion_new(f->luma->w_px, f->luma->h_px,
                           e->has_pose ? &e->pose : NULL, CROK_ENGINE_LUMA,
                           &e->motion, err);
}

static crok_status new_tracker(crok_engine *e, const crok_engine_frame *f,
                               crok_err *err)
{
    crok_status st = CROK_OK;
    crok_tracker_free(&e->track);
    e->tracks = false;
    e->reduce = 1;
    while (e->reduce < 4 && f->w_px / (2 * e->reduce) >= MOTION_WIDTH_PX / 2)
        e->reduce *= 2;
    st = crok_tracker_new(&e->pose, e->reduce, &e->track, err);
    if (st == CROK_OK)
        crok_tracker_set_colours(e->track, e->side_rgb, e->n_side_rgb);
    return st;
}

/* Create a new motion detector and, if the pose is known, a new tracker, and
 * make the frame the anchor of the stabiliser. Without a pose motion is
 * detected in the whole picture. */
static crok_status restart_detection(crok_engine *e, const crok_engine_frame *f,
                                     crok_err *err)
{
    crok_status st = new_motion_detector(e, f, err);
    e->is_lost = e->has_unmoved = false;
    e->far_px = FAR_PX;
    if (st == CROK_OK && e->has_pose)
        st = new_tracker(e, f, err);
    return st == CROK_OK && e->has_pose
               ? crok_stabiliser_set(&e->stable, &e->pose, f->luma, NULL, err)
               : st;
}

/* Discard what is remembered of the picture of the last rest. */
static void forget_pictures(crok_engine *e)
{
    free(e->reference);
    free(e->first_reference);
    e->reference = e->first_reference = NULL;
    crok_image_free(&e->rest_luma);
    crok_image_free(&e->rest_rgb);
    crok_image_free(&e->first_luma);
    crok_hidden_free(&e->hidden);
}

/* A change of the camera's pose: the cameras of the full frames, and the radius
 * of the outer line. */
typedef struct view_change {
    crok_camera from, to;
    double line_mm;
} view_change;

/* Take the pixels of `now` where the old view does not show the board: nothing
 * is remembered of these places. */
static void take_unseen(const crok_camera *from, const crok_camera *to,
                        const crok_image *now, crok_image *img)
{
    for (int y = 0; y < img->h_px; y++)
        for (int x = 0; x < img->w_px; x++) {
            crok_mm at = crok_camera_unproject(to, (crok_px){x, y}, 0.0);
            crok_px was =
                crok_camera_project(from, (crok_vec3){at.x, at.y, 0.0});
            size_t i = (size_t)x * (size_t)img->format;
            if (was.x < 0.0 || was.y < 0.0 || was.x > img->w_px - 1 ||
                was.y > img->h_px - 1)
                memcpy(crok_image_row(img, y) + i, crok_image_row(now, y) + i,
                       (size_t)img->format);
        }
}

/* Warp a remembered picture, reduced by `reduce`, to the new view.
 *
 *   now  borrowed: the present picture, reduced as much */
static crok_status change_view(const view_change *view, int reduce,
                               const crok_image *now, crok_image *img,
                               crok_err *err)
{
    crok_image made = {0};
    crok_camera to =
        crok_camera_rescaled(&view->to, reduce, img->w_px, img->h_px);
    crok_camera from =
        crok_camera_rescaled(&view->from, reduce, img->w_px, img->h_px);
    crok_plane_map map = crok_plane_map_of(&to, &from, view->line_mm);
    crok_status st =
        crok_image_new(img->w_px, img->h_px, img->format, &made, err);
    if (st == CROK_OK)
        st = crok_cv_warp(img, &map.map, &made, err);
    if (st != CROK_OK) {
        crok_image_free(&made);
        return st;
    }
    take_unseen(&from, &to, now, &made);
    crok_image_free(img);
    *img = made;
    return CROK_OK;
}

/* Warp the stored pictures of the last rest to the new view. The present
 * picture replaces that of the first rest: lamps are reflected elsewhere on a
 * board that was pushed, and that must not look like an object over it. */
static crok_status change_views(crok_engine *e, const crok_engine_frame *f,
                                const view_change *view, crok_err *err)
{
    crok_status st = f->colour(f->context, e->reduce, &e->reduced, err);
    if (st == CROK_OK)
        st = change_view(view, CROK_ENGINE_LUMA, f->luma, &e->rest_luma, err);
    if (st == CROK_OK)
        st = crok_engine_keep_first(e, f->luma, err);
    if (st == CROK_OK)
        st = change_view(view, e->reduce, &e->reduced, &e->rest_rgb, err);
    if (st == CROK_OK)
        st = crok_engine_sample_references(e, err);
    return st == CROK_OK ? crok_tracker_set_background(e->track, &e->rest_rgb,
                                                       &e->reference_rest, err)
                         : st;
}

/* The board has another pose now. What is remembered of the last rest is warped
 * to it, so that the next reading is compared with that rest as before.
 *
 *   f  the frame as the camera took it */
static crok_status change_pose(crok_engine *e, const crok_engine_frame *f,
                               const crok_board_pose *pose, crok_err *err)
{
    view_change view = {e->pose.camera, pose->camera,
                        e->pose.board.line_mm[CROK_LINE_OUTER]};
    crok_status st = CROK_OK;
    e->pose = *pose;
    e->hole_ends = (crok_hole_ends){0};
    (void)crok_disc_sizes_apply(&e->sizes, &e->pose);
    st = restart_detection(e, f, err);
    if (st != CROK_OK || e->rest_rgb.data == NULL)
        return st;
    st = change_views(e, f, &view, err);
    e->tracks = st == CROK_OK;
    return st;
}

/* A picture gives the board's frame only up to quarter turns. The seats stay
 * where they are in the picture when somebody turns the board, so of the four
 * frames take the one whose x axis is nearest to that of the first pose. */
static void keep_seats(const crok_engine *e, crok_board_pose *pose)
{
    crok_mat3 best = pose->camera.rot;
    double most = -2.0;
    for (int k = 0; k < 4; k++) {
        crok_mat3 turn =
            crok_mat3_rotation((crok_vec3){0.0, 0.0, 0.5 * k * CROK_PI});
        crok_mat3 rot = crok_mat3_mul(&pose->camera.rot, &turn);
        double along = rot.m[0] * e->seats_x.x + rot.m[3] * e->seats_x.y;
        if (along <= most)
            continue;
        most = along;
        best = rot;
    }
    pose->camera.rot = best;
}

/* Does the pose that was found agree with the one that the registration gives?
 * If not, a hand may have misled the search; or texture the registration, and
 * then more lines are visible where the search has them (shows_more). */
static bool agrees(const crok_engine *e, const crok_board_pose *found)
{
    const crok_aligned *last = crok_stabiliser_last(&e->stable);
    double line_mm = e->pose.board.line_mm[CROK_LINE_OUTER];
    crok_board_pose pose = *found;
    crok_board_pose_take_scale(&pose, &e->pose);
    return crok_plane_map_of(&last->camera, &pose.camera, line_mm).moved_px <
           AGREES_PX;
}

/* By how much more of the board's lines is visible in the full frame where the
 * pose that was found has them than where the registration has them, 0..1. */
static double shows_more(const crok_engine *e, const crok_board_pose *found)
{
    crok_board_pose registered = e->pose;
    registered.camera = crok_stabiliser_last(&e->stable)->camera;
    return crok_registration_measure(&e->frame, found).visible_frac -
           crok_registration_measure(&e->frame, &registered).visible_frac;
}

/* A pose that was searched for has an error of a few px, and all discs would
 * seem to have moved by it since the last rest. The picture of that rest shows
 * where the board's marks are: warped to the new view, it is aligned to the
 * present picture, and the displacement that is left corrects the pose. */
static crok_status correct_pose(const crok_engine *e,
                                const crok_engine_frame *f,
                                crok_board_pose *pose, crok_err *err)
{
    view_change view = {e->pose.camera, pose->camera,
                        e->pose.board.line_mm[CROK_LINE_OUTER]};
    crok_image luma = {0};
    crok_alignment *alignment = NULL;
    crok_aligned now = {0};
    crok_status st = CROK_OK;
    if (e->rest_luma.data == NULL)
        return CROK_OK;
    st = crok_image_copy(&e->rest_luma, &luma, err);
    if (st == CROK_OK)
        st = change_view(&view, CROK_ENGINE_LUMA, f->luma, &luma, err);
    if (st == CROK_OK)
        st = crok_alignment_new(pose, CROK_ENGINE_LUMA, &luma,
                                &e->reference_rest, &alignment, err);
    if (st == CROK_OK)
        now = crok_alignment_measure(alignment, f->luma);
    if (now.is_found && now.turn_visible_frac >= MIN_TURN_VISIBLE)
        pose->camera = now.camera;
    crok_alignment_free(&alignment);
    crok_image_free(&luma);
    return st;
}

/* Search the full picture for the board, because the frame could not be
 * registered: the board was moved farther than the registration reaches, or
 * something covers most of it. Or because it was registered far from where it
 * was: the perspective is another one then, and a part of the old view may be
 * outside the picture.
 *
 *   f      the frame as the camera took it
 *   found  out: true if the board has a new pose now */
static crok_status find_board_again(crok_engine *e, const crok_engine_frame *f,
                                    bool *found, crok_engine_report *out,
                                    crok_err *err)
{
    crok_board_pose pose;
    crok_err why = {0};
    crok_scan_options scan = e->scan;
    crok_status st = f->colour(f->context, 1, &e->frame, err);
    *found = false;
    if (st != CROK_OK)
        return st;
    e->read_ns = e->searched_ns = f->t_ns;
    e->far_px = FAR_PX + crok_stabiliser_last(&e->stable)->moved_px;
    scan.is_from_above =
        crok_camera_view_rad(&e->pose.camera) < CROK_OBLIQUE_RAD;
    st = crok_scan_board(&e->frame, 1.0, &scan, &pose, &why);
    if (st == CROK_OK)
        st = crok_board_check_view(&pose.camera, &why);
    if (st == CROK_ENOMEM)
        return crok_fail(err, st, "%s", why.msg);
    if (st != CROK_OK)
        return CROK_OK;
    keep_seats(e, &pose);
    if (!e->is_lost && !agrees(e, &pose) &&
        shows_more(e, &pose) < MUCH_MORE_VISIBLE)
        return CROK_OK;
    *found = true;
    e->mean.n = 0;
    out->news = CROK_NEWS_BUMPED;
    (void)snprintf(out->words, sizeof out->words,
                   "camera or board has moved: the board is found again");
    if (e->pose.scale_is_settled)
        crok_board_pose_take_scale(&pose, &e->pose);
    st = correct_pose(e, f, &pose, err);
    return st == CROK_OK ? change_pose(e, f, &pose, err) : st;
}

/* ---- a reading ---- */

/* All lengths that were measured before are in a millimetre that is k times as
 * long as the present one. */
static void rescale(crok_engine *e, double k)
{
    crok_stabiliser_rescale(&e->stable, k);
    crok_motion_rescale(&e->motion, k);
    crok_hidden_rescale(&e->hidden, k);
    crok_print_rescale(&e->print, k);
    crok_tracker_rescale(e->track, k);
    crok_rest_rescale(&e->rest, k);
    crok_rest_rescale(&e->reference_rest, k);
}

/* The millimetre is the board's own, so the first reading with discs settles
 * it: positions of later readings are compared with those of earlier ones. At
 * the first rest detection begins anew with it; later the tracker's frames are
 * needed, and what was measured before is converted.
 *
 *   f  the frame that was read, as it was read */
static crok_status settle_scale(crok_engine *e, const crok_engine_frame *f,
                                const crok_board_pose *seen, crok_err *err)
{
    crok_board_pose pose = e->pose;
    if (pose.scale_is_settled || seen->scale_evidence.n_discs == 0)
        return CROK_OK;
    crok_board_pose_take_scale(&pose, seen);
    if (!e->has_rest)
        return change_pose(e, f, &pose, err);
    rescale(e, pose.board.line_mm[CROK_LINE_OUTER] /
                   e->pose.board.line_mm[CROK_LINE_OUTER]);
    e->pose = pose;
    return CROK_OK;
}

/* Is the board where the calibration says? This is checked once, at the first
 * reading. If the camera was moved since it was calibrated, search for the
 * board.
 *
 *   is_other  out: true if the board has another pose now */
static crok_status check_given_pose(crok_engine *e, const crok_engine_frame *f,
                                    bool *is_other, crok_engine_report *out,
                                    crok_err *err)
{
    *is_other = false;
    if (!e->pose_is_given)
        return CROK_OK;
    e->pose_is_given = false;
    e->is_lost =
        crok_registration_measure(&e->mean.image, &e->pose).is_displaced;
    return e->is_lost ? find_board_again(e, f, is_other, out, err) : CROK_OK;
}

/* The lines of the mean picture show how far it is from where the pose says,
 * more accurately than the registration of the small pictures. A picture of a
 * camera that has moved is measured against the last one of a camera that has
 * not, because a pose has a small error of its own. Returns the pose in the
 * mean picture. */
static crok_board_pose refined_pose(crok_engine *e)
{
    bool has_moved = crok_stabiliser_has_moved(&e->stable);
    crok_board_pose pose = e->pose;
    crok_registration now;
    crok_mat3 turn;
    if (!has_moved && e->has_unmoved)
        return pose;
    now = crok_registration_measure_within(&e->mean.image, &e->pose, REFINE_PX);
    if (now.visible_frac < CROK_REGISTRATION_MIN_VISIBLE)
        return pose;
    if (!has_moved) {
        e->unmoved = now;
        e->has_unmoved = true;
        return pose;
    }
    if (!e->has_unmoved)
        return pose;
    pose.camera.cx_px += now.all.shift_px.x - e->unmoved.all.shift_px.x;
    pose.camera.cy_px += now.all.shift_px.y - e->unmoved.all.shift_px.y;
    pose.camera.f_px *=
        1.0 + now.all.scale_change - e->unmoved.all.scale_change;
    if (now.n_quadrants < CROK_REGISTRATION_MIN_QUADRANTS ||
        e->unmoved.n_quadrants < CROK_REGISTRATION_MIN_QUADRANTS)
        return pose;
    turn = crok_mat3_rotation(
        (crok_vec3){0.0, 0.0, now.rotation_rad - e->unmoved.rotation_rad});
    pose.camera.rot = crok_mat3_mul(&pose.camera.rot, &turn);
    return pose;
}

/* No sharp line is where the pose says. The lens may have lost its focus; or
 * the pose was found while something covered the board, and is wrong by some
 * pixels: then a search finds one that shows more of the lines. */
static crok_status look_for_lines(crok_engine *e, const crok_engine_frame *f,
                                  crok_engine_report *out, crok_err *err)
{
    bool found = false;
    e->state = CROK_ENGINE_COVERED;
    if (f->t_ns - e->searched_ns < REPEAT_NS)
        return CROK_OK;
    return find_board_again(e, f, &found, out, err);
}

/* Read the board in the mean picture. */
static crok_status read_board(crok_engine *e, const crok_engine_frame *f,
                              crok_engine_report *out, crok_err *err)
{
    CROK_SCRATCH(crok_segmentation, segments, 1);
    crok_scan_options scan = e->scan;
    crok_status st = CROK_OK;
    crok_board_pose pose;
    bool is_other = false;
    e->has_brief = e->must_read = false;
    crok_mean_take(&e->mean);
    crok_motion_keep(&e->motion, f->luma);
    e->motion.is_displaced = crok_stabiliser_has_moved(&e->stable);
    crok_engine_note_burnt(e, f->luma);
    e->read_ns = f->t_ns;
    st = check_given_pose(e, f, &is_other, out, err);
    if (st != CROK_OK || is_other)
        return st;
    pose = refined_pose(e);
    crok_engine_note_blur(e, &e->mean.image, &pose);
    if (e->is_blurred)
        return look_for_lines(e, f, out, err);
    scan.segments = segments;
    st = crok_look(&e->mean.image, &pose.camera, &pose.board, NULL, segments,
                   err);
    if (st == CROK_OK)
        st =
            crok_scan_discs(&e->mean.image, 1.0, &scan, &pose, &out->seen, err);
    if (st == CROK_ESIDES) { /* for example because an arm is over the board */
        e->state = CROK_ENGINE_COVERED;
        return CROK_OK;
    }
    if (st != CROK_OK)
        return st;
    st = settle_scale(e, f, &out->seen.pose, err);
    crok_disc_sizes_add(&e->sizes, &out->seen);
    return st == CROK_OK ? crok_engine_take_reading(e, f, out, err) : st;
}

/* Read the discs in the frame in which the board was found (is_tentative). */
static crok_status read_tentatively(crok_engine *e, const crok_engine_frame *f,
                                    crok_engine_report *out, crok_err *err)
{
    crok_status st = CROK_OK;
    e->mean.n = 0;
    st = crok_mean_add(&e->mean, &e->frame, err);
    if (st != CROK_OK)
        return st;
    e->is_tentative = true;
    st = read_board(e, f, out, err);
    e->is_tentative = e->has_rest;
    e->state = CROK_ENGINE_MOVING;
    e->read_ns = -1;
    return st;
}

/* Measure the board in the millimetre of the match, if there is one. */
static void take_outer(crok_engine *e)
{
    if (e->outer_mm <= 0.0 || e->pose.scale_is_settled)
        return;
    crok_board_pose_rescale(
        &e->pose, e->outer_mm / e->pose.board.line_mm[CROK_LINE_OUTER]);
    e->pose.scale_is_settled = true;
}

/* Search the full picture for a board. */
static crok_status find_board(crok_engine *e, const crok_engine_frame *f,
                              crok_engine_report *out, crok_err *err)
{
    crok_err why = {0};
    crok_status st = f->colour(f->context, 1, &e->frame, err);
    if (st != CROK_OK)
        return st;
    e->read_ns = e->searched_ns = f->t_ns;
    st = crok_scan_board(&e->frame, 1.0, &e->scan, &e->pose, &why);
    if (st == CROK_OK)
        st = crok_board_check_view(&e->pose.camera, &why);
    if (st == CROK_ENOMEM)
        return crok_fail(err, st, "%s", why.msg);
    if (st != CROK_OK) {
        out->news = CROK_NEWS_NO_BOARD;
        (void)snprintf(out->words, sizeof out->words, "%.150s", why.msg);
        return CROK_OK;
    }
    take_outer(e);
    e->seats_x = x_axis_of(&e->pose);
    e->has_pose = true;
    out->news = CROK_NEWS_BOARD;
    st = restart_detection(e, f, err);
    return st == CROK_OK ? read_tentatively(e, f, out, err) : st;
}

/* Add a frame at rest to the mean. When FRAMES_READ frames are added, read the
 * board. */
static crok_status read_frame(crok_engine *e, const crok_engine_frame *f,
                              crok_engine_report *out, crok_err *err)
{
    crok_status st = f->colour(f->context, 1, &e->frame, err);
    if (e->motion.rim_ns == f->t_ns)
        e->mean.n = 0; /* what moves in the rim must not be blurred */
    if (st == CROK_OK)
        st = crok_mean_add(&e->mean, &e->frame, err);
    if (st != CROK_OK || e->mean.n < FRAMES_READ)
        return st;
    e->rim_ns = e->motion.rim_ns;
    return read_board(e, f, out, err);
}

/* ---- a pause in the motion, too short to be read at once ---- */

static crok_status keep_brief(crok_engine *e, const crok_engine_frame *f,
                              crok_err *err)
{
    crok_status st = f->colour(f->context, 1, &e->brief, err);
    if (st == CROK_OK)
        st = crok_image_copy(f->luma, &e->brief_luma, err);
    if (st != CROK_OK)
        return st;
    e->brief_ns = f->t_ns;
    e->brief_rim_ns = e->motion.rim_ns;
    e->has_brief = true;
    return CROK_OK;
}

/* The colour callback for the kept frame. It rounds the reduced width and
 * height up, like crok_frame_rgb. */
static crok_status reduced_brief(void *context, int reduce, crok_image *out,
                                 crok_err *err)
{
    const crok_engine *e = context;
    crok_image_free(out);
    return crok_cv_resize(&e->brief, (e->brief.w_px + reduce - 1) / reduce,
                          (e->brief.h_px + reduce - 1) / reduce, out, err);
}

static crok_status read_brief(crok_engine *e, crok_engine_report *out,
                              crok_err *err)
{
    crok_engine_frame f = {.luma = &e->brief_luma,
                           .t_ns = e->brief_ns,
                           .w_px = e->brief.w_px,
                           .h_px = e->brief.h_px,
                           .colour = reduced_brief,
                           .context = e};
    crok_status st = CROK_OK;
    e->has_brief = false;
    e->rim_ns = e->brief_rim_ns;
    e->mean.n = 0;
    st = crok_mean_add(&e->mean, &e->brief, err);
    if (e->tracks)
        crok_tracker_hold(e->track, e->brief_ns);
    if (st == CROK_OK)
        st = read_board(e, &f, out, err);
    if (e->tracks)
        crok_tracker_release(e->track);
    return st;
}

crok_status crok_engine_finish(crok_engine *e, crok_engine_report *out,
                               crok_err *err)
{
    memset(out, 0, sizeof *out);
    out->state = e->state;
    return e->has_brief && e->has_pose ? read_brief(e, out, err) : CROK_OK;
}

/* ---- a frame ---- */

/* If this is a pause in the motion, keep its first frame. */
static crok_status watch_pause(crok_engine *e, const crok_engine_frame *f,
                               int64_t still_ns, crok_err *err)
{
    if (still_ns < BRIEF_NS || e->state != CROK_ENGINE_MOVING || e->has_brief ||
        e->motion.n_fresh == 0 || crok_engine_is_dark(e, f->luma))
        return CROK_OK;
    return keep_brief(e, f, err);
}

static crok_status process_motion(crok_engine *e, int64_t still_ns,
                                  crok_engine_report *out, crok_err *err)
{
    crok_status st = CROK_OK;
    if (e->has_brief && still_ns < BRIEF_NS)
        st = read_brief(e, out, err);
    if (out->news == CROK_NEWS_NONE && e->state != CROK_ENGINE_MOVING)
        out->news = CROK_NEWS_MOVING;
    e->state = CROK_ENGINE_MOVING;
    e->mean.n = 0;
    e->read_ns = -1;
    return st;
}

/* Returns for how long nothing has moved in the rim, ns. */
static int64_t rim_still_ns(const crok_engine *e, const crok_engine_frame *f)
{
    return f->t_ns - e->motion.rim_ns;
}

/* Pass a frame to the tracker if something moves, or if the rim differs from
 * the last rest. If the rim differs but nothing moves, the tracker repeats its
 * last frame instead, which saves processor time. */
static crok_status track(crok_engine *e, const crok_engine_frame *f,
                         int64_t still_ns, crok_err *err)
{
    crok_status st = CROK_OK;
    if (!e->tracks || (still_ns >= CROK_ENGINE_QUIET_NS &&
                       !crok_rim_differs(&e->motion, e->reference, f->luma)))
        return CROK_OK;
    if (still_ns >= CROK_ENGINE_QUIET_NS &&
        rim_still_ns(e, f) >= CROK_ENGINE_QUIET_NS) {
        crok_tracker_repeat(e->track, f->t_ns);
        return CROK_OK;
    }
    st = f->colour(f->context, e->reduce, &e->reduced, err);
    return st == CROK_OK
               ? crok_tracker_frame(e->track, &e->reduced, f->t_ns, err)
               : st;
}

/* Has the board moved so far that it must be searched for? */
static bool is_far(const crok_engine *e)
{
    const crok_aligned *last = crok_stabiliser_last(&e->stable);
    return last != NULL && last->moved_px > e->far_px;
}

/* The time between two checks of a picture without motion, ns. */
static int64_t repeat_ns(const crok_engine *e)
{
    if (!e->has_pose || (e->state == CROK_ENGINE_QUIET && !is_far(e)))
        return REPEAT_NS;
    return COVERED_REPEAT_NS;
}

/* Is it time to look whether what seems to hide the board stays as it is? */
static bool may_reveal(const crok_engine *e)
{
    return e->hidden.n > 0 && !e->has_tried_still &&
           e->motion.fresh_ns >= CROK_HIDDEN_STILL_NS;
}

/* Is it time for a reading or a search? A board that was read is read again
 * only if its picture has changed since, or after crok_engine_read_anew or
 * crok_engine_set. */
static bool is_due(crok_engine *e, const crok_engine_frame *f)
{
    if (e->mean.n > 0 || e->read_ns < 0)
        return true;
    if (f->t_ns - e->read_ns < repeat_ns(e))
        return false;
    if (!e->has_pose || e->state != CROK_ENGINE_QUIET || e->must_read ||
        is_far(e) || may_reveal(e) ||
        !crok_motion_is_as_kept(&e->motion, f->luma))
        return true;
    e->read_ns = f->t_ns;
    return false;
}

/* Must a reading wait because something moves in the rim? The first reading of
 * a rest waits until the inner part has been still for RIM_WAIT_NS. Later
 * readings of the same rest wait until the rim is still. */
static bool waits_for_rim(const crok_engine *e, const crok_engine_frame *f,
                          int64_t still_ns)
{
    return e->has_rest && rim_still_ns(e, f) < CROK_ENGINE_QUIET_NS &&
           (still_ns < RIM_WAIT_NS || e->state == CROK_ENGINE_QUIET);
}

/* The frame size has changed: discard the stored pictures and grey values, and
 * restart the detection. */
static crok_status change_size(crok_engine *e, const crok_engine_frame *f,
                               crok_err *err)
{
    e->has_brief = false;
    e->mean.n = 0;
    e->sharpest_px = 0.0;
    forget_pictures(e);
    return restart_detection(e, f, err);
}

/* Set *view to the frame as the camera would have taken it from the place where
 * the pose was measured. The displacement is measured only if something seems
 * to move, or for a reading. */
static crok_status stabilise(crok_engine *e, const crok_engine_frame *f,
                             crok_engine_frame *view, crok_err *err)
{
    const crok_aligned *last = NULL;
    crok_status st = crok_stabiliser_take(&e->stable, f, view, err);
    if (st != CROK_OK ||
        (!crok_motion_look(&e->motion, view->luma) && e->mean.n == 0))
        return st;
    st = crok_stabiliser_measure(&e->stable, view, err);
    last = crok_stabiliser_last(&e->stable);
    if (st != CROK_OK || last == NULL)
        return st;
    e->is_lost = !last->is_found || last->turn_visible_frac < MIN_TURN_VISIBLE;
    (void)crok_motion_look(&e->motion, view->luma);
    return CROK_OK;
}

/* For how long the discs have been at rest, ns: by the grey values, still_ns,
 * or by the tracker, if it has seen that for SETTLED_NS. It does not see a disc
 * of the board's colour that moves: then the grey values have the last word. */
static int64_t settled_ns(const crok_engine *e, int64_t t_ns, int64_t still_ns)
{
    double core_mm = CROK_MOTION_INNER * e->pose.board.line_mm[CROK_LINE_OUTER];
    int64_t settled = 0;
    if (e->tracks && !e->is_lost)
        settled = crok_tracker_still_ns(e->track, core_mm);
    if (settled > t_ns - e->motion.lump_ns)
        settled = t_ns - e->motion.lump_ns;
    return settled >= SETTLED_NS ? settled : still_ns;
}

/* Nothing moves, and it is time to look: search for the board if its pose is
 * not known well enough, otherwise read it. */
static crok_status look(crok_engine *e, const crok_engine_frame *view,
                        int64_t still_ns, crok_engine_report *out,
                        crok_err *err)
{
    bool found = false;
    crok_status st = CROK_OK;
    if (e->is_lost || (is_far(e) && e->state != CROK_ENGINE_MOVING))
        st = find_board_again(e, e->stable.frame, &found, out, err);
    if (st != CROK_OK || found)
        return st;
    if (e->is_lost)
        e->state = CROK_ENGINE_COVERED;
    else if (!waits_for_rim(e, view, still_ns))
        return read_frame(e, view, out, err);
    e->mean.n = 0;
    return CROK_OK;
}

/* Continue with a stabilised frame, after its motion is known. */
static crok_status process(crok_engine *e, const crok_engine_frame *view,
                           int64_t still_ns, crok_engine_report *out,
                           crok_err *err)
{
    bool looks = is_due(e, view);
    crok_status st = e->is_lost ? CROK_OK : track(e, view, still_ns, err);
    if (st != CROK_OK)
        return st;
    if (still_ns < CROK_ENGINE_QUIET_NS)
        still_ns = settled_ns(e, view->t_ns, still_ns);
    if (!e->has_pose) /* the search does not wait until nothing moves */
        return looks && !crok_engine_is_dark(e, view->luma)
                   ? find_board(e, view, out, err)
                   : CROK_OK;
    st = watch_pause(e, view, still_ns, err);
    if (st != CROK_OK)
        return st;
    if (still_ns < CROK_ENGINE_QUIET_NS)
        return process_motion(e, still_ns, out, err);
    if (!looks || crok_engine_is_dark(e, view->luma)) {
        e->mean.n = 0;
        return CROK_OK;
    }
    return look(e, view, still_ns, out, err);
}

crok_status crok_engine_feed(crok_engine *e, const crok_engine_frame *f,
                             crok_engine_report *out, crok_err *err)
{
    crok_engine_frame view;
    crok_status st = CROK_OK;
    memset(out, 0, sizeof *out);
    if (e->motion.cell == NULL || e->motion.w_px != f->luma->w_px ||
        e->motion.h_px != f->luma->h_px)
        st = change_size(e, f, err);
    if (st == CROK_OK)
        st = stabilise(e, f, &view, err);
    if (st == CROK_OK)
        st = process(e, &view, crok_motion_take(&e->motion, f->t_ns), out, err);
    if (st == CROK_OK)
        crok_engine_find_trouble(e, &view, out);
    out->state = !e->has_pose ? CROK_ENGINE_LOOKING : e->state;
    return st;
}
