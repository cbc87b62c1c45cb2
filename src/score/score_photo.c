/* SPDX-License-Identifier: Apache-2.0 */
#include "score/score_photo.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "board/find.h"
#include "board/registration.h"
#include "capture/encode.h"
#include "capture/screen.h"
#include "core/clock.h"
#include "core/scratch.h"
#include "cv/cv.h"
#include "discs/look.h"
#include "discs/unseen.h"
#include "report/overlay.h"
#include "score/known_board.h"
#include "see/plain.h"

/* The board is searched for in a picture whose longer side has at least this
 * number of px. In a picture of 1000 px that shows 700 mm a line of 1.6 mm is
 * 2.3 px wide; in a smaller picture it would be too thin. */
#define BOARD_LONG_SIDE_PX 1000

/* If no board is found, it is searched for once more in a picture whose longer
 * side has at least this number of px, because faint lines in strong grain need
 * more pixels. */
#define BOARD_AGAIN_PX 1200

/* If no board is found there either, the picture is averaged over squares of
 * this many px, twice, and searched a last time: over-sharpening, noise and
 * coarse compression change lines at the scale of a pixel. One picture of a
 * board that was sharpened until its lines had bright rims was refused, and is
 * found after averages over 2 to 4 px. */
#define LAST_SMOOTH_PX 3.0

/* Least diameter of the outer line, px, in the picture in which discs are
 * measured. 640 px are about 1 px per mm. If the diameter is smaller in the
 * decoded picture and the file has more pixels, the file is decoded again at a
 * larger size. */
#define DISCS_LINE_DIAMETER_PX 640.0

/* The diameter of the outer line is usually at most this fraction of the
 * photo's shorter side (in 9 of 11 photos it was 0.63 to 0.81). The first
 * decoded picture is made so large that with this fraction the outer line has
 * DISCS_LINE_DIAMETER_PX, so that the photo need not be decoded again. */
#define USUAL_LINE_FRAC 0.8

/* The lines of a calibrated board are searched for within one line width of the
 * place that the calibration predicts, but at least within this number of px.
 * In a wider search the ridge filter also responds to what is beside a line. */
#define LEAST_REACH_PX 3.0

/* Each scan may find what the false discs of the one before suppressed, and
 * costs as much. Chosen by hand. */
#define MAX_SCANS 4

/* JPEG quality of annotated pictures. Lower quality shows artefacts along fine
 * lines. */
#define OVERLAY_QUALITY 92

/* The state of one photo while it is scored. */
typedef struct job {
    const crok_score_photo_options *options;
    crok_result *out;
    crok_photo *photo; /* owned; NULL: it is opened by its path */
    crok_image img;
    crok_photo_scale scale;
    crok_board_pose pose;
    crok_scan_options scan;
    bool is_bare_shown;     /* the network saw the known board's bare picture */
    bool is_other_model;    /* the lines' ratios are not those of the model */
    crok_known_board *seen; /* NULL, or out: what the photo shows of its board
                             */
} job;

static crok_status open_photo(job *j, const char *path)
{
    crok_status st = CROK_OK;
    int longer = 0;
    if (j->photo == NULL)
        st = crok_photo_open(path, &j->photo, &j->out->err);
    if (st != CROK_OK)
        return st;
    j->out->w_px = j->photo->w_px;
    j->out->h_px = j->photo->h_px;
    longer = j->photo->w_px > j->photo->h_px ? j->photo->w_px : j->photo->h_px;
    j->scan = j->options->scan;
    j->scan.is_from_above = true;
    if (j->photo->has_focal)
        j->scan.focal_prior_px = j->photo->focal_frac * longer;
    return CROK_OK;
}

/* Remove the grid of a screen, of this period, from a picture that was decoded
 * at a reduced size. There the grid may be an alias, coarser than in the file.
 * So it is removed from the whole picture, if it is found there, before that is
 * reduced. */
