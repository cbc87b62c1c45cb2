/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/scratch.h"
#include "discs/look.h"
#include "discs/scan.h"
#include "shots/engine_inner.h"
#include "shots/tracking/flick.h"

/* A reading uses the mean of this many frames. The mean of 3 frames has
 * 1/sqrt(3) of the noise of one frame, but is ready two frames later. Chosen by
 * hand. */
#define FRAMES_READ 3
/* A picture that is repeated is seen again if the discs have been at rest for
 * so long, ns: longer than one frame of a film of 15 frames a second. */
#define BRIEF_NS INT64_C(90000000)
/* A picture that is repeated for so long, ns, is held: by a film, not by a
 * camera. Chosen by hand. */
#define HELD_NS INT64_C(500000000)
/* Frames are seen by the network until this time after the last motion in the
 * picture, ns: a hand that pauses goes on. Chosen by hand. */
#define AWAKE_NS INT64_C(350000000)
/* Two frames that are seen are at least so far apart, ns: of a camera of 60
 * frames a second every second one is seen. */
#define LEAST_APART_NS INT64_C(24000000)
/* While all discs have been at rest for CALM_NS, and only hands move, so far;
 * but each frame of a reading is seen. Chosen by hand: it saves half of the
 * time, and a disc that is flicked is seen one frame later. */
#define CALM_NS INT64_C(300000000)
#define CALM_APART_NS INT64_C(55000000)
/* A reading that had to wait is repeated after AGAIN_NS, ns; one that has shown
 * nothing new although a disc seemed to have come or gone, after twice as long
 * each time, up to REPEAT_NS; and after that time if the picture is another
 * one. Chosen by hand: shorter times cost processor time, longer ones delay the
 * report. */
#define AGAIN_NS INT64_C(250000000)
#define REPEAT_NS INT64_C(1500000000)
/* A new disc counts when it was detected in so many frames. Chosen by hand. */
#define NEW_FRAMES 6
/* A disc is gone, and the board is read, when its place has been seen bare in
 * so many frames in a row. Chosen by hand. */
#define BARE_FRAMES 4
/* Frames that are seen are reduced by 1, 2 or 4, the largest of these that
 * leaves a width of at least half of this value, px. Chosen by hand: a larger
 * value is more accurate, a smaller one needs less processor time. */
#define SEEN_WIDTH_PX 900
/* A board that is not where it was is searched for when it has been off for so
 * long: while nothing moves, and while something does, ns. Chosen by hand. */
#define OFF_NS INT64_C(300000000)
#define LONG_OFF_NS INT64_C(2000000000)
/* The board was turned, and not only the camera moved, if its image turned by
 * more than this (the cosine): 6 degrees. */
#define TURNED_COS 0.9945

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
    e->again_ns = AGAIN_NS;
    e->read_ns = e->clear_ns = e->hand_ns = -1;
    if (options->pose != NULL)
        crok_board_watch_set(&e->board, options->pose);
    *out = e;
    return CROK_OK;
}

void crok_engine_free(crok_engine **engine)
{
    crok_engine *e = *engine;
    if (e == NULL)
        return;
    crok_board_watch_free(&e->board);
    crok_motion_free(&e->motion);
    crok_seeing_free(&e->seeing);
    crok_mean_free(&e->mean);
    crok_image_free(&e->frame);
    crok_image_free(&e->reduced);
    crok_image_free(&e->last_luma);
    free(e);
    *engine = NULL;
}

const crok_board_pose *crok_engine_pose(const crok_engine *engine)
{
    return engine->board.has_pose ? &engine->board.pose : NULL;
}

bool crok_engine_pose_now(const crok_engine *engine, crok_board_pose *out)
{
    if (!engine->board.has_pose)
        return false;
    *out = engine->board.pose;
    out->camera = *crok_board_watch_camera(&engine->board);
    return true;
}

const crok_image *crok_engine_picture(const crok_engine *engine)
{
    return engine->mean.image.data == NULL ? NULL : &engine->mean.image;
}

