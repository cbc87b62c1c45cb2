/* SPDX-License-Identifier: Apache-2.0 */
#include "table/watcher.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "capture/pace.h"
#include "core/clock.h"
#include "table/drawn_film.h"
#include "table/engine_frame.h"
#include "table/pictures.h"
#include "table/replay.h"
#include "table/source_view.h"
#include "table/top_view.h"

#define WAIT_NS INT64_C(200000000)

struct crok_watcher {
    crok_watcher_options options; /* after opening, only `board`,
                                   * `keeps_replays`, the callbacks and their
                                   * context are used */
    crok_table table;
    crok_source *source;
    crok_engine *engine;
    crok_frame_pictures pictures;
    crok_drawn_film drawn;
    crok_replayer replayer;
    crok_engine_report report;
    bool has_board;
    bool has_watched; /* the board was found, at rest or in motion */
    bool has_read;    /* the board was read in this step */
    crok_pace pace;
    int64_t seen_at_ms;     /* time of the last frame, ms; 0: none has come */
    crok_live_source shown; /* the state of the source that was last sent to the
                             * viewers */
    /* values at the last report, to detect changes: */
    bool was_moving, was_frozen;
    crok_source_state was_state;
    char was_words[CROK_TABLE_WORDS];
    char was_lost[CROK_TABLE_WORDS]; /* why the last replay was lost; "": it was
                                      * kept */
    char was_wrong[sizeof((crok_journal_health *)NULL)->words]; /* with the
                                                                 * record */
};

/* ---- what the source sees ---- */

/* Send the state of the source to the viewers if it differs from what they
 * have. */
static crok_status show_source(crok_watcher *w, crok_err *err)
{
    crok_live *live = w->table.live;
    crok_live_source view;
    bool is_news = false;
    crok_status st = CROK_OK;
    w->has_watched = w->has_watched || w->report.state != CROK_ENGINE_LOOKING;
    crok_live_hold(live);
    view = crok_source_view(&w->table, crok_source_health(w->source),
                            &w->report, w->has_watched);
    view.seen_at_ms = w->seen_at_ms;
    is_news = crok_source_view_differs(&view, &w->shown);
    if (is_news)
        w->shown = view;
    st = crok_live_set_source(live, &view, is_news, err);
    crok_live_release(live);
    return st;
}

/* Set the source's state to "down", with the reason. */
static void show_failure(crok_watcher *w, const crok_err *why)
{
    crok_live_source view = {.state = CROK_LIVE_DOWN,
                             .has_stopped = true,
                             .seen_at_ms = w->seen_at_ms};
    (void)snprintf(view.words, sizeof view.words, "%s", why->msg);
    /* if there is no memory, the viewers keep the old state */
    (void)!crok_live_set_source(w->table.live, &view, true, NULL);
}

/* ---- opening and closing ---- */

static crok_status open_engine(crok_watcher *w, const crok_board_pose *pose,
                               crok_err *err)
{
    const crok_table_sides *sides = &w->table.setup.sides;
    crok_engine_options o = {.n_sides = sides->n == 0 ? 2 : sides->n,
                             .pose = pose,
                             .board = w->options.board};
    for (int i = 0; i < sides->n; i++)
        memcpy(o.side_names[i], sides->name[i], sizeof o.side_names[i]);
    return crok_engine_new(&o, &w->engine, err);
}

/* If the record is resumed, set the engine's board from it. */
static void resume(crok_watcher *w)
{
    crok_board_seen board;
    crok_rest_sight rest;
    crok_live_hold(w->table.live);
    if (crok_table_match(&w->table)->state != CROK_STATE_WAITING) {
        board = crok_table_resume_rest(&w->table);
        rest = crok_evidence_rest(&board);
        crok_engine_set_outer(w->engine,
                              crok_table_match(&w->table)->info.lines.outer_mm);
        crok_engine_set(w->engine, &rest);
    }
    crok_live_release(w->table.live);
}