static crok_status remove_reduced_grid(job *j, double period_px,
                                       crok_image *img)
{
    crok_err *err = &j->out->err;
    crok_image whole = {0};
    crok_image small = {0};
    double whole_period_px = 0.0;
    crok_status st = crok_photo_decode(j->photo, 0, &whole, NULL, err);
    if (st == CROK_OK)
        st = crok_screen_find(&whole, &whole_period_px, err);
    if (st == CROK_OK && whole_period_px <= 0.0)
        st = crok_cv_smooth(img, period_px, err);
    else if (st == CROK_OK)
        st = crok_cv_smooth(&whole, whole_period_px, err);
    if (st == CROK_OK && whole_period_px > 0.0)
        st = crok_cv_resize(&whole, img->w_px, img->h_px, &small, err);
    crok_image_free(&whole);
    if (small.data != NULL) {
        crok_image_free(img);
        *img = small;
    }
    return st;
}

/* Remove the grid of a screen, if there is one. */
static crok_status remove_grid(job *j, crok_image *img)
{
    double period_px = 0.0;
    crok_status st = crok_screen_find(img, &period_px, &j->out->err);
    if (st != CROK_OK || period_px <= 0.0)
        return st;
    return j->scale.x > 1.0 ? remove_reduced_grid(j, period_px, img)
                            : crok_cv_smooth(img, period_px, &j->out->err);
}

static crok_status decode(job *j, int long_side_px)
{
    crok_image img = {0};
    crok_status st = crok_photo_decode(j->photo, long_side_px, &img, &j->scale,
                                       &j->out->err);
    if (st == CROK_OK)
        st = remove_grid(j, &img);
    if (st != CROK_OK) {
        crok_image_free(&img);
        return st;
    }
    crok_image_free(&j->img);
    j->img = img;
    return CROK_OK;
}

/* The least number of px of the longer side of the first decoded picture. */
static int first_long_side_px(const crok_photo *photo)
{
    bool wide = photo->w_px > photo->h_px;
    double aspect = wide ? (double)photo->w_px / photo->h_px
                         : (double)photo->h_px / photo->w_px;
    double for_discs = aspect * DISCS_LINE_DIAMETER_PX / USUAL_LINE_FRAC;
    int longer = wide ? photo->w_px : photo->h_px;
    return for_discs < longer ? (int)fmax(BOARD_LONG_SIDE_PX, ceil(for_discs))
                              : BOARD_LONG_SIDE_PX;
}

/* Shift the principal point by (dx, dy), px of the full picture. The scan
 * assumes that the top left corners of the reduced and the full picture are the
 * same. This is wrong if the picture was mirrored or rotated (EXIF) and its
 * width or height is no multiple of the scale. Then the reduced picture begins
 * at (x0_px, y0_px) of the full one. A shift by this offset converts a pose
 * from one to the other. */
static void shift_camera(crok_camera *cam, double dx, double dy)
{
    cam->cx_px += dx;
    cam->cy_px += dy;
}

/* Check that the board's lines are where the calibration predicts them. If they
 * are not, the values of the discs would be wrong.
 *
 * CROK_ENOBOARD  too few lines are visible there, or they are displaced */
static crok_status check_fixed_pose(job *j)
{
    crok_board_pose here = j->pose;
    crok_registration found;
    double px_per_mm = 0.0;
    shift_camera(&here.camera, -j->scale.x0_px, -j->scale.y0_px);
    crok_board_pose_resize(&here, j->scale.x, j->img.w_px, j->img.h_px);
    px_per_mm = crok_camera_px_per_mm(&here.camera);
    found = crok_registration_measure_within(
        &j->img, &here,
        fmax(LEAST_REACH_PX, px_per_mm * here.board.line_width_mm));
    if (found.visible_frac < CROK_REGISTRATION_MIN_VISIBLE)
        return crok_fail(&j->out->err, CROK_ENOBOARD,
                         "no board where the calibration has it: is this "
                         "camera's picture, and the camera where it was?");
    if (found.max_shift_widths >= CROK_REGISTRATION_MIN_SHIFT_WIDTHS &&
        found.all.max_shift_px >= CROK_REGISTRATION_MIN_SHIFT_PX)
        return crok_fail(&j->out->err, CROK_ENOBOARD,
                         "the board is not where the calibration has it, its "
                         "lines are beside their places: calibrate again");
    return CROK_OK;
}

