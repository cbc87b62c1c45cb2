/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/watcher.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture/frame.h"
#include "cli/watch_pictures.h"
#include "cv/cv.h"

#define WAIT_NS INT64_C(200000000)
/* Pixels that differ from a square by less are square. */
#define SQUARE 0.005

struct crok_watcher {
    crok_watcher_options options; /* of it callbacks only, once open */
    crok_watch_match match;
    crok_source *source;
    crok_engine *engine;
    crok_image luma;
    crok_image raw; /* a picture whose pixels are not square */
    crok_engine_report report;
    bool has_board;
    bool has_read; /* in this step */
    /* what was told last */
    bool was_moving, was_frozen;
    crok_source_state was_state;
    char was_words[CROK_WATCH_WORDS];
};

/* ---- pictures with square pixels ---- */

static bool is_square(const crok_frame *f)
{
    return !(f->pixel_aspect > 0.0) || fabs(f->pixel_aspect - 1.0) < SQUARE;
}

static int square_width(const crok_frame *f, int w_px)
{
    return is_square(f) ? w_px : (int)lround(w_px * f->pixel_aspect);
}

/* raw, as wide as it should be. */
static crok_status stretch(const crok_frame *f, const crok_image *raw,
                           crok_image *out, crok_err *err)
{
    crok_image wide = {0};
    crok_status st =
        crok_cv_resize(raw, square_width(f, raw->w_px), raw->h_px, &wide, err);
    if (st != CROK_OK)
        return st;
    crok_image_free(out);
    *out = wide;
    return CROK_OK;
}

static crok_status luma(crok_watcher *w, const crok_frame *f, crok_err *err)
{
    crok_status st = CROK_OK;
    if (is_square(f))
        return crok_frame_luma(f, CROK_ENGINE_LUMA, &w->luma, err);
    st = crok_frame_luma(f, CROK_ENGINE_LUMA, &w->raw, err);
    return st == CROK_OK ? stretch(f, &w->raw, &w->luma, err) : st;
}

typedef struct colour_of {
    crok_watcher *w;
    const crok_frame *frame;
} colour_of;

static crok_status colour(void *context, int reduce, crok_image *out,
                          crok_err *err)
{
    const colour_of *c = context;
    crok_image *raw = &c->w->raw;
    crok_status st = CROK_OK;
    if (is_square(c->frame))
        return crok_frame_rgb(c->frame, reduce, NULL, out, err);
    st = crok_frame_rgb(c->frame, reduce, NULL, raw, err);
    return st == CROK_OK ? stretch(c->frame, raw, out, err) : st;
}

/* ---- opening and closing ---- */

static crok_status open_engine(crok_watcher *w, const crok_board_pose *pose,
                               crok_err *err)
{
    const crok_watch_sides *sides = &w->match.want.sides;
    crok_engine_options o = {.n_sides = sides->n == 0 ? 2 : sides->n,
                             .pose = pose};
    for (int i = 0; i < sides->n; i++)
        memcpy(o.side_names[i], sides->name[i], sizeof o.side_names[i]);
    return crok_engine_new(&o, &w->engine, err);
}

/* A record that goes on tells what lies there. */
static void resume(crok_watcher *w)
{
    crok_rest_sight rest;
    crok_record_hold(&w->match.record);
    if (crok_watch_match_now(&w->match)->state != CROK_STATE_WAITING) {
        rest = crok_watch_match_lying(&w->match);
        crok_engine_set(w->engine, &rest);
    }
    crok_record_release(&w->match.record);
}

static crok_status open_match(crok_watcher *w, crok_err *err)
{
    const crok_watcher_options *o = &w->options;
    crok_record shared;
    if (o->table == NULL)
        return crok_watch_match_open(o->record, o->want, &w->match, err);
    shared = crok_record_of(o->table);
    return crok_watch_match_on(&shared,
                               o->record == NULL ? "the record" : o->record,
                               o->want, &w->match, err);
}

/* A film goes on where the record stopped. */
static crok_status
open_source(crok_watcher *w, const crok_watcher_options *options, crok_err *err)
{
    crok_source_options o = {0};
    crok_status st = CROK_OK;
    if (options->capture != NULL)
        o = *options->capture;
    o.from_ns = crok_watch_match_film_ns(&w->match);
    st = crok_source_open(options->source, &o, &w->source, err);
    if (st == CROK_OK)
        w->match.is_film = crok_source_health(w->source)->is_film;
    return st;
}