void crok_engine_set(crok_engine *e, const crok_rest_sight *rest)
{
    e->rest = *rest;
    e->has_given_rest = true;
    e->has_twenty = false;
    e->must_read = true;
    for (int i = 0; i < rest->n; i++)
        if (rest->disc[i].id >= e->next_id)
            e->next_id = rest->disc[i].id + 1;
    if (e->has_rest)
        crok_tracks_set_ids(&e->tracks, rest);
}

void crok_engine_set_outer(crok_engine *e, double outer_mm)
{
    e->board.outer_mm = outer_mm;
}

void crok_engine_read_anew(crok_engine *engine)
{
    engine->must_read = true;
}

/* ---- the board ---- */

/* Begin to detect motion with the present pose. Without one it is detected in
 * the whole picture. */
static crok_status restart_motion(crok_engine *e, const crok_engine_frame *f,
                                  crok_err *err)
{
    crok_motion_free(&e->motion);
    e->reduce = 1;
    while (e->reduce < 4 && f->w_px / (2 * e->reduce) >= SEEN_WIDTH_PX / 2)
        e->reduce *= 2;
    return crok_motion_new(f->luma->w_px, f->luma->h_px, crok_engine_pose(e),
                           CROK_ENGINE_LUMA, &e->motion, err);
}

/* The frame size has changed. */
static crok_status change_size(crok_engine *e, const crok_engine_frame *f,
                               crok_err *err)
{
    e->mean.n = 0;
    e->must_read = true;
    e->must_find = e->motion.cell != NULL; /* the pose is of other frames */
    e->sharpest_px = 0.0;
    crok_image_free(&e->board.rest_luma);
    crok_status st = restart_motion(e, f, err);
    if (st == CROK_OK && e->board.has_pose) {
        if (e->tracks.times.n == 0)
            crok_tracks_reset(&e->tracks, &e->board.pose.board);
        st = crok_board_watch_anchor(&e->board, f->luma, NULL, err);
    }
    return st;
}

static crok_status read_board(crok_engine *e, const crok_engine_frame *f,
                              crok_engine_report *out, crok_err *err);

/* Read the discs in the frame in which the board was found (is_tentative). */
static crok_status read_tentatively(crok_engine *e, const crok_engine_frame *f,
                                    crok_engine_report *out, crok_err *err)
{
    crok_status st = CROK_OK;
    e->mean.n = 0;
    st = crok_mean_add(&e->mean, &e->board.frame, err);
    if (st != CROK_OK)
        return st;
    e->is_tentative = true;
    st = read_board(e, f, out, err);
    e->is_tentative = e->has_rest;
    e->state = CROK_ENGINE_MOVING;
    return st;
}

/* Search the full picture for a board. */
static crok_status find_board(crok_engine *e, const crok_engine_frame *f,
                              crok_engine_report *out, crok_err *err)
{
    crok_search found = CROK_SEARCH_NONE;
    crok_err why = {0};
    crok_status st =
        crok_board_watch_find(&e->board, &e->scan, f, &found, &why, err);
    e->read_ns = f->t_ns;
    if (st != CROK_OK)
        return st;
    if (found == CROK_SEARCH_NO_BOARD) {
        out->news = CROK_NEWS_NO_BOARD;
        (void)snprintf(out->words, sizeof out->words, "%.150s", why.msg);
        return CROK_OK;
    }
    out->news = CROK_NEWS_BOARD;
    crok_tracks_reset(&e->tracks, &e->board.pose.board);
    st = restart_motion(e, f, err);
    return st == CROK_OK ? read_tentatively(e, f, out, err) : st;
}

/* The pose was wrong for a while, so detections of discs at rest were
 * displaced. Set the discs' tracks to their places at the last rest. A disc
 * that is detected elsewhere still counts as having come since that rest. */
static void forget_motion(crok_engine *e, int64_t t_ns)
{
    int64_t begun_ns = e->tracks.begun_ns;
    if (!e->has_rest)
        return;
    crok_tracks_begin(&e->tracks, &e->rest, t_ns);
    e->tracks.begun_ns = begun_ns;
}