static crok_status take_fixed_pose(job *j)
{
    const crok_board_pose *fixed = j->options->fixed_pose;
    double as_wide = (double)fixed->camera.w_px * j->photo->h_px;
    double as_high = (double)fixed->camera.h_px * j->photo->w_px;
    if (fabs(as_wide - as_high) > 0.005 * as_wide)
        return crok_fail(&j->out->err, CROK_EFORMAT,
                         "the calibration is of pictures of %d x %d, this "
                         "one has other proportions",
                         fixed->camera.w_px, fixed->camera.h_px);
    j->pose = *fixed;
    crok_board_pose_resize(&j->pose,
                           (double)fixed->camera.w_px / j->photo->w_px,
                           j->photo->w_px, j->photo->h_px);
    return check_fixed_pose(j);
}

static crok_status find_board(job *j)
{
    crok_status st = CROK_OK;
    if (j->options->fixed_pose != NULL)
        return take_fixed_pose(j);
    st = crok_scan_board(&j->img, j->scale.x, &j->scan, &j->pose, &j->out->err);
    if (st == CROK_OK)
        shift_camera(&j->pose.camera, j->scale.x0_px, j->scale.y0_px);
    return st;
}

/* No board was found: search again in a larger picture, if the photo has more
 * pixels and the camera is not calibrated. */
static crok_status find_board_again(job *j)
{
    crok_status st = CROK_OK;
    if (j->options->fixed_pose != NULL || j->scale.x <= 1.0 ||
        j->img.w_px >= BOARD_AGAIN_PX || j->img.h_px >= BOARD_AGAIN_PX)
        return j->out->err.status;
    j->out->err = (crok_err){.status = CROK_OK};
    st = decode(j, BOARD_AGAIN_PX);
    return st == CROK_OK ? find_board(j) : st;
}

/* No board was found: search a last time in the smoothed picture, unless the
 * camera is calibrated. A board that is seen from the side is searched for only
 * here, because that takes long: of 120 such boards (bench_tilt, 45 and 50
 * degrees) 118 are found here, in the picture as it is nine in ten. The reason
 * given for a refusal stays that of the picture as it is. */
static crok_status find_board_smoothed(job *j)
{
    crok_err first = j->out->err;
    crok_status st = CROK_OK;
    if (j->options->fixed_pose != NULL)
        return first.status;
    j->out->err = (crok_err){.status = CROK_OK};
    j->scan.is_from_above = false;
    st = crok_cv_smooth(&j->img, LAST_SMOOTH_PX, &j->out->err);
    if (st == CROK_OK)
        st = find_board(j);
    if (st == CROK_ENOBOARD)
        j->out->err = first;
    return st;
}

/* Decode the file at a larger size if the outer line has too few pixels in the
 * present picture (DISCS_LINE_DIAMETER_PX) and the file has more. Then the
 * board's pose is refined in the new picture, unless it is calibrated. */
static crok_status decode_for_discs(job *j)
{
    crok_status st = CROK_OK;
    int longer =
        j->photo->w_px > j->photo->h_px ? j->photo->w_px : j->photo->h_px;
    double full_px = 2.0 * j->pose.board.line_mm[CROK_LINE_OUTER] *
                     crok_camera_px_per_mm(&j->pose.camera);
    double wanted = longer * DISCS_LINE_DIAMETER_PX / fmax(full_px, 1.0);
    if (j->scale.x <= 1.0 || full_px / j->scale.x >= DISCS_LINE_DIAMETER_PX)
        return CROK_OK;
    st = decode(j, wanted >= longer ? 0 : (int)ceil(wanted));
    if (st != CROK_OK || j->options->fixed_pose != NULL)
        return st;
    shift_camera(&j->pose.camera, -j->scale.x0_px, -j->scale.y0_px);
    st = crok_scan_board_refine(&j->img, j->scale.x, &j->scan, &j->pose,
                                &j->out->err);
    shift_camera(&j->pose.camera, j->scale.x0_px, j->scale.y0_px);
    return st;
}

