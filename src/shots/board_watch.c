/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/board_watch.h"

#include <math.h>

#include "board/find.h"
#include "cv/cv.h"
#include "discs/scan.h"

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

/* A rest's picture becomes the anchor if less than this part of the anchor's
 * structure is visible in it, of all and of what would show a turn. Each time
 * the error of the registration becomes one of the pose, so a camera that sways
 * keeps its anchor for longer. Chosen by hand. */
#define ANCHOR_VISIBLE 0.97
#define ANCHOR_TURN_VISIBLE 0.85
#define SWAYING_VISIBLE 0.85
#define SWAYING_TURN_VISIBLE 0.6

/* The direction of the board's x axis in a picture. */
static crok_px x_axis_of(const crok_board_pose *pose)
{
    return (crok_px){pose->camera.rot.m[0], pose->camera.rot.m[3]};
}

void crok_board_watch_set(crok_board_watch *w, const crok_board_pose *pose)
{
    w->pose = *pose;
    w->seats_x = x_axis_of(pose);
    w->has_pose = w->is_given = true;
    w->far_px = FAR_PX;
}

void crok_board_watch_free(crok_board_watch *w)
{
    crok_stabiliser_free(&w->stable);
    crok_image_free(&w->frame);
    crok_image_free(&w->rest_luma);
}

crok_status crok_board_watch_anchor(crok_board_watch *w, const crok_image *luma,
                                    const crok_rest_sight *rest, crok_err *err)
{
    w->is_lost = w->has_unmoved = false;
    w->far_px = FAR_PX;
    return crok_stabiliser_set(&w->stable, &w->pose, luma, rest, err);
}

crok_status crok_board_watch_keep(crok_board_watch *w, const crok_image *luma,
                                  const crok_rest_sight *rest, bool is_clear,
                                  crok_err *err)
{
    const crok_aligned *last = crok_stabiliser_last(&w->stable);
    bool sways = crok_stabiliser_has_moved(&w->stable);
    crok_status st = crok_image_copy(luma, &w->rest_luma, err);
    w->rest = *rest;
    if (st != CROK_OK || last == NULL || !is_clear ||
        (last->visible_frac > (sways ? SWAYING_VISIBLE : ANCHOR_VISIBLE) &&
         last->turn_visible_frac >
             (sways ? SWAYING_TURN_VISIBLE : ANCHOR_TURN_VISIBLE)))
        return st;
    return crok_stabiliser_set(&w->stable, &w->pose, luma, rest, err);
}

void crok_board_watch_rescale(crok_board_watch *w, double k)
{
    crok_stabiliser_rescale(&w->stable, k);
    crok_rest_rescale(&w->rest, k);
}

/* ---- searching ---- */

/* Take the full picture, as the camera took it. */
static crok_status take_picture(crok_board_watch *w, const crok_engine_frame *f,
                                crok_err *err)
{
    w->searched_ns = f->t_ns;
    return f->colour(f->context, 1, &w->frame, err);
}

/* Search it. Returns whether a board is there.
 *
 *   pose  written only if true is returned
 *   why   if there is none: why; its status may be CROK_ENOMEM */
static bool search(const crok_image *img, const crok_scan_options *scan,
                   crok_board_pose *pose, crok_err *why)
{
    return crok_scan_board(img, 1.0, scan, pose, why) == CROK_OK &&
           crok_board_check_view(&pose->camera, why) == CROK_OK;
}

static crok_status no_memory(const crok_err *why, crok_err *err)
{
    return why->status == CROK_ENOMEM
               ? crok_fail(err, CROK_ENOMEM, "%s", why->msg)
               : CROK_OK;
}

crok_status crok_board_watch_find(crok_board_watch *w,
                                  const crok_scan_options *scan,
                                  const crok_engine_frame *f, crok_search *out,
                                  crok_err *why, crok_err *err)
{
    crok_status st = take_picture(w, f, err);
    *out = CROK_SEARCH_NO_BOARD;
    if (st != CROK_OK)
        return st;
    if (!search(&w->frame, scan, &w->pose, why))
        return no_memory(why, err);
    *out = CROK_SEARCH_FOUND;
    if (w->outer_mm > 0.0 && !w->pose.scale_is_settled) {
        crok_board_pose_rescale(
            &w->pose, w->outer_mm / w->pose.board.line_mm[CROK_LINE_OUTER]);
        w->pose.scale_is_settled = true;
    }
    w->seats_x = x_axis_of(&w->pose);
    w->has_pose = w->is_rough = true;
    return crok_board_watch_anchor(w, f->luma, NULL, err);
}