/* Start a video at the time where the record stopped. */
static crok_status
open_source(crok_watcher *w, const crok_watcher_options *options, crok_err *err)
{
    crok_source_options o = {0};
    crok_status st = CROK_OK;
    if (options->capture != NULL)
        o = *options->capture;
    o.from_ns = crok_table_film_ns(&w->table);
    o.awaits = options->awaits_source;
    st = crok_source_open(options->source, &o, &w->source, err);
    if (st == CROK_OK)
        w->table.is_recorded = crok_source_health(w->source)->is_recorded;
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
    w->pace = crok_pace_of(options->source);
    st = crok_drawn_film_begin(&w->drawn, options->drawn_path, err);
    if (st == CROK_OK)
        st = crok_table_open(options->live, options->name, options->setup,
                             &w->table, err);
    if (st == CROK_OK)
        st = open_engine(w, options->pose, err);
    if (st == CROK_OK)
        resume(w);
    if (st == CROK_OK)
        st = open_source(w, options, err);
    if (st == CROK_OK)
        st = show_source(w, err);
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
    crok_frame_pictures_free(&w->pictures);
    crok_drawn_film_close(&w->drawn);
    crok_replayer_free(&w->replayer);
    free(w);
    *watcher = NULL;
}

bool crok_watcher_has_board(const crok_watcher *w)
{
    return w->has_board;
}

/* ---- what has changed ---- */

static void notify(const crok_watcher *w, const char *what)
{
    if (what[0] != '\0')
        w->options.message(w->options.context, what);
}

/* Report each new message once, and each change of the source's health once.
 * Returns true if the table's message or the source's health has changed. */
static bool report_words(crok_watcher *w, const char *note)
{
    const crok_health *h = crok_source_health(w->source);
    const char *words = crok_table_words(&w->table);
    bool new_words = strcmp(words, w->was_words) != 0;
    bool new_health = h->state != w->was_state || h->is_frozen != w->was_frozen;
    notify(w, note);
    if (new_words && strcmp(words, note) != 0)
        notify(w, words);
    if (new_health && h->state != CROK_SOURCE_ENDED)
        notify(w, h->is_frozen ? "the camera's picture is frozen: it sends the "
                                 "same one again and again"
                  : h->state != CROK_SOURCE_RUNNING ? h->words
                  : h->n_frames > 1 ? "the source is running again"
                                    : "the source is there");
    w->was_state = h->state;
    w->was_frozen = h->is_frozen;
    (void)snprintf(w->was_words, sizeof w->was_words, "%s", words);
    return new_words || new_health;
}

/* Notify the viewers of all changes of this step. The caller holds the lock of
 * the record. */
static crok_status report_step(crok_watcher *w, const crok_table_effect *effect,
                               crok_err *err)
{
    crok_live_source was = *crok_live_source_of(w->table.live);
    const crok_live_source *is = crok_live_source_of(w->table.live);
    bool is_moving = w->report.state == CROK_ENGINE_MOVING;
    bool has_news = report_words(w, effect->note);
    crok_status st = show_source(w, err);
    if (st == CROK_OK && w->options.changed != NULL &&
        (has_news || effect->n_events > 0 || effect->has_caught_up ||
         is_moving != w->was_moving || was.state != is->state ||
         strcmp(was.words, is->words) != 0))
        w->options.changed(w->options.context);
    w->was_moving = is_moving;
    return st;
}

/* ---- a frame ---- */

/* Store the pictures of the last event. A failure does not stop the watch,
 * because the event itself is stored already. */
static void keep_pictures(crok_watcher *w)
{
    const crok_image *img = crok_engine_picture(w->engine);
    crok_err err = {0};
    char what[CROK_TABLE_WORDS + 64];
    if (crok_live_health(w->table.live).n_unsaved > 0)
        return; /* the record's message says that there are no pictures */
    if (img == NULL || crok_table_keep_pictures(&w->table, &w->report.seen, img,
                                                &err) == CROK_OK)
        return;
    (void)snprintf(what, sizeof what, "the picture of a rest is lost: %s",
                   err.msg);
    notify(w, what);
}

