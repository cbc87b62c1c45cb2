/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/engine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/steady.h"
#include "cv/cv.h"
#include "shots/compare.h"
#include "shots/gate.h"
#include "shots/hole_memory.h"
#include "shots/reading.h"
#include "shots/side_colours.h"
#include "shots/track.h"
#include "shots/weigh.h"

/* A reading is the mean of so many frames. */
#define FRAMES_READ 3
/* A hand that goes on moving at the edge is waited for so long. */
#define EDGE_NS INT64_C(600000000)
/* A quiet that ends before is kept in one frame, taken after so long, and read
 * when things move again: a hand may come at once. */
#define BRIEF_NS INT64_C(60000000)
/* While nothing changes, and while something foreign lies there, it is looked
 * at again this often. */
#define AGAIN_NS INT64_C(1500000000)
#define COVERED_NS INT64_C(300000000)
#define COVERED_MOST_NS INT64_C(8000000000)
/* More than so many discs' worth of something else: a hand or a person. */
#define FOREIGN_MOST 0.6
/* A place where less of a disc's face than this has changed is as it was. */
#define CHANGED_MOST 0.12
/* ... and a disc in the hole: one that leans and falls in changes a fourteenth
 * to a fourth of what is seen of it, one that nobody touched up to a thirtieth.
 */
#define HOLE_CHANGED_MOST 0.05
/* Below this mean grey level the light is off; below the second one it is where
 * the rest was much brighter: many cameras send black as 16. */
#define DARK_LEVEL 22.0
#define DIM_LEVEL 45.0
#define DIM_PART 0.35
/* The ditch ends here, in radii of the outer line: what lies beyond are spare
 * discs and 20s beside the board. */
#define DITCH_RADII 1.27
#define WELL_INSIDE_RADII 0.8
/* The surface's rim is an inch wide: no disc's middle rests on it farther out,
 * or in the ditch farther in, in discs' radii from the outer line. */
#define RIM_DISCS 1.75
/* Frames in motion are reduced to about this width. */
#define MOTION_WIDTH_PX 900

struct crok_engine {
    crok_scan_options scan;
    bool knows_sides;
    bool has_pose;
    crok_board_pose pose;
    crok_gate gate;
    crok_engine_state state;
    int64_t read_ns;    /* of the last reading or look; < 0: none yet */
    bool reads_anew;    /* though nothing has changed since */
    crok_mean mean;     /* the full frames of the reading that goes on */
    crok_image frame;   /* a full frame; memory is used again */
    crok_image reduced; /* one in motion */
    /* a quiet that was not read yet: its frame and small picture */
    bool has_brief;
    crok_image brief, brief_luma;
    int64_t brief_ns;
    int reduce;
    bool has_rest; /* of a reading */
    bool was_told; /* what lies there, by crok_engine_set */
    crok_rest_sight rest;
    uint8_t *then;             /* the gate's cells at a rest ... */
    crok_rest_sight then_rest; /* ... when this lay there */
    uint8_t *first;            /* the same at the first rest */
    int64_t covered_ns;        /* how long something foreign lies there ... */
    int64_t covered_at_ns;     /* ... when it was seen last */
    int next_id;
    crok_hole_memory hole;
    crok_side_colours colours;
    crok_track *track;
    bool tracks; /* it knows the rest */
};

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
    crok_gate_free(&e->gate);
    crok_mean_free(&e->mean);
    crok_image_free(&e->frame);
    crok_image_free(&e->reduced);
    crok_image_free(&e->brief);
    crok_image_free(&e->brief_luma);
    crok_track_free(&e->track);
    free(e->then);
    free(e->first);
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
    e->was_told = true;
    e->reads_anew = true;
    for (int i = 0; i < rest->n; i++)
        if (rest->disc[i].id >= e->next_id)
            e->next_id = rest->disc[i].id + 1;
    if (e->tracks)
        crok_track_rename(e->track, rest);
}

void crok_engine_read_anew(crok_engine *engine)
{
    engine->reads_anew = true;
}

