/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/registration.h"
#include "cv/cv.h"
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
 * needed because a hand may come early: in a real film it came 0.1 s after the
 * discs had stopped. Chosen by hand. */
#define BRIEF_NS INT64_C(60000000)
/* Time between two checks of a picture without motion, ns. While the board is
 * covered or in motion it is COVERED_REPEAT_NS. If the board has been read, or
 * is still being searched for, it is REPEAT_NS. Chosen by hand: shorter
 * intervals cost processor time, longer ones delay the report. */
#define REPEAT_NS INT64_C(1500000000)
#define COVERED_REPEAT_NS INT64_C(300000000)
/* The light is off if the mean grey level (0..255) is below DARK_LEVEL, or if
 * it is below DIM_LEVEL and also below DIM_PART times the mean level at the
 * last rest. Many cameras send black as 16. Chosen by hand. If the limits are
 * too low, dark pictures are read; if too high, boards in dim rooms are not. */
#define DARK_LEVEL 22.0
#define DIM_LEVEL 45.0
#define DIM_PART 0.35
/* Frames in motion are reduced by 1, 2 or 4, the largest of these that leaves a
 * width of at least half of this value, px. Chosen by hand: a larger value is
 * more accurate, a smaller one needs less processor time. */
#define MOTION_WIDTH_PX 900

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
    e->read_ns = -1;
    if (options->pose != NULL) {
        e->pose = *options->pose;
        e->has_pose = true;
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

void crok_engine_read_anew(crok_engine *engine)
{
    engine->must_read = true;
}

/* ---- the board ---- */

static crok_status
new_motion_detector(crok_engine *e, const crok_engine_frame *f, crok_err *err)
{
    crok_motion_free(&e->motion);
    free(e->reference);
    free(e->first_reference);
    e->reference = e->first_reference = NULL;
    return crok_motion_new(f->luma->w_px, f->luma->h_px,
                           e->has_pose ? &e->pose : NULL, CROK_ENGINE_LUMA,
                           &e->motion, err);
}

static crok_status new_tracker(crok_engine *e, const crok_engine_frame *f,
                               crok_err *err)
{
    crok_tracker_free(&e->track);
    e->tracks = false;
    e->reduce = 1;
    while (e->reduce < 4 && f->w_px / (2 * e->reduce) >= MOTION_WIDTH_PX / 2)
        e->reduce *= 2;
    return crok_tracker_new(&e->pose, e->reduce, &e->track, err);
}

/* Create a new motion detector and, if the pose is known, a new tracker.
 * Without a pose motion is detected in the whole picture. */
static crok_status restart_detection(crok_engine *e, const crok_engine_frame *f,
                                     crok_err *err)
{
    crok_status st = new_motion_detector(e, f, err);
    return st == CROK_OK && e->has_pose ? new_tracker(e, f, err) : st;
}

/* Search the full picture for a board. */
static crok_status find_board(crok_engine *e, const crok_engine_frame *f,
                              crok_engine_report *out, crok_err *err)
{
    crok_err why = {0};
    crok_status st = f->colour(f->context, 1, &e->frame, err);
    if (st != CROK_OK)
        return st;
    e->read_ns = f->t_ns;
    st = crok_scan_board(&e->frame, 1.0, &e->scan, &e->pose, &why);
    if (st == CROK_ENOMEM)
        return crok_fail(err, st, "%s", why.msg);
    if (st != CROK_OK) {
        out->news = CROK_NEWS_NO_BOARD;
        (void)snprintf(out->words, sizeof out->words, "%.150s", why.msg);
        return CROK_OK;
    }
    e->has_pose = true;
    out->news = CROK_NEWS_BOARD;
    return restart_detection(e, f, err);
}

/* ---- a reading ---- */

/* The camera or the board was moved: search for the board in the mean picture.
 * The positions of the discs in the board frame remain valid. The stored grey
 * values and the tracker's background are discarded. */
static crok_status find_board_again(crok_engine *e, const crok_engine_frame *f,
                                    crok_engine_report *out, crok_err *err)
{
    crok_board_pose pose;
    crok_err why = {0};
    crok_status st =
        crok_scan_board(&e->mean.image, 1.0, &e->scan, &pose, &why);
    if (st == CROK_ENOMEM)
        return crok_fail(err, st, "%s", why.msg);
    out->news = CROK_NEWS_BUMPED;
    (void)snprintf(out->words, sizeof out->words,
                   st == CROK_OK
                       ? "camera or board has moved: the board is found again"
                       : "camera or board has moved: the board is looked for");
    if (st != CROK_OK)
        return CROK_OK;
    if (e->pose.scale_is_settled)
        crok_board_pose_take_scale(&pose, &e->pose);
    e->pose = pose;
    return restart_detection(e, f, err);
}

/* The millimetre is the board's own, so the first reading with discs settles
 * it: positions of later readings are compared with those of earlier ones. */
static void settle_scale(crok_engine *e, const crok_board_pose *seen)
{
    if (!e->pose.scale_is_settled && seen->scale_evidence.n_discs > 0)
        crok_board_pose_take_scale(&e->pose, seen);
}

/* Read the board in the mean picture. */
static crok_status read_board(crok_engine *e, const crok_engine_frame *f,
                              crok_engine_report *out, crok_err *err)
{
    crok_status st = CROK_OK;
    e->has_brief = e->must_read = false;
    crok_mean_take(&e->mean);
    crok_motion_keep(&e->motion, f->luma);
    e->read_ns = f->t_ns;
    if (crok_registration_measure(&e->mean.image, &e->pose).is_displaced)
        return find_board_again(e, f, out, err);
    st = crok_scan_discs(&e->mean.image, 1.0, &e->scan, &e->pose, &out->seen,
                         err);
    if (st == CROK_ESIDES) { /* for example because an arm is over the board */
        e->state = CROK_ENGINE_COVERED;
        return CROK_OK;
    }
    if (st != CROK_OK)
        return st;
    settle_scale(e, &out->seen.pose);
    return crok_engine_take_reading(e, f, out, err);
}

/* Add a frame at rest to the mean. When FRAMES_READ frames are added, read the
 * board. */
static crok_status read_frame(crok_engine *e, const crok_engine_frame *f,
                              crok_engine_report *out, crok_err *err)
{
    crok_status st = f->colour(f->context, 1, &e->frame, err);
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
        st = crok_image_fit(f->luma->w_px, f->luma->h_px, CROK_GRAY8,
                            &e->brief_luma, err);
    if (st != CROK_OK)
        return st;
    for (int y = 0; y < f->luma->h_px; y++)
        memcpy(crok_image_row(&e->brief_luma, y), crok_image_row(f->luma, y),
               (size_t)f->luma->w_px);
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
    return st == CROK_OK ? read_board(e, &f, out, err) : st;
}

crok_status crok_engine_finish(crok_engine *e, crok_engine_report *out,
                               crok_err *err)
{
    memset(out, 0, sizeof *out);
    out->state = e->state;
    return e->has_brief && e->has_pose ? read_brief(e, out, err) : CROK_OK;
}

/* ---- a frame ---- */

static bool is_dark(const crok_engine *e, const crok_image *luma)
{
    int n = e->motion.n_cells;
    long sum = 0;
    long was = 0;
    for (int i = 0; i < n; i++) {
        sum += crok_motion_value(&e->motion, luma, i);
        was += e->reference == NULL ? 0 : e->reference[i];
    }
    return (double)sum < DARK_LEVEL * n ||
           ((double)sum < DIM_LEVEL * n &&
            (double)sum < DIM_PART * (double)was);
}

static crok_status process_motion(crok_engine *e, const crok_engine_frame *f,
                                  int64_t still_ns, crok_engine_report *out,
                                  crok_err *err)
{
    crok_status st = CROK_OK;
    if (e->has_brief && still_ns < BRIEF_NS)
        st = read_brief(e, out, err);
    if (out->news == CROK_NEWS_NONE && e->state != CROK_ENGINE_MOVING)
        out->news = CROK_NEWS_MOVING;
    e->state = CROK_ENGINE_MOVING;
    e->mean.n = 0;
    e->read_ns = -1;
    if (st == CROK_OK && (e->has_rest || e->has_given_rest) &&
        still_ns >= BRIEF_NS && !e->has_brief && !is_dark(e, f->luma))
        st = keep_brief(e, f, err);
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

/* The time between two checks of a picture without motion, ns. */
static int64_t repeat_ns(const crok_engine *e)
{
    if (!e->has_pose || e->state == CROK_ENGINE_QUIET)
        return REPEAT_NS;
    return COVERED_REPEAT_NS;
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
    return restart_detection(e, f, err);
}

crok_status crok_engine_feed(crok_engine *e, const crok_engine_frame *f,
                             crok_engine_report *out, crok_err *err)
{
    crok_status st = CROK_OK;
    int64_t still_ns = 0;
    bool looks = false;
    memset(out, 0, sizeof *out);
    if (e->motion.cell == NULL || e->motion.w_px != f->luma->w_px ||
        e->motion.h_px != f->luma->h_px)
        st = change_size(e, f, err);
    if (st != CROK_OK)
        return st;
    still_ns = crok_motion_feed(&e->motion, f->luma, f->t_ns);
    looks = is_due(e, f);
    st = track(e, f, still_ns, err);
    if (st != CROK_OK)
        return st;
    if (!e->has_pose) /* the search does not wait until nothing moves */
        st = looks && !is_dark(e, f->luma) ? find_board(e, f, out, err)
                                           : CROK_OK;
    else if (still_ns < CROK_ENGINE_QUIET_NS)
        st = process_motion(e, f, still_ns, out, err);
    else if (!looks || is_dark(e, f->luma) || waits_for_rim(e, f, still_ns))
        e->mean.n = 0;
    else
        st = read_frame(e, f, out, err);
    out->state = !e->has_pose ? CROK_ENGINE_LOOKING : e->state;
    return st;
}