crok_status crok_watcher_open(const crok_watcher_options *options,
                              crok_watcher **out, crok_err *err)
{
    crok_watcher *w = calloc(1, sizeof *w);
    crok_status st = CROK_OK;
    if (w == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory to watch");
    w->options = *options;
    st = open_match(w, err);
    if (st == CROK_OK)
        st = open_engine(w, options->pose, err);
    if (st == CROK_OK)
        resume(w);
    if (st == CROK_OK)
        st = open_source(w, options, err);
    if (st == CROK_OK)
        *out = w;
    else
        crok_watcher_close(&w);
    return st;
}

void crok_watcher_close(crok_watcher **watcher)
{
    crok_watcher *w = watcher == NULL ? NULL : *watcher;
    if (w == NULL)
        return;
    crok_source_close(&w->source);
    crok_engine_free(&w->engine);
    crok_watch_match_close(&w->match);
    crok_image_free(&w->luma);
    crok_image_free(&w->raw);
    free(w);
    *watcher = NULL;
}

/* ---- what there is to tell ---- */

crok_watch_view crok_watcher_view(const crok_watcher *w)
{
    return (crok_watch_view){.match = crok_watch_match_now(&w->match),
                             .health = crok_source_health(w->source),
                             .words = crok_watch_match_words(&w->match),
                             .is_moving =
                                 w->report.state == CROK_ENGINE_MOVING};
}

const crok_log *crok_watcher_log(const crok_watcher *w)
{
    return crok_record_log(&w->match.record);
}

const crok_rest_sight *crok_watcher_rest(const crok_watcher *w)
{
    return &w->match.lie;
}

const crok_watch_sides *crok_watcher_sides(const crok_watcher *w)
{
    return &w->match.want.sides;
}

crok_engine_state crok_watcher_state(const crok_watcher *w)
{
    return w->report.state;
}

bool crok_watcher_reading(const crok_watcher *w, const crok_image **picture,
                          const crok_board_pose **pose)
{
    const crok_image *img = crok_engine_picture(w->engine);
    const crok_board_pose *p = crok_engine_pose(w->engine);
    if (!w->has_read || img == NULL || p == NULL)
        return false;
    *picture = img;
    *pose = p;
    return true;
}

bool crok_watcher_has_board(const crok_watcher *w)
{
    return w->has_board;
}

static void tell(const crok_watcher *w, const char *what)
{
    if (what[0] != '\0')
        w->options.told(w->options.context, what);
}

/* Words that are new are told once; health likewise. */
static void tell_changes(crok_watcher *w, const crok_watch_effect *effect)
{
    crok_watch_view v = crok_watcher_view(w);
    bool new_words = strcmp(v.words, w->was_words) != 0;
    bool new_health =
        v.health->state != w->was_state || v.health->is_frozen != w->was_frozen;
    tell(w, effect->note);
    if (new_words && strcmp(v.words, effect->note) != 0)
        tell(w, v.words);
    if (new_health && v.health->state != CROK_SOURCE_ENDED)
        tell(w, v.health->is_frozen ? "the camera's picture is frozen: it "
                                      "sends the same one again and again"
                : v.health->state == CROK_SOURCE_RUNNING
                    ? "the source is running again"
                    : v.health->words);
    if (w->options.changed != NULL &&
        (effect->n_events > 0 || effect->has_caught_up || new_words ||
         new_health || v.is_moving != w->was_moving))
        w->options.changed(w->options.context, w);
    w->was_moving = v.is_moving;
    w->was_state = v.health->state;
    w->was_frozen = v.health->is_frozen;
    (void)snprintf(w->was_words, sizeof w->was_words, "%s", v.words);
}

/* ---- a frame ---- */

/* Pictures that cannot be kept are no reason to stop: the event is safe. */
static void keep_pictures(crok_watcher *w)
{
    const crok_image *img = crok_engine_picture(w->engine);
    crok_err err = {0};
    char what[CROK_WATCH_WORDS + 64];
    if (img == NULL ||
        crok_watch_keep_pictures(&w->match, &w->report, img, &err) == CROK_OK)
        return;
    (void)snprintf(what, sizeof what, "the picture of a rest is lost: %s",
                   err.msg);
    tell(w, what);
}

/* A person has started a match of other sides than the engine looks for: a new
 * one, where the board is known already. */
static crok_status change_engine(crok_watcher *w, crok_err *err)
{
    const crok_board_pose *known = crok_engine_pose(w->engine);
    crok_board_pose pose;
    crok_engine *old = w->engine;
    crok_status st = CROK_OK;
    if (known != NULL)
        pose = *known;
    st = open_engine(w, known == NULL ? NULL : &pose, err);
    if (st == CROK_OK)
        crok_engine_free(&old);
    else
        w->engine = old;
    return st;
}

/* With the match held: the news, and all that they lead to. */
static crok_status take_news(crok_watcher *w, crok_watch_effect *effect,
                             crok_err *err)
{
    const crok_board_pose *pose = crok_engine_pose(w->engine);
    crok_status st = crok_watch_match_news(
        &w->match, &w->report, pose == NULL ? NULL : &pose->board, effect, err);
    w->has_board = w->has_board || pose != NULL;
    w->has_read = w->report.news == CROK_NEWS_SHOT ||
                  w->report.news == CROK_NEWS_TAKEN ||
                  w->report.news == CROK_NEWS_CHANGED;
    if (effect->sets_rest)
        crok_engine_set(w->engine, &effect->rest);
    if (effect->has_caught_up)
        crok_engine_read_anew(w->engine);
    if (effect->n_events > 0)
        keep_pictures(w);
    tell_changes(w, effect);
    return st;
}

static crok_status judge(crok_watcher *w, crok_err *err)
{
    crok_watch_effect effect;
    crok_status st = CROK_OK;
    crok_record_hold(&w->match.record);
    st = take_news(w, &effect, err);
    crok_record_release(&w->match.record);
    return st == CROK_OK && effect.sets_sides ? change_engine(w, err) : st;
}

/* A frame that came damaged is left out: the source counts it. */
static crok_status look(crok_watcher *w, const crok_frame *f, crok_err *err)
{
    colour_of context = {.w = w, .frame = f};
    crok_engine_frame frame = {.luma = &w->luma,
                               .t_ns = f->t_ns,
                               .w_px = square_width(f, f->w_px),
                               .h_px = f->h_px,
                               .colour = colour,
                               .context = &context};
    crok_err why = {0};
    crok_status st = luma(w, f, &why);
    if (st == CROK_OK)
        st = crok_engine_feed(w->engine, &frame, &w->report, &why);
    if (st == CROK_EFORMAT)
        return CROK_OK;
    if (st != CROK_OK)
        return crok_fail(err, st, "%s", why.msg);
    return judge(w, err);
}

static crok_status end_round(crok_watcher *w, crok_err *err)
{
    crok_watch_effect effect;
    crok_status st = CROK_OK;
    crok_record_hold(&w->match.record);
    st = crok_watch_match_finish(&w->match, &effect, err);
    w->report.state = CROK_ENGINE_QUIET;
    if (st == CROK_OK)
        tell_changes(w, &effect);
    crok_record_release(&w->match.record);
    return st;
}

/* The source has ended. */
static crok_status finish(crok_watcher *w, crok_err *err)
{
    crok_status st = crok_engine_finish(w->engine, &w->report, err);
    if (st == CROK_OK)
        st = judge(w, err);
    return st == CROK_OK ? end_round(w, err) : st;
}

/* No frame has come: what others have written is reckoned with all the same. */
static crok_status wait_on(crok_watcher *w, crok_err *err)
{
    w->report.news = CROK_NEWS_NONE;
    return judge(w, err);
}

crok_status crok_watcher_step(crok_watcher *w, bool *more, crok_err *err)
{
    crok_frame frame = {0};
    crok_status st = crok_source_next(w->source, WAIT_NS, &frame, err);
    *more = true;
    w->has_read = false;
    if (st != CROK_OK && st != CROK_ENODEV)
        return st;
    if (st == CROK_OK && frame.data != NULL)
        return look(w, &frame, err);
    if (crok_source_health(w->source)->state == CROK_SOURCE_ENDED) {
        *more = false;
        return finish(w, err);
    }
    return wait_on(w, err);
}