/* ---- the board ---- */

static crok_status watch_cells(crok_engine *e, const crok_engine_frame *f,
                               crok_err *err)
{
    crok_gate_free(&e->gate);
    free(e->then);
    free(e->first);
    e->then = e->first = NULL;
    return crok_gate_new(f->luma->w_px, f->luma->h_px,
                         e->has_pose ? &e->pose : NULL, CROK_ENGINE_LUMA,
                         &e->gate, err);
}

static crok_status new_tracker(crok_engine *e, const crok_engine_frame *f,
                               crok_err *err)
{
    crok_track_free(&e->track);
    e->tracks = false;
    e->reduce = 1;
    while (e->reduce < 4 && f->w_px / (2 * e->reduce) >= MOTION_WIDTH_PX / 2)
        e->reduce *= 2;
    return crok_track_new(&e->pose, e->reduce, &e->track, err);
}

/* Begins to watch with the pose as it is, or the whole picture without one. */
static crok_status watch_anew(crok_engine *e, const crok_engine_frame *f,
                              crok_err *err)
{
    crok_status st = watch_cells(e, f, err);
    return st == CROK_OK && e->has_pose ? new_tracker(e, f, err) : st;
}

/* The picture is searched for a board. */
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
    return watch_anew(e, f, err);
}

/* ---- a rest ---- */

static bool is_dark(const crok_engine *e, const crok_image *luma)
{
    int n = e->gate.n_cells;
    long sum = 0;
    long was = 0;
    for (int i = 0; i < n; i++) {
        sum += crok_gate_value(&e->gate, luma, i);
        was += e->then == NULL ? 0 : e->then[i];
    }
    return (double)sum < DARK_LEVEL * n ||
           ((double)sum < DIM_LEVEL * n &&
            (double)sum < DIM_PART * (double)was);
}