/* A picture gives the board's frame only up to quarter turns. The seats stay
 * where they are in the picture when somebody turns the board, so of the four
 * frames take the one whose x axis is nearest to that of the first pose. */
static void keep_seats(const crok_board_watch *w, crok_board_pose *pose)
{
    crok_mat3 best = pose->camera.rot;
    double most = -2.0;
    for (int k = 0; k < 4; k++) {
        crok_mat3 turn =
            crok_mat3_rotation((crok_vec3){0.0, 0.0, 0.5 * k * CROK_PI});
        crok_mat3 rot = crok_mat3_mul(&pose->camera.rot, &turn);
        double along = rot.m[0] * w->seats_x.x + rot.m[3] * w->seats_x.y;
        if (along <= most)
            continue;
        most = along;
        best = rot;
    }
    pose->camera.rot = best;
}

/* By how much the outer line of the pose that was found is off that of a
 * camera, px of the full frame. */
static double differ_px(const crok_board_watch *w, const crok_board_pose *found,
                        const crok_camera *camera)
{
    double line_mm = w->pose.board.line_mm[CROK_LINE_OUTER];
    crok_board_pose pose = *found;
    crok_board_pose_take_scale(&pose, &w->pose);
    return crok_plane_map_of(camera, &pose.camera, line_mm).moved_px;
}

/* Does the pose that was found agree with the one that the registration gives?
 * If not, a hand may have misled the search; or texture the registration, and
 * then more lines are visible where the search has them (shows_more). */
static bool agrees(const crok_board_watch *w, const crok_board_pose *found)
{
    return differ_px(w, found, &crok_stabiliser_last(&w->stable)->camera) <
           AGREES_PX;
}

/* By how much more of the board's lines is visible in the full frame where the
 * pose that was found has them than where the registration has them, 0..1. */