/* Search for a board that is lost or far from where it was. */
static crok_status find_again(crok_engine *e, bool *found,
                              crok_engine_report *out, crok_err *err)
{
    const crok_engine_frame *f = e->board.stable.frame;
    crok_search what = CROK_SEARCH_NONE;
    crok_mat3 was = e->board.pose.camera.rot;
    const crok_mat3 *is = &e->board.pose.camera.rot;
    crok_status st =
        crok_board_watch_find_again(&e->board, &e->scan, f, &what, err);
    e->read_ns = f->t_ns;
    *found = st == CROK_OK && what == CROK_SEARCH_MOVED;
    if (!*found)
        return st;
    e->mean.n = 0;
    out->news = CROK_NEWS_BUMPED;
    (void)snprintf(out->words, sizeof out->words,
                   "camera or board has moved: the board is found again");
    if (was.m[0] * is->m[0] + was.m[3] * is->m[3] < TURNED_COS)
        crok_seeing_forget(&e->seeing);
    (void)crok_disc_sizes_apply(&e->sizes, &e->board.pose);
    forget_motion(e, f->t_ns);
    e->must_read = true;
    return restart_motion(e, f, err);
}

/* ---- a reading ---- */

/* The millimetre is the board's own, so the first reading with discs settles
 * it: positions of later readings are compared with those of earlier ones. */
static void settle_scale(crok_engine *e, const crok_board_pose *seen)
{
    crok_board_pose *pose = &e->board.pose;
    double was = pose->board.line_mm[CROK_LINE_OUTER];
    double k = 1.0;
    if (pose->scale_is_settled || seen->scale_evidence.n_discs == 0)
        return;
    crok_board_pose_take_scale(pose, seen);
    k = pose->board.line_mm[CROK_LINE_OUTER] / was;
    crok_board_watch_rescale(&e->board, k);
    crok_motion_rescale(&e->motion, k);
    crok_print_rescale(&e->print, k);
    crok_tracks_rescale(&e->tracks, k);
    crok_rest_rescale(&e->rest, k);
}

/* Is the board where the calibration says? This is checked once, at the first
 * reading. If the camera was moved since it was calibrated, search for the
 * board. */
static crok_status check_given_pose(crok_engine *e, bool *is_other,
                                    crok_engine_report *out, crok_err *err)
{
    *is_other = false;
    if (!e->board.is_given || e->is_brief)
        return CROK_OK;
    e->board.is_given = false;
    e->board.is_lost =
        crok_registration_measure(&e->mean.image, &e->board.pose).is_displaced;
    return e->board.is_lost ? find_again(e, is_other, out, err) : CROK_OK;
}

/* No sharp line is where the pose says. The lens may have lost its focus; or
 * the pose was found while something covered the board, and is wrong by some
 * pixels: then a search finds one that shows more of the lines. */
static crok_status look_for_lines(crok_engine *e, const crok_engine_frame *f,
                                  crok_engine_report *out, crok_err *err)
{
    bool found = false;
    if (e->is_brief || f->t_ns - e->board.searched_ns < CROK_SEARCH_NS)
        return CROK_OK;
    return find_again(e, &found, out, err);
}

static const crok_image *bare_view(const crok_engine *e)
{
    return e->seeing.bare_view.data == NULL ? NULL : &e->seeing.bare_view;
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
    e->must_read = e->waits = false;
    crok_mean_take(&e->mean);
    crok_motion_keep(&e->motion, f->luma);
    e->motion.is_displaced = crok_stabiliser_has_moved(&e->board.stable);
    e->read_ns = f->t_ns;
    st = check_given_pose(e, &is_other, out, err);
    if (st != CROK_OK || is_other)
        return st;
    if (!e->is_brief && !e->is_tentative &&
        !crok_engine_is_core_hidden(e, &e->seeing.segments))
        st = crok_board_watch_settle(&e->board, &e->scan, &e->mean.image,
                                     f->luma, err);
    if (st != CROK_OK)
        return st;
    pose = crok_board_watch_refine(&e->board, &e->mean.image);
    crok_engine_note_blur(e, &e->mean.image, &pose);
    if (e->is_blurred)
        return look_for_lines(e, f, out, err);
    scan.segments = segments;
    st = crok_look(&e->mean.image, &pose.camera, &pose.board, bare_view(e),
                   segments, err);
    if (st == CROK_OK)
        st =
            crok_scan_discs(&e->mean.image, 1.0, &scan, &pose, &out->seen, err);
    if (st == CROK_ESIDES) /* for example because an arm is over the board */
        return CROK_OK;
    if (st != CROK_OK)
        return st;
    if (!crok_engine_is_core_hidden(e, segments)) { /* edges may be hidden */
        settle_scale(e, &out->seen.pose);
        crok_disc_sizes_add(&e->sizes, &out->seen);
    }
    crok_look_rescale(segments, &e->board.pose.board);
    st = crok_engine_take_reading(e, f, segments, out, err);
    e->again_ns = out->news != CROK_NEWS_SAME   ? AGAIN_NS
                  : 2 * e->again_ns < REPEAT_NS ? 2 * e->again_ns
                                                : REPEAT_NS;
    return st;
}