/* Say why a replay is lost, unless the last one was for the same reason. */
static void note_replay(crok_watcher *w, crok_status st, const crok_err *why)
{
    char what[CROK_TABLE_WORDS] = "";
    if (st != CROK_OK)
        (void)snprintf(what, sizeof what, "a replay is lost: %.200s", why->msg);
    if (strcmp(what, w->was_lost) != 0)
        notify(w, what);
    memcpy(w->was_lost, what, sizeof what);
}

/* Write the replay of the shot that was recorded. A failure does not stop the
 * watch. */
static void keep_replay(crok_watcher *w, const crok_table_effect *effect)
{
    crok_board_pose pose;
    crok_err err = {0};
    crok_status st = CROK_OK;
    if (!w->options.keeps_replays || w->report.news != CROK_NEWS_SHOT ||
        effect->shot_seq == 0 ||
        crok_live_health(w->table.live).n_unsaved > 0 ||
        !crok_engine_pose_now(w->engine, &pose))
        return;
    st = crok_replayer_keep(&w->replayer, w->table.live, effect->shot_seq,
                            &w->report.shot, &pose, &err);
    note_replay(w, st, &err);
}

/* A person has started a match with other sides than the engine's: make a new
 * engine, with the board's pose if it is known. */
static crok_status change_engine(crok_watcher *w, crok_err *err)
{
    crok_board_pose pose;
    bool is_known = crok_engine_pose_now(w->engine, &pose);
    crok_engine *old = w->engine;
    crok_status st = open_engine(w, is_known ? &pose : NULL, err);
    if (st == CROK_OK)
        crok_engine_free(&old);
    else
        w->engine = old;
    return st;
}

/* Set the discs that the engine expects to those of `board`. */
static void set_rest(crok_watcher *w, const crok_board_seen *board)
{
    crok_rest_sight rest = crok_evidence_rest(board);
    crok_engine_set(w->engine, &rest);
}

/* Judge the engine's report, append the events that follow from it, and carry
 * out its effects on the engine and the stored pictures. The caller holds the
 * lock of the record. */
static crok_status judge_held(crok_watcher *w, crok_table_effect *effect,
                              crok_err *err)
{
    const crok_board_pose *pose = crok_engine_pose(w->engine);
    crok_err why = {0};
    crok_status st = crok_table_judge(
        &w->table, &w->report, pose == NULL ? NULL : &pose->board, effect, err);
    w->has_board = w->has_board || pose != NULL;
    w->has_read = w->report.news == CROK_NEWS_SHOT ||
                  w->report.news == CROK_NEWS_TAKEN ||
                  w->report.news == CROK_NEWS_CHANGED;
    if (effect->sets_rest)
        set_rest(w, &effect->rest);
    if (effect->has_caught_up)
        crok_engine_read_anew(w->engine);
    if (effect->n_events > 0) {
        keep_pictures(w);
        keep_replay(w, effect);
    }
    if (report_step(w, effect, &why) != CROK_OK && st == CROK_OK)
        st = crok_fail(err, why.status, "%s", why.msg);
    return st;
}

static crok_status judge(crok_watcher *w, crok_err *err)
{
    crok_table_effect effect;
    crok_status st = CROK_OK;
    crok_live_hold(w->table.live);
    st = judge_held(w, &effect, err);
    crok_live_release(w->table.live);
    return st == CROK_OK && effect.sets_sides ? change_engine(w, err) : st;
}

/* Keep a frame for the next replay. A failure does not stop the watch; a
 * picture that is damaged is left out. */
static void take_picture(crok_watcher *w, const crok_frame *f,
                         const crok_engine_frame *frame)
{
    const bool moves = w->report.state == CROK_ENGINE_MOVING;
    crok_err err = {0};
    crok_status st = CROK_OK;
    if (!w->options.keeps_replays)
        return;
    st = crok_replayer_take(&w->replayer, f, frame, moves, &err);
    if (st != CROK_OK && st != CROK_EFORMAT)
        note_replay(w, st, &err);
}