static double shows_more(const crok_board_watch *w,
                         const crok_board_pose *found)
{
    crok_board_pose registered = w->pose;
    registered.camera = crok_stabiliser_last(&w->stable)->camera;
    return crok_registration_measure(&w->frame, found).visible_frac -
           crok_registration_measure(&w->frame, &registered).visible_frac;
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

/* Warp a remembered small picture to the new view.
 *
 *   now  borrowed: the present small picture */
static crok_status change_view(const view_change *view, const crok_image *now,
                               crok_image *img, crok_err *err)
{
    crok_image made = {0};
    crok_camera to =
        crok_camera_rescaled(&view->to, CROK_ENGINE_LUMA, img->w_px, img->h_px);
    crok_camera from = crok_camera_rescaled(&view->from, CROK_ENGINE_LUMA,
                                            img->w_px, img->h_px);
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

/* A pose that was searched for has an error of a few px, and all discs would
 * seem to have moved by it since the last rest. The picture of that rest shows
 * where the board's marks are: warped to the new view, it is aligned to the
 * present picture, and the displacement that is left corrects the pose. */
static crok_status correct_pose(const crok_board_watch *w,
                                const crok_engine_frame *f,
                                crok_board_pose *pose, crok_err *err)
{
    view_change view = {w->pose.camera, pose->camera,
                        w->pose.board.line_mm[CROK_LINE_OUTER]};
    crok_image luma = {0};
    crok_alignment *alignment = NULL;
    crok_aligned now = {0};
    crok_status st = CROK_OK;
    if (w->rest_luma.data == NULL)
        return CROK_OK;
    st = crok_image_copy(&w->rest_luma, &luma, err);
    if (st == CROK_OK)
        st = change_view(&view, f->luma, &luma, err);
    if (st == CROK_OK)
        st = crok_alignment_new(pose, CROK_ENGINE_LUMA, &luma, &w->rest,
                                &alignment, err);
    if (st == CROK_OK)
        now = crok_alignment_measure(alignment, f->luma);
    if (now.is_found && now.turn_visible_frac >= MIN_TURN_VISIBLE)
        pose->camera = now.camera;
    crok_alignment_free(&alignment);
    crok_image_free(&luma);
    return st;
}

/* Search a picture for the board whose pose is known roughly. Arguments as
 * search. */
static bool search_again(const crok_board_watch *w,
                         const crok_scan_options *options,
                         const crok_image *img, crok_board_pose *pose,
                         crok_err *why)
{
    crok_scan_options scan = *options;
    scan.is_from_above =
        crok_camera_view_rad(&w->pose.camera) < CROK_OBLIQUE_RAD;
    if (!search(img, &scan, pose, why))
        return false;
    keep_seats(w, pose);
    return true;
}

crok_status crok_board_watch_find_again(crok_board_watch *w,
                                        const crok_scan_options *options,
                                        const crok_engine_frame *f,
                                        crok_search *out, crok_err *err)
{
    crok_board_pose pose;
    crok_err why = {0};
    crok_status st = take_picture(w, f, err);
    *out = CROK_SEARCH_NONE;
    if (st != CROK_OK)
        return st;
    w->far_px = FAR_PX + crok_stabiliser_last(&w->stable)->moved_px;
    if (!search_again(w, options, &w->frame, &pose, &why))
        return no_memory(&why, err);
    if (!w->is_lost && !agrees(w, &pose) &&
        shows_more(w, &pose) < MUCH_MORE_VISIBLE)
        return CROK_OK;
    *out = CROK_SEARCH_MOVED;
    if (w->pose.scale_is_settled)
        crok_board_pose_take_scale(&pose, &w->pose);
    st = correct_pose(w, f, &pose, err);
    if (st != CROK_OK)
        return st;
    w->pose = pose;
    w->is_rough = true;
    return crok_board_watch_anchor(w, f->luma, NULL, err);
}

crok_status crok_board_watch_settle(crok_board_watch *w,
                                    const crok_scan_options *options,
                                    const crok_image *img,
                                    const crok_image *luma, crok_err *err)
{
    crok_board_pose pose;
    crok_err why = {0};
    if (!w->is_rough)
        return CROK_OK;
    w->is_rough = false;
    if (!search_again(w, options, img, &pose, &why))
        return no_memory(&why, err);
    if (w->pose.scale_is_settled)
        crok_board_pose_take_scale(&pose, &w->pose);
    if (differ_px(w, &pose, crok_board_watch_camera(w)) > AGREES_PX ||
        crok_registration_measure(img, &pose).visible_frac <
            crok_registration_measure(img, &w->pose).visible_frac)
        return CROK_OK;
    w->pose = pose;
    return crok_board_watch_anchor(w, luma, NULL, err);
}

/* ---- following ---- */

bool crok_board_watch_is_far(const crok_board_watch *w)
{
    const crok_aligned *last = crok_stabiliser_last(&w->stable);
    return last != NULL && last->moved_px > w->far_px;
}

const crok_camera *crok_board_watch_camera(const crok_board_watch *w)
{
    const crok_aligned *last = crok_stabiliser_last(&w->stable);
    return last != NULL && crok_stabiliser_has_moved(&w->stable)
               ? &last->camera
               : &w->pose.camera;
}

crok_status crok_board_watch_register(crok_board_watch *w,
                                      crok_engine_frame *view, crok_err *err)
{
    crok_status st = crok_stabiliser_measure(&w->stable, view, err);
    const crok_aligned *last = crok_stabiliser_last(&w->stable);
    if (st == CROK_OK && last != NULL)
        w->is_lost =
            !last->is_found || last->turn_visible_frac < MIN_TURN_VISIBLE;
    return st;
}

/* The lines of the mean picture show how far it is from where the pose says,
 * more accurately than the registration of the small pictures. A picture of a
 * camera that has moved is measured against the last one of a camera that has
 * not, because a pose has a small error of its own. Returns the pose in the
 * mean picture. */
crok_board_pose crok_board_watch_refine(crok_board_watch *w,
                                        const crok_image *img)
{
    bool has_moved = crok_stabiliser_has_moved(&w->stable);
    crok_board_pose pose = w->pose;
    crok_registration now;
    crok_mat3 turn;
    if (!has_moved && w->has_unmoved)
        return pose;
    now = crok_registration_measure_within(img, &w->pose, REFINE_PX);
    if (now.visible_frac < CROK_REGISTRATION_MIN_VISIBLE)
        return pose;
    if (!has_moved) {
        w->unmoved = now;
        w->has_unmoved = true;
        return pose;
    }
    if (!w->has_unmoved)
        return pose;
    pose.camera.cx_px += now.all.shift_px.x - w->unmoved.all.shift_px.x;
    pose.camera.cy_px += now.all.shift_px.y - w->unmoved.all.shift_px.y;
    pose.camera.f_px *=
        1.0 + now.all.scale_change - w->unmoved.all.scale_change;
    if (now.n_quadrants < CROK_REGISTRATION_MIN_QUADRANTS ||
        w->unmoved.n_quadrants < CROK_REGISTRATION_MIN_QUADRANTS)
        return pose;
    turn = crok_mat3_rotation(
        (crok_vec3){0.0, 0.0, now.rotation_rad - w->unmoved.rotation_rad});
    pose.camera.rot = crok_mat3_mul(&pose.camera.rot, &turn);
    return pose;
}