/* Add a frame at rest to the mean. */
static crok_status add_frame(crok_engine *e, const crok_engine_frame *f,
                             crok_err *err)
{
    crok_status st = f->colour(f->context, 1, &e->frame, err);
    return st == CROK_OK ? crok_mean_add(&e->mean, &e->frame, err) : st;
}

/* Add a frame. When FRAMES_READ frames are added, read the board. */
static crok_status read_frame(crok_engine *e, const crok_engine_frame *f,
                              crok_engine_report *out, crok_err *err)
{
    crok_status st = add_frame(e, f, err);
    return st == CROK_OK && e->mean.n >= FRAMES_READ
               ? read_board(e, f, out, err)
               : st;
}

/* ---- a frame ---- */

/* Set *view to the frame as the camera would have taken it from the place where
 * the pose was measured. The displacement is measured only if something seems
 * to move, or for a reading. */
static crok_status stabilise(crok_engine *e, const crok_engine_frame *f,
                             crok_engine_frame *view, crok_err *err)
{
    crok_status st = crok_stabiliser_take(&e->board.stable, f, view, err);
    if (st != CROK_OK ||
        (!crok_motion_look(&e->motion, view->luma) && e->mean.n == 0))
        return st;
    st = crok_board_watch_register(&e->board, view, err);
    if (st == CROK_OK && crok_stabiliser_last(&e->board.stable) != NULL)
        (void)crok_motion_look(&e->motion, view->luma);
    return st;
}

/* For how long has nothing moved in the picture of the board, ns? */
static int64_t picture_still_ns(const crok_engine *e, int64_t t_ns)
{
    int64_t since = e->motion.still_ns > e->motion.rim_ns ? e->motion.still_ns
                                                          : e->motion.rim_ns;
    return t_ns - since;
}

/* What the tracks show that the last reading does not have. */
typedef enum news {
    NEWS_NONE,
    NEWS_MAYBE, /* a disc may have come or gone */
    NEWS_SURE   /* a disc was flicked, or has left its place */
} news;

static news news_of(const crok_tracks *all, const crok_track *t)
{
    crok_flick flick;
    if (t->is_in_play)
        return t->has_left                ? NEWS_SURE
               : t->n_bare >= BARE_FRAMES ? NEWS_MAYBE
                                          : NEWS_NONE;
    if (crok_is_flicked(all, t, &flick))
        return NEWS_SURE;
    return t->n_hits >= NEW_FRAMES && !crok_is_on_line(all, t->at) ? NEWS_MAYBE
                                                                   : NEWS_NONE;
}

static news news_since(const crok_engine *e)
{
    news most = NEWS_NONE;
    for (int i = 0; i < e->tracks.n; i++) {
        news is = news_of(&e->tracks, &e->tracks.track[i]);
        most = is > most ? is : most;
    }
    return most;
}

/* Must the board be read, whatever the picture shows? */
static bool must_read(const crok_engine *e)
{
    return !e->has_rest || e->is_tentative || e->must_read || e->waits;
}