/* Set the scale from the board's model that a person named: all lengths are
 * multiplied by the same factor. Has no effect without a model or with a
 * calibrated camera, because a calibration includes the scale. */
static void apply_model(job *j)
{
    const crok_board *model = j->options->model;
    crok_board_pose *pose = &j->pose;
    crok_board measured;
    if (model == NULL || j->options->fixed_pose != NULL ||
        j->scan.known != NULL)
        return;
    crok_board_pose_rescale(pose, model->line_mm[CROK_LINE_OUTER] /
                                      pose->board.line_mm[CROK_LINE_OUTER]);
    measured = pose->board;
    j->is_other_model =
        !crok_known_has_ratios(model, &measured, CROK_SAME_BOARD_RATIO);
    pose->board = *model;
    memcpy(pose->board.line_mm, measured.line_mm, sizeof measured.line_mm);
    pose->board.line_width_mm = measured.line_width_mm;
    pose->board.hole_mm = measured.hole_mm;
    pose->scale_evidence.model_mm = model->line_mm[CROK_LINE_OUTER];
    pose->scale_evidence.is_named = true;
    pose->scale_evidence.is_of_two = false;
}

/* The camera of the decoded picture, of which `found` is. */
static crok_camera camera_here(const job *j, const crok_observation *found)
{
    crok_board_pose here = found->pose;
    crok_board_pose_resize(&here, j->scale.x, j->img.w_px, j->img.h_px);
    return here.camera;
}

/* Refuse a picture of another board than the one that is said to be in it, and
 * reject what the bare board explains. Writes how the picture lies on the known
 * board, and the number of rejected places. */
static crok_status compare_with_known(job *j, crok_observation *found,
                                      int *turn, int *n)
{
    crok_scan_options *scan = &j->scan;
    crok_camera cam = camera_here(j, found);
    crok_texture_match match;
    crok_status st = CROK_OK;
    *n = 0;
    if (scan->known == NULL)
        return CROK_OK;
    st = crok_known_check(scan->known, &j->img, &cam, found, &match,
                          &j->out->err);
    *turn = match.turn;
    if (st != CROK_OK || !scan->known->is_bare)
        return st;
    *n = crok_known_reject_prints(match.turn, &j->img, &cam, found, scan);
    return CROK_OK;
}

/* Segment the board, and refuse a drawing of one. */
static crok_status look(job *j, const crok_board_pose *pose,
                        const crok_image *bare, crok_segmentation *out)
{
    crok_camera cam = crok_camera_rescaled(&pose->camera, j->scale.x,
                                           j->img.w_px, j->img.h_px);
    crok_err *err = &j->out->err;
    crok_status st = crok_look(&j->img, &cam, &pose->board, bare, out, err);
    if (st != CROK_OK || out->plain_frac < CROK_PLAIN_DRAWN)
        return st;
    return crok_fail(err, CROK_ENOBOARD,
                     "the board is a drawing: %.0f %% of it are of one colour. "
                     "Photograph a real board",
                     100.0 * out->plain_frac);
}

/* Segment the board again, beside the bare one, if that is known and was not
 * yet shown. */
static crok_status look_beside_bare(job *j, const crok_board_pose *pose,
                                    int turn, crok_segmentation *segments)
{
    const crok_known_board *known = j->scan.known;
    crok_image bare = {0};
    crok_status st = CROK_OK;
    if (j->is_bare_shown || known == NULL || !crok_bare_is_known(&known->bare))
        return CROK_OK;
    st = crok_bare_view(&known->bare, turn, &bare, &j->out->err);
    if (st == CROK_OK)
        st = look(j, pose, &bare, segments);
    crok_image_free(&bare);
    j->is_bare_shown = true;
    return st;
}

/* Scans again without what is print, until nothing is: it must not decide which
 * colours play, nor how large discs are. */