/* Not the edge where a hand waits: it would be missed there when it goes. */
static crok_status remember_cells(crok_engine *e, const crok_image *luma,
                                  bool hand_waits, crok_err *err)
{
    bool is_first = e->then == NULL || e->first == NULL;
    size_t room = (size_t)e->gate.n_cells + 1;
    int n = hand_waits && !is_first ? e->gate.n_inner : e->gate.n_cells;
    if (e->then == NULL)
        e->then = malloc(room);
    if (e->first == NULL)
        e->first = malloc(room);
    if (e->then == NULL || e->first == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to watch the board");
    for (int i = 0; i < n; i++)
        e->then[i] = crok_gate_value(&e->gate, luma, i);
    if (is_first)
        memcpy(e->first, e->then, (size_t)n);
    return CROK_OK;
}

/* The sides that the first reading with all of them shows. */
static void learn_sides(crok_engine *e, const crok_observation *seen)
{
    if (e->knows_sides || !crok_observation_shows_sides(seen, e->scan.n_sides))
        return;
    for (int i = 0; i < seen->n_sides; i++)
        memcpy(e->scan.side_names[i], seen->sides[i].name,
               sizeof e->scan.side_names[i]);
    e->knows_sides = true;
    e->colours = crok_side_colours_of(e->scan.side_names, e->scan.n_sides);
}

/* The sides' colours as this camera sees them today. */
static void learn_colours(crok_engine *e, const crok_rest_sight *rest)
{
    for (int i = 0; i < rest->n; i++) {
        uint8_t rgb[3];
        if (rest->disc[i].state != CROK_DISC_FLAT)
            continue;
        crok_track_colour(e->track, rest->disc[i].at, rgb);
        crok_side_colours_learn(&e->colours, rest->disc[i].side, rgb);
    }
}

/* The rest becomes the one that the next is compared with. */
static crok_status take_rest(crok_engine *e, const crok_engine_frame *f,
                             const crok_rest_sight *rest, bool hand_waits,
                             crok_err *err)
{
    crok_status st = CROK_OK;
    e->rest = *rest;
    e->has_rest = true;
    e->then_rest = *rest;
    crok_hole_remember(&e->hole, &e->mean.image, &e->pose, rest);
    st = remember_cells(e, f->luma, hand_waits, err);
    if (st == CROK_OK)
        st = f->colour(f->context, e->reduce, &e->reduced, err);
    if (st == CROK_OK)
        st = crok_track_rest(e->track, &e->reduced, rest, err);
    e->tracks = st == CROK_OK;
    if (e->tracks)
        learn_colours(e, rest);
    return st;
}

/* A disc that is placed to be shot is not on the board yet; what has gone
 * meanwhile was taken. */
static crok_change without_placed(crok_shot_sight *shot)
{
    int at = crok_sight_find(&shot->after, shot->shooter);
    if (at >= 0)
        shot->after.disc[at] = shot->after.disc[--shot->after.n];
    shot->shooter = shot->side = -1;
    shot->n_moved = 0;
    memset(&shot->motion, 0, sizeof shot->motion);
    return shot->n_gone > 0 ? CROK_CHANGE_TAKEN : CROK_CHANGE_PLACED;
}

static crok_engine_news news_of(crok_change what)
{
    switch (what) {
    case CROK_CHANGE_NONE:
        return CROK_NEWS_SAME;
    case CROK_CHANGE_SHOT:
        return CROK_NEWS_SHOT;
    case CROK_CHANGE_TAKEN:
        return CROK_NEWS_TAKEN;
    case CROK_CHANGE_PLACED:
        return CROK_NEWS_NONE;
    case CROK_CHANGE_OTHER:
    default:
        return CROK_NEWS_CHANGED;
    }
}

/* A shot whose discs lie well within the board is over, also while a hand still
 * waits at the edge; if there is a shooter: without one the hand may hold what
 * seems to have moved. */
static bool is_over_inside(const crok_engine *e, const crok_shot_sight *shot)
{
    double most = WELL_INSIDE_RADII * e->pose.board.line_mm[CROK_LINE_OUTER];
    if (shot->shooter < 0)
        return false;
    for (int k = 0; k < shot->n_moved; k++) {
        int at = crok_sight_find(&shot->after, shot->moved[k]);
        if (at >= 0 &&
            hypot(shot->after.disc[at].at.x, shot->after.disc[at].at.y) >= most)
            return false;
    }
    return true;
}

/* Does something lie there, so many radii of the outer line about, that is no
 * disc and was not there at the rest? */
static bool is_foreign(const crok_engine *e, const crok_engine_frame *f,
                       const crok_shot_sight *shot, double radii)
{
    return e->then != NULL &&
           crok_foreign_discs(&e->gate, e->then, e->first, f->luma,
                              &e->then_rest, &shot->after,
                              radii * e->pose.board.line_mm[CROK_LINE_OUTER]) >
               FOREIGN_MOST;
}

/* Is anything but discs over the board, as is_hand says? What lies there for
 * long, while it is quiet, is taken for a part of the table: a hand may have
 * been remembered as one and be missed ever since. */
static bool is_covered(crok_engine *e, const crok_engine_frame *f,
                       bool was_covered, bool is_hand)
{
    if (!is_hand)
        return false;
    if (was_covered)
        e->covered_ns += f->t_ns - e->covered_at_ns;
    e->covered_at_ns = f->t_ns;
    e->state = CROK_ENGINE_COVERED;
    return e->covered_ns < COVERED_MOST_NS;
}

/* A shot that nobody was seen to flick may be a hand's doing: while one is
 * about, or what is new lies over where a disc is gone, it is not believed. */
static bool is_hands_doing(const crok_engine *e, const crok_shot_sight *shot,
                           bool hand_waits)
{
    if (e->tracks && crok_track_flick(e->track, shot) != CROK_FLICK_NONE)
        return false;
    return hand_waits || crok_is_in_hand(shot, e->pose.board.disc_mm);
}

/* Of a comparison: the engine and the frame. */
typedef struct looking {
    const crok_engine *engine;
    const crok_engine_frame *frame;
    double light;
} looking;

/* How much of a disc at `at` looks otherwise than at the rest before. */
static double changed_part(const looking *l, crok_mm at)
{
    const crok_engine *e = l->engine;
    return e->then == NULL
               ? 1.0
               : crok_changed_part(&e->gate, e->then, l->frame->luma, l->light,
                                   at, e->pose.board.disc_mm);
}

/* The hole is looked at by its colour: hole_memory.h. Elsewhere what is as
 * light as the board may differ in colour alone: the tracker sees that. */
static bool has_changed(const void *context, crok_mm at)
{
    const looking *l = context;
    const crok_engine *e = l->engine;
    return hypot(at.x, at.y) < e->pose.board.hole_mm ||
           changed_part(l, at) > CHANGED_MOST ||
           (e->tracks && crok_track_shows(e->track, at, l->frame->t_ns));
}

static bool has_hole_changed(const void *context)
{
    return changed_part(context, (crok_mm){0.0, 0.0}) > HOLE_CHANGED_MOST;
}

static crok_status compare(crok_engine *e, const crok_engine_frame *f,
                           crok_engine_report *out, crok_err *err)
{
    int next_id = e->next_id;
    crok_weighing w = {e->track, &e->pose.board, &e->colours, &next_id};
    bool is_bare = true; /* nothing lies there that is not in the rest */
    looking here = {
        e, f,
        e->then == NULL ? 1.0 : crok_light_since(&e->gate, e->then, f->luma)};
    crok_changed_at changed = {has_changed, has_hole_changed, &here};
    crok_change what = crok_compare_rests(&e->rest, &out->seen, f->t_ns,
                                          &changed, &next_id, &out->shot);
    bool is_over = what == CROK_CHANGE_SHOT && is_over_inside(e, &out->shot);
    bool was_covered = e->state == CROK_ENGINE_COVERED;
    bool hand_waits = false;
    if ((e->tracks && crok_weigh_moves(&w, &out->shot, f->t_ns)) ||
        is_covered(e, f, was_covered,
                   is_foreign(e, f, &out->shot,
                              is_over ? CROK_GATE_INNER : DITCH_RADII)))
        return CROK_OK;
    hand_waits = is_over && is_foreign(e, f, &out->shot, DITCH_RADII);
    if (e->tracks)
        what = crok_weigh_motion(&w, what, &out->shot);
    if (what == CROK_CHANGE_SHOT &&
        is_covered(e, f, was_covered,
                   is_hands_doing(e, &out->shot, hand_waits)))
        return CROK_OK;
    e->state = CROK_ENGINE_QUIET;
    e->covered_ns = 0;
    if (e->tracks && what == CROK_CHANGE_SHOT)
        crok_weigh_settle(&w, &out->seen, &out->shot);
    if (what == CROK_CHANGE_PLACED) {
        is_bare = false;
        what = without_placed(&out->shot);
    }
    out->rest = out->shot.after;
    out->news = news_of(what);
    if (out->news == CROK_NEWS_NONE)
        return CROK_OK;
    e->next_id = next_id;
    e->rest = out->rest;
    return is_bare ? take_rest(e, f, &out->rest, hand_waits, err) : CROK_OK;
}

/* A disc on the outer line is about to be shot. */
static void drop_placed(const crok_engine *e, crok_rest_sight *rest)
{
    double outer = e->pose.board.line_mm[CROK_LINE_OUTER];
    int n = 0;
    for (int i = 0; i < rest->n; i++)
        if (!crok_is_placed(rest->disc[i].at, outer))
            rest->disc[n++] = rest->disc[i];
    rest->n = n;
}

static crok_status first_rest(crok_engine *e, const crok_engine_frame *f,
                              crok_engine_report *out, crok_err *err)
{
    (void)crok_compare_rests(&e->rest, &out->seen, f->t_ns, NULL, &e->next_id,
                             &out->shot);
    drop_placed(e, &out->shot.after);
    e->state = CROK_ENGINE_QUIET;
    out->rest = out->shot.after;
    out->news = CROK_NEWS_CHANGED;
    return take_rest(e, f, &out->rest, false, err);
}

/* Only what lies on the board or in its ditch; what lies beyond the outer line,
 * but on the surface's rim, has still to be taken off. */
static void settle_beyond(crok_observation *o)
{
    double outer = o->pose.board.line_mm[CROK_LINE_OUTER];
    double rim = outer + RIM_DISCS * o->pose.board.disc_mm;
    int n = 0;
    for (int i = 0; i < o->n_discs; i++) {
        crok_seen_disc *d = &o->discs[i];
        double r = hypot(d->at.x, d->at.y);
        if (d->state == CROK_DISC_OUT && r < rim)
            d->state = CROK_DISC_FLAT;
        if (r < DITCH_RADII * outer)
            o->discs[n++] = *d;
    }
    o->n_discs = n;
}

/* The camera or the board was knocked: found again in the settled picture. The
 * discs' places on the board stay, the pictures of before are of no use. */
static crok_status find_again(crok_engine *e, const crok_engine_frame *f,
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
    e->pose = pose;
    e->hole = (crok_hole_memory){.is_known = false};
    return watch_anew(e, f, err);
}

/* Reads the board in the mean picture. */
static crok_status read_board(crok_engine *e, const crok_engine_frame *f,
                              crok_engine_report *out, crok_err *err)
{
    crok_status st = CROK_OK;
    e->has_brief = e->reads_anew = false;
    crok_mean_take(&e->mean);
    crok_gate_keep(&e->gate, f->luma);
    e->read_ns = f->t_ns;
    if (crok_steady_measure(&e->mean.image, &e->pose).is_bumped)
        return find_again(e, f, out, err);
    st = crok_scan_discs(&e->mean.image, 1.0, &e->scan, &e->pose, &out->seen,
                         err);
    if (st == CROK_ESIDES) { /* as while somebody's arm is in the picture */
        e->state = CROK_ENGINE_COVERED;
        return CROK_OK;
    }
    if (st != CROK_OK)
        return st;
    if (e->was_told && !e->has_rest)
        crok_hole_believe(&e->hole, &e->mean.image, &e->pose, &e->rest);
    crok_hole_recall(&e->hole, &e->mean.image, &e->rest, &out->seen);
    settle_beyond(&out->seen);
    learn_sides(e, &out->seen);
    return e->has_rest ? compare(e, f, out, err) : first_rest(e, f, out, err);
}

/* One more settled frame; after the last one the board is read. */
static crok_status read_frame(crok_engine *e, const crok_engine_frame *f,
                              crok_engine_report *out, crok_err *err)
{
    crok_status st = f->colour(f->context, 1, &e->frame, err);
    if (st == CROK_OK)
        st = crok_mean_add(&e->mean, &e->frame, err);
    if (st != CROK_OK || e->mean.n < FRAMES_READ)
        return st;
    return read_board(e, f, out, err);
}

/* ---- a brief quiet ---- */

static crok_status keep_brief(crok_engine *e, const crok_engine_frame *f,
                              crok_err *err)
{
    crok_status st = f->colour(f->context, 1, &e->brief, err);
    if (st == CROK_OK && e->brief_luma.w_px != f->luma->w_px) {
        crok_image_free(&e->brief_luma);
        st = crok_image_new(f->luma->w_px, f->luma->h_px, CROK_GRAY8,
                            &e->brief_luma, err);
    }
    if (st != CROK_OK)
        return st;
    for (int y = 0; y < f->luma->h_px; y++)
        memcpy(crok_image_row(&e->brief_luma, y), crok_image_row(f->luma, y),
               (size_t)f->luma->w_px);
    e->brief_ns = f->t_ns;
    e->has_brief = true;
    return CROK_OK;
}

static crok_status reduced_brief(void *context, int reduce, crok_image *out,
                                 crok_err *err)
{
    const crok_engine *e = context;
    crok_image_free(out);
    return crok_cv_resize(&e->brief, e->brief.w_px / reduce,
                          e->brief.h_px / reduce, out, err);
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

static crok_status move_on(crok_engine *e, const crok_engine_frame *f,
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
    if (st == CROK_OK && (e->has_rest || e->was_told) && still_ns >= BRIEF_NS &&
        !e->has_brief && !is_dark(e, f->luma))
        st = keep_brief(e, f, err);
    return st;
}

/* How long nothing has moved about the inner part. */
static int64_t edge_still_ns(const crok_engine *e, const crok_engine_frame *f)
{
    return f->t_ns - e->gate.edge_ns;
}

/* The tracker sees every frame in which anything differs from the rest, and
 * looks at those in which anything moves. */
static crok_status track(crok_engine *e, const crok_engine_frame *f,
                         int64_t still_ns, crok_err *err)
{
    crok_status st = CROK_OK;
    if (!e->tracks || (still_ns >= CROK_ENGINE_QUIET_NS &&
                       !crok_edge_differs(&e->gate, e->then, f->luma)))
        return CROK_OK;
    if (still_ns >= CROK_ENGINE_QUIET_NS &&
        edge_still_ns(e, f) >= CROK_ENGINE_QUIET_NS) {
        crok_track_same(e->track, f->t_ns);
        return CROK_OK;
    }
    st = f->colour(f->context, e->reduce, &e->reduced, err);
    return st == CROK_OK ? crok_track_frame(e->track, &e->reduced, f->t_ns, err)
                         : st;
}

/* When a quiet board is looked at again. */
static int64_t pause_ns(const crok_engine *e)
{
    if (!e->has_pose || e->state == CROK_ENGINE_QUIET)
        return AGAIN_NS;
    return COVERED_NS;
}

/* Is it time to look at the board? What was read is read again where it looks
 * otherwise since, be it a little, or somebody asked for it. */
static bool is_due(crok_engine *e, const crok_engine_frame *f)
{
    if (e->mean.n > 0 || e->read_ns < 0)
        return true;
    if (f->t_ns - e->read_ns < pause_ns(e))
        return false;
    if (!e->has_pose || e->state != CROK_ENGINE_QUIET || e->reads_anew ||
        !crok_gate_is_as_kept(&e->gate, f->luma))
        return true;
    e->read_ns = f->t_ns;
    return false;
}

/* A hand that goes on moving about the inner part is waited for: for a while,
 * and till it rests or is gone where this rest was read already. */
static bool waits_for_edge(const crok_engine *e, const crok_engine_frame *f,
                           int64_t still_ns)
{
    return e->has_rest && edge_still_ns(e, f) < CROK_ENGINE_QUIET_NS &&
           (still_ns < EDGE_NS || e->state == CROK_ENGINE_QUIET);
}

crok_status crok_engine_feed(crok_engine *e, const crok_engine_frame *f,
                             crok_engine_report *out, crok_err *err)
{
    crok_status st = CROK_OK;
    int64_t still_ns = 0;
    bool looks = false;
    memset(out, 0, sizeof *out);
    if (e->gate.cell == NULL || e->gate.w_px != f->luma->w_px ||
        e->gate.h_px != f->luma->h_px)
        st = watch_anew(e, f, err);
    if (st != CROK_OK)
        return st;
    still_ns = crok_gate_feed(&e->gate, f->luma, f->t_ns);
    looks = is_due(e, f);
    st = track(e, f, still_ns, err);
    if (st != CROK_OK)
        return st;
    if (!e->has_pose) /* also behind a hand that moves */
        st = looks && !is_dark(e, f->luma) ? find_board(e, f, out, err)
                                           : CROK_OK;
    else if (still_ns < CROK_ENGINE_QUIET_NS)
        st = move_on(e, f, still_ns, out, err);
    else if (!looks || is_dark(e, f->luma) || waits_for_edge(e, f, still_ns))
        e->mean.n = 0;
    else
        st = read_frame(e, f, out, err);
    out->state = !e->has_pose ? CROK_ENGINE_LOOKING : e->state;
    return st;
}