/* Is it time to read the board, now that no disc moves? */
static bool is_due(crok_engine *e, const crok_engine_frame *f)
{
    int64_t since_ns = f->t_ns - e->read_ns;
    news is = NEWS_NONE;
    if (e->mean.n > 0 || since_ns < AGAIN_NS)
        return e->mean.n > 0;
    if (must_read(e))
        return true;
    is = news_since(e);
    if (is == NEWS_SURE)
        return true;
    if (since_ns < (is == NEWS_MAYBE ? e->again_ns : REPEAT_NS))
        return false;
    return is == NEWS_MAYBE ||
           (picture_still_ns(e, f->t_ns) >= CROK_ENGINE_QUIET_NS &&
            !crok_motion_is_as_kept(&e->motion, f->luma));
}

/* See the frame as the camera took it, or, if nothing can have changed, note
 * that. */
static crok_status see(crok_engine *e, const crok_engine_frame *f,
                       crok_err *err)
{
    const crok_frame_times *times = &e->tracks.times;
    int64_t last_ns = times->n == 0 ? INT64_MIN / 2 : times->t_ns[times->n - 1];
    crok_camera cam;
    crok_status st = CROK_OK;
    if (picture_still_ns(e, f->t_ns) > AWAKE_NS && !must_read(e) &&
        crok_tracks_still_ns(&e->tracks) > AWAKE_NS && e->mean.n == 0) {
        crok_tracks_repeat(&e->tracks, f->t_ns);
        return CROK_OK;
    }
    if (f->t_ns - last_ns <
        (e->mean.n == 0 && crok_tracks_still_ns(&e->tracks) > CALM_NS
             ? CALM_APART_NS
             : LEAST_APART_NS))
        return CROK_OK;
    f = e->board.stable.frame;
    st = f->colour(f->context, e->reduce, &e->reduced, err);
    if (st != CROK_OK)
        return st;
    cam = crok_camera_rescaled(crok_board_watch_camera(&e->board), e->reduce,
                               e->reduced.w_px, e->reduced.h_px);
    st = crok_seeing_look(&e->seeing, &e->reduced, &cam, &e->board.pose.board,
                          f->t_ns, err);
    if (st == CROK_OK)
        crok_tracks_add(&e->tracks, &e->seeing.detections, &e->seeing.segments);
    return st;
}

/* Does a disc of the shot go on, that seemed to have stopped? */
static bool goes_on(const crok_engine *e)
{
    const crok_frame_times *times = &e->tracks.times;
    for (int i = 0; i < e->tracks.n; i++) {
        const crok_track *t = &e->tracks.track[i];
        if (news_of(&e->tracks, t) == NEWS_SURE && t->n_held == 0 &&
            t->still_ns == times->t_ns[times->n - 1])
            return true;
    }
    return false;
}

/* Read the board in the frames of a reading that a hand or the film's end has
 * broken off. */
static crok_status read_brief(crok_engine *e, const crok_engine_frame *f,
                              crok_engine_report *out, crok_err *err)
{
    crok_status st = CROK_OK;
    e->is_brief = true;
    st = read_board(e, f, out, err);
    e->is_brief = false;
    return st;
}

/* Note that discs move. */
static void note_moving(crok_engine *e, crok_engine_report *out)
{
    if (out->news == CROK_NEWS_NONE && e->state != CROK_ENGINE_MOVING)
        out->news = CROK_NEWS_MOVING;
    e->state = CROK_ENGINE_MOVING;
    e->mean.n = 0;
}

/* The discs move. */
static crok_status process_motion(crok_engine *e, const crok_engine_frame *view,
                                  crok_engine_report *out, crok_err *err)
{
    crok_status st = CROK_OK;
    if (e->mean.n > 0 && !goes_on(e))
        st = read_brief(e, view, out, err);
    note_moving(e, out);
    return st;
}

/* The discs are at rest. */
static crok_status process_rest(crok_engine *e, const crok_engine_frame *view,
                                crok_engine_report *out, crok_err *err)
{
    if (!is_due(e, view)) {
        if (!must_read(e))
            e->state = CROK_ENGINE_QUIET;
        return CROK_OK;
    }
    return read_frame(e, view, out, err);
}