static crok_status scan_discs(job *j, const crok_board_pose *pose,
                              crok_segmentation *segments,
                              crok_observation *found)
{
    crok_scan_options *scan = &j->scan;
    crok_status st = CROK_OK;
    for (int scans = 0; st == CROK_OK && scans < MAX_SCANS; scans++) {
        bool was_shown = j->is_bare_shown;
        int turn = 0;
        int n_prints = 0;
        memset(found, 0, sizeof *found);
        st = crok_scan_discs(&j->img, j->scale.x, scan, pose, found,
                             &j->out->err);
        if (st == CROK_OK)
            st = crok_unseen_measure(scan->segments, found, &j->out->err);
        if (st == CROK_OK)
            st = compare_with_known(j, found, &turn, &n_prints);
        if (st == CROK_OK)
            st = look_beside_bare(j, pose, turn, segments);
        if (n_prints == 0 && j->is_bare_shown == was_shown)
            break;
    }
    return st;
}

/* Correct what was found by the known board, and keep what the photo shows of
 * its board, if that is wanted. */
static crok_status use_known(job *j, crok_observation *found)
{
    const bool is_empty = j->options->is_empty;
    crok_camera cam = camera_here(j, found);
    crok_status st = CROK_OK;
    if (j->scan.known != NULL)
        crok_known_apply(j->scan.known, &j->img, &cam, found);
    if (j->options->names != NULL)
        crok_known_name_sides(j->options->names, &j->img, &cam, found);
    if (j->seen == NULL)
        return CROK_OK;
    st = crok_known_read(&j->img, &cam, found, is_empty, j->seen, &j->out->err);
    return st != CROK_OK ? st
                         : crok_look_bare(&j->img, &cam,
                                          is_empty ? NULL : j->scan.segments,
                                          found, &j->seen->bare, &j->out->err);
}

static void add_warning(crok_observation *o, const char *text)
{
    const int most = (int)(sizeof o->warnings / sizeof o->warnings[0]);
    if (o->n_warnings < most)
        (void)snprintf(o->warnings[o->n_warnings++], sizeof o->warnings[0],
                       "%.127s", text);
}

/* Is a disc that is likeliest of the side with this name among those that were
 * found, or in the bowl? */
static bool has_disc_of(const crok_observation *o, const crok_bowl *bowl,
                        const char *name)
{
    for (int i = 0; i < o->n_discs; i++)
        if (o->discs[i].side >= 0 &&
            strcmp(o->sides[o->discs[i].side].name, name) == 0)
            return true;
    for (int i = 0; i < bowl->n; i++)
        if (strcmp(bowl->side[i], name) == 0 && bowl->twenties[i] > 0)
            return true;
    return false;
}

/* Warn of each side that a person named and of which no disc was found: the
 * name may be wrong. */
static void warn_of_named_sides(const job *j, crok_observation *found)
{
    char text[64];
    for (int i = 0; found->n_discs > 0 && i < j->scan.n_side_names; i++) {
        const char *name = j->scan.side_names[i];
        (void)snprintf(text, sizeof text, "no %s disc was found", name);
        if (!has_disc_of(found, &j->options->score.bowl, name))
            add_warning(found, text);
    }
}

static crok_status find_discs(job *j)
{
    CROK_SCRATCH(crok_segmentation, segments, 1);
    crok_err *err = &j->out->err;
    crok_board_pose pose = j->pose;
    crok_observation found = {0};
    crok_status st = CROK_OK;
    shift_camera(&pose.camera, -j->scale.x0_px, -j->scale.y0_px);
    j->scan.segments = segments;
    st = look(j, &pose, NULL, segments);
    if (st == CROK_OK)
        st = scan_discs(j, &pose, segments, &found);
    if (st == CROK_OK)
        st = use_known(j, &found);
    if (st != CROK_OK)
        return st;
    shift_camera(&found.pose.camera, j->scale.x0_px, j->scale.y0_px);
    for (int i = 0; i < found.n_discs; i++) {
        found.discs[i].at_px.x += j->scale.x0_px;
        found.discs[i].at_px.y += j->scale.y0_px;
    }
    for (int i = 0; i < found.n_maybe; i++) {
        found.maybe[i].at_px.x += j->scale.x0_px;
        found.maybe[i].at_px.y += j->scale.y0_px;
    }
    if (j->photo->warning[0] != '\0')
        add_warning(&found, j->photo->warning);
    warn_of_named_sides(j, &found);
    if (j->is_other_model)
        add_warning(&found, "the lines have other ratios than those of the "
                            "model that was named: all lengths may be wrong");
    return crok_score_count(&found, &j->options->score, &j->out->score, err);
}