/* Process a frame. A damaged frame is skipped; the source counts it. */
static crok_status look(crok_watcher *w, const crok_frame *f, crok_err *err)
{
    crok_engine_frame frame;
    crok_err why = {0};
    crok_status st = crok_engine_frame_of(f, &w->pictures, &frame, &why);
    if (st == CROK_OK)
        st = crok_engine_feed(w->engine, &frame, &w->report, &why);
    if (st == CROK_OK)
        st = crok_drawn_film_add(&w->drawn, w->engine, &frame, &why);
    if (st == CROK_OK)
        take_picture(w, f, &frame);
    if (st == CROK_EFORMAT)
        return CROK_OK;
    if (st != CROK_OK)
        return crok_fail(err, st, "%s", why.msg);
    return judge(w, err);
}

static crok_status end_round(crok_watcher *w, crok_err *err)
{
    crok_table_effect effect;
    crok_status st = CROK_OK;
    crok_live_hold(w->table.live);
    st = crok_table_finish(&w->table, &effect, err);
    w->report.state = CROK_ENGINE_QUIET;
    if (st == CROK_OK)
        st = report_step(w, &effect, err);
    crok_live_release(w->table.live);
    return st;
}

/* Finish the match after the end of the source. */
static crok_status finish(crok_watcher *w, crok_err *err)
{
    crok_status st = crok_engine_finish(w->engine, &w->report, err);
    if (st == CROK_OK)
        st = judge(w, err);
    return st == CROK_OK ? end_round(w, err) : st;
}

/* Called if no frame came: process only the events of other writers. */
static crok_status wait_on(crok_watcher *w, crok_err *err)
{
    w->report.news = CROK_NEWS_NONE;
    return judge(w, err);
}

/* ---- a step ---- */

static void note_time(crok_watcher *w, const crok_frame *f)
{
    w->seen_at_ms = crok_clock_ms();
    crok_pace_note(&w->pace, f->t_ns);
}

int64_t crok_watcher_due_ms(const crok_watcher *w)
{
    return crok_pace_due_ms(&w->pace, crok_source_health(w->source)->last_ns);
}

/* Set the record's top view. A failure does not stop the watch. */
static void show_board(crok_watcher *w)
{
    const crok_image *picture = crok_engine_picture(w->engine);
    const crok_board_pose *pose = crok_engine_pose(w->engine);
    crok_err err = {0};
    if (w->options.shows_board && w->has_read && picture != NULL &&
        pose != NULL &&
        crok_table_show_board(w->table.live, picture, pose, &err) != CROK_OK)
        notify(w, err.msg);
}

/* Write what the disk has not taken yet, and report once what is wrong with the
 * record, and once that it is well again. */
static crok_status see_to_record(crok_watcher *w, crok_err *err)
{
    crok_status st = crok_live_retry(w->table.live, false, err);
    crok_journal_health h = crok_live_health(w->table.live);
    if (strcmp(h.words, w->was_wrong) != 0)
        notify(w, h.words[0] != '\0' ? h.words
                                     : "the record is written again: every "
                                       "event is on the disk");
    memcpy(w->was_wrong, h.words, sizeof w->was_wrong);
    return st;
}

static crok_status take_step(crok_watcher *w, bool *more, crok_err *err)
{
    crok_frame frame = {0};
    crok_status st = crok_source_next(w->source, WAIT_NS, &frame, err);
    if (st != CROK_OK && st != CROK_ENODEV)
        return st;
    if (st == CROK_OK && frame.data != NULL) {
        note_time(w, &frame);
        return look(w, &frame, err);
    }
    if (crok_source_health(w->source)->state == CROK_SOURCE_ENDED) {
        *more = false;
        return finish(w, err);
    }
    return wait_on(w, err);
}

crok_status crok_watcher_step(crok_watcher *w, bool *more, crok_err *err)
{
    crok_err why = {0};
    crok_status st = CROK_OK;
    *more = true;
    w->has_read = false;
    st = take_step(w, more, &why);
    if (st == CROK_OK)
        st = see_to_record(w, &why);
    if (st == CROK_OK) {
        show_board(w);
        return CROK_OK;
    }
    *more = false;
    show_failure(w, &why);
    return crok_fail(err, st, "%s", why.msg);
}