/* Is this the picture of the frame before, bit by bit? A camera or a stream
 * that hangs repeats it, and so do films that were converted. */
static bool is_repeated(const crok_engine *e, const crok_image *luma)
{
    const crok_image *was = &e->last_luma;
    if (was->w_px != luma->w_px || was->h_px != luma->h_px)
        return false;
    for (int y = 0; y < luma->h_px; y++)
        if (memcmp(crok_image_row(was, y), crok_image_row(luma, y),
                   (size_t)luma->w_px) != 0)
            return false;
    return true;
}

static crok_status follow(crok_engine *e, const crok_engine_frame *view,
                          crok_engine_report *out, crok_err *err)
{
    const crok_image *luma = e->board.stable.frame->luma;
    int64_t still_ns = 0;
    crok_status st = CROK_OK;
    if (is_repeated(e, luma) && crok_tracks_move(&e->tracks) &&
        crok_tracks_still_ns(&e->tracks) < BRIEF_NS &&
        view->t_ns - e->fresh_ns < HELD_NS)
        return CROK_OK; /* the discs in motion have not stopped: it is a gap */
    e->fresh_ns = view->t_ns;
    st = crok_image_copy(luma, &e->last_luma, err);
    if (st == CROK_OK)
        st = see(e, view, err);
    if (st != CROK_OK)
        return st;
    still_ns = crok_tracks_still_ns(&e->tracks);
    if (still_ns >= CROK_ENGINE_QUIET_NS)
        return process_rest(e, view, out, err);
    return process_motion(e, view, out, err);
}

/* Is it worth to search for a board that is lost or far? A hand over it passes:
 * so when nothing moves, or it has been off for long. */
static bool may_find(const crok_engine *e, int64_t t_ns)
{
    return t_ns - e->off_ns >=
           (t_ns - e->motion.still_ns >= CROK_ENGINE_QUIET_NS ? OFF_NS
                                                              : LONG_OFF_NS);
}

/* Continue with a stabilised frame, after its motion is known. */
static crok_status process(crok_engine *e, const crok_engine_frame *view,
                           crok_engine_report *out, crok_err *err)
{
    bool found = false;
    crok_status st = CROK_OK;
    bool may_search =
        e->read_ns < 0 || view->t_ns - e->board.searched_ns >= CROK_SEARCH_NS;
    bool is_off = e->board.is_lost || crok_board_watch_is_far(&e->board);
    if (crok_engine_is_dark(e, view->luma)) {
        e->mean.n = 0;
        return CROK_OK;
    }
    if (!e->board.has_pose) /* the search does not wait until nothing moves */
        return may_search ? find_board(e, view, out, err) : CROK_OK;
    if (!is_off)
        e->off_ns = view->t_ns;
    if (e->must_find) {
        e->must_find = false;
        e->board.is_lost = true;
        st = find_again(e, &found, out, err);
    } else if (may_search && is_off && may_find(e, view->t_ns))
        st = find_again(e, &found, out, err);
    if (st != CROK_OK || found)
        return st;
    if (!e->board.is_lost)
        return follow(e, view, out, err);
    e->state = CROK_ENGINE_COVERED;
    e->mean.n = 0;
    return CROK_OK;
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
    if (st == CROK_OK) {
        (void)crok_motion_take(&e->motion, f->t_ns);
        st = process(e, &view, out, err);
    }
    if (st == CROK_OK)
        crok_engine_find_trouble(e, &view, out);
    out->state = !e->board.has_pose ? CROK_ENGINE_LOOKING : e->state;
    return st;
}

crok_status crok_engine_finish(crok_engine *e, crok_engine_report *out,
                               crok_err *err)
{
    const crok_frame_times *times = &e->tracks.times;
    crok_engine_frame f = {.luma = &e->last_luma};
    memset(out, 0, sizeof *out);
    out->state = e->state;
    if (e->mean.n == 0 || times->n == 0 || !e->board.has_pose)
        return CROK_OK;
    f.t_ns = times->t_ns[times->n - 1];
    f.w_px = e->mean.w_px;
    f.h_px = e->mean.h_px;
    return read_brief(e, &f, out, err);
}