/* Run the stages in their order. Returns the status of the first one that
 * fails. */
static crok_status run_stages(job *j, const char *path)
{
    int64_t *ns = j->out->stage_ns;
    int64_t t0 = crok_clock_thread_cpu_ns();
    int64_t t1 = 0;
    crok_status st = open_photo(j, path);
    t1 = crok_clock_thread_cpu_ns();
    ns[CROK_STAGE_OPEN] = t1 - t0;
    if (st == CROK_OK)
        st = decode(j, first_long_side_px(j->photo));
    t0 = crok_clock_thread_cpu_ns();
    ns[CROK_STAGE_DECODE] = t0 - t1;
    if (st == CROK_OK)
        st = find_board(j);
    if (st == CROK_ENOBOARD)
        st = find_board_again(j);
    if (st == CROK_ENOBOARD)
        st = find_board_smoothed(j);
    if (st == CROK_OK)
        st = crok_board_check_view(&j->pose.camera, &j->out->err);
    t1 = crok_clock_thread_cpu_ns();
    ns[CROK_STAGE_BOARD] = t1 - t0;
    if (st == CROK_OK)
        st = decode_for_discs(j);
    t0 = crok_clock_thread_cpu_ns();
    ns[CROK_STAGE_DECODE] += t0 - t1;
    if (st == CROK_OK) {
        apply_model(j);
        st = find_discs(j);
    }
    ns[CROK_STAGE_DISCS] = crok_clock_thread_cpu_ns() - t0;
    return st;
}

static void write_overlay(const job *j, const char *path)
{
    crok_overlay_view view = {.img = &j->img,
                              .scale = j->scale.x,
                              .x0_px = j->scale.x0_px,
                              .y0_px = j->scale.y0_px};
    crok_image sheet = {0};
    crok_save_to to = {
        .path = path, .kind = &crok_save_annotated, .force = j->options->force};
    crok_err *err = &j->out->overlay_err;
    crok_status st = crok_overlay_draw(j->out, &view, &sheet, err);
    if (st == CROK_OK)
        st = crok_encode_annotated(&sheet, &to, OVERLAY_QUALITY, err);
    if (st == CROK_OK)
        j->out->overlay = path;
    j->out->overlay_status = st;
    crok_image_free(&sheet);
}

void crok_score_photo(const char *path, const crok_score_photo_options *options,
                      const char *overlay, crok_result *out)
{
    crok_score_photo_of_board(path, options, overlay, out, NULL);
}

/* Score the photo `path`, or the open one. */
static void score(job *j, const char *path, const char *overlay)
{
    crok_result *out = j->out;
    int64_t t0 = 0;
    *out = (crok_result){.image = path,
                         .players = j->options->players,
                         .wants_timings = j->options->wants_timings,
                         .wants_details = j->options->wants_details};
    out->status = run_stages(j, path);
    t0 = crok_clock_thread_cpu_ns();
    if (overlay != NULL && j->img.data != NULL)
        write_overlay(j, overlay);
    out->stage_ns[CROK_STAGE_OVERLAY] = crok_clock_thread_cpu_ns() - t0;
    crok_image_free(&j->img);
    crok_photo_close(&j->photo);
}

void crok_score_open_photo(crok_photo **photo, const char *name,
                           const crok_score_photo_options *options,
                           crok_result *out)
{
    job j = {.options = options, .out = out, .photo = *photo};
    *photo = NULL;
    score(&j, name, NULL);
}

void crok_score_photo_of_board(const char *path,
                               const crok_score_photo_options *options,
                               const char *overlay, crok_result *out,
                               crok_known_board *seen)
{
    job j = {.options = options, .out = out, .seen = seen};
    score(&j, path, overlay);
}
