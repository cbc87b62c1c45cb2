/* SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "core/scratch.h"
#include "journal/add_document.h"
#include "lib/crokeye.h"
#include "lib/option_list.h"
#include "lib/picture.h"
#include "lib/status.h"
#include "lib/text_queue.h"
#include "rules/rules_json.h"
#include "table/setup_words.h"
#include "table/watcher.h"

static const char *const repeated[] = {"set", NULL};

/* What the options say. */
typedef struct setup {
    crok_setup_words words;
    crok_setup_known known;
    const char *record_path; /* NULL: in memory only */
    bool is_recorded;
} setup;

struct crokeye_follower {
    crok_option_list options; /* says a `setup` */
    crok_live *live;          /* owned: the record; NULL: it is not open yet */
    crok_watcher *watcher;    /* owned; NULL: as `live` */
    crok_source_options capture;
    crok_feed feed;
    crok_picture_room room;
    int64_t last_ns; /* time of the last frame; valid if has_frame */
    bool has_frame, has_ended;
    crok_status stopped; /* why following cannot go on; CROK_OK: it can */
    char why[sizeof((crok_err *)NULL)->msg]; /* its message */
    crok_text_queue lines, words;
    bool lacks_memory; /* a line or a message is lost in this call */
    int n_events;      /* events that were returned */
    char *event;       /* owned: the last of them */
    char *json;        /* owned: the match that was returned last */
    crok_err err;
};

/* ---- options ---- */

static void begin_setup(void *said)
{
    setup *s = said;
    crok_setup_words_begin(&s->words);
}

static crok_status take(void *said, const crok_set_option *o, crok_err *err)
{
    setup *s = said;
    if (strcmp(o->name, "match") == 0)
        s->record_path = o->value;
    else if (strcmp(o->name, "recorded") == 0)
        return crok_set_option_yes(o, &s->is_recorded, err);
    else
        return crok_setup_words_take(&s->words, o->name, o->value, err);
    return CROK_OK;
}

static crok_status settle(void *said, crok_err *err)
{
    setup *s = said;
    crok_status st = crok_setup_words_book(&s->words, err);
    return st == CROK_OK ? crok_setup_words_known(&s->words, &s->known, err)
                         : st;
}

static const crok_option_kind kind = {repeated, sizeof(setup), begin_setup,
                                      take, settle};

static const setup *setup_of(const crokeye_follower *f)
{
    return f->options.said;
}

crokeye_status crokeye_follower_set(crokeye_follower *f, const char *option,
                                    const char *value)
{
    crok_status st = CROK_OK;
    if (f == NULL)
        return CROKEYE_ARGUMENT;
    st = f->live != NULL
             ? crok_fail(&f->err, CROK_ECONFLICT,
                         "options are set before the first frame or event")
             : crok_option_list_set(&kind, option, value, &f->options, &f->err);
    return crok_lib_status(&f->err, st);
}

/* ---- making ---- */

crokeye_follower *crokeye_follower_new(void)
{
    crokeye_follower *f = calloc(1, sizeof *f);
    if (f == NULL ||
        crok_option_list_say(&kind, &f->options, &f->err) == CROK_OK)
        return f;
    crokeye_follower_free(f);
    return NULL;
}

void crokeye_follower_free(crokeye_follower *f)
{
    if (f == NULL)
        return;
    crok_watcher_close(&f->watcher);
    crok_live_close(&f->live);
    crok_option_list_free(&f->options);
    crok_picture_room_free(&f->room);
    crok_text_queue_free(&f->lines);
    crok_text_queue_free(&f->words);
    cJSON_free(f->event);
    cJSON_free(f->json);
    free(f);
}

/* ---- what happens ---- */

static void changed(void *context)
{
    crokeye_follower *f = context;
    char *text = crok_live_document(f->live, 0);
    if (text == NULL || !crok_text_queue_add(&f->lines, text))
        f->lacks_memory = true;
    cJSON_free(text);
}

static void message(void *context, const char *what)
{
    crokeye_follower *f = context;
    if (!crok_text_queue_add(&f->words, what))
        f->lacks_memory = true;
}

static crok_status open_watcher(crokeye_follower *f, crok_err *err)
{
    const setup *s = setup_of(f);
    const crok_watcher_options o = {
        .source = "frames",
        .capture = &f->capture,
        .pose = s->known.pose,
        .board = s->known.board,
        .live = f->live,
        .name = s->record_path == NULL ? "the record" : s->record_path,
        .setup = &s->words.setup,
        .changed = changed,
        .message = message,
        .context = f};
    f->feed = (crok_feed){.is_recorded = s->is_recorded};
    f->capture = (crok_source_options){.feed = &f->feed};
    return crok_watcher_open(&o, &f->watcher, err);
}

/* Open the record and the match, if they are not open. On failure the options
 * can be changed. */
static crok_status start(crokeye_follower *f, crok_err *err)
{
    crok_status st = CROK_OK;
    if (f->live != NULL)
        return CROK_OK;
    st = crok_table_check_setup(&setup_of(f)->words.setup, err);
    if (st == CROK_OK)
        st = crok_live_open(setup_of(f)->record_path, &f->live, err);
    if (st == CROK_OK)
        st = open_watcher(f, err);
    if (st == CROK_OK)
        changed(f);
    else
        crok_live_close(&f->live);
    return st;
}

/* Begin a call that needs the match. */
static crok_status begin(crokeye_follower *f, crok_err *err)
{
    f->lacks_memory = false;
    if (f->stopped != CROK_OK)
        return crok_fail(err, f->stopped, "%s", f->why);
    if (f->has_ended)
        return crok_fail(err, CROK_ECONFLICT, "the frames have ended");
    return crok_scratch_prepare()
               ? start(f, err)
               : crok_fail(err, CROK_ENOMEM, "no memory to follow a match");
}

/* End a call that needs the match. */
static crokeye_status end(crokeye_follower *f, crok_status st)
{
    if (st == CROK_OK && f->lacks_memory)
        st = crok_fail(&f->err, CROK_ENOMEM,
                       "no memory for a line: ask for the match as it is now");
    return crok_lib_status(&f->err, st);
}

/* ---- frames ---- */

/* Let the watcher process the frame in the feed, or the end. A failure is
 * final. */
static crok_status step(crokeye_follower *f, bool *more, crok_err *err)
{
    f->stopped = crok_watcher_step(f->watcher, more, err);
    memcpy(f->why, err->msg, sizeof f->why);
    return f->stopped;
}

static crok_status give_frame(crokeye_follower *f, const crokeye_picture *p,
                              int64_t t_ns, crok_err *err)
{
    crok_frame frame;
    bool more = true;
    crok_status st = CROK_OK;
    if (f->has_frame && t_ns <= f->last_ns)
        return crok_fail(err, CROK_EARG,
                         "a frame's time must be above that of the one before");
    st = crok_picture_frame(p, t_ns, &f->room, &frame, err);
    if (st != CROK_OK) {
        f->feed.n_damaged++;
        return st;
    }
    f->last_ns = t_ns;
    f->has_frame = true;
    f->feed.frame = &frame;
    return step(f, &more, err);
}

crokeye_status crokeye_follower_frame(crokeye_follower *f,
                                      const crokeye_picture *frame,
                                      int64_t t_ns)
{
    crok_status st = CROK_OK;
    if (f == NULL)
        return CROKEYE_ARGUMENT;
    st = begin(f, &f->err);
    if (st == CROK_OK)
        st = give_frame(f, frame, t_ns, &f->err);
    return end(f, st);
}

crokeye_status crokeye_follower_finish(crokeye_follower *f)
{
    bool more = true;
    crok_status st = CROK_OK;
    if (f == NULL)
        return CROKEYE_ARGUMENT;
    st = begin(f, &f->err);
    f->feed.has_ended = true;
    while (st == CROK_OK && more)
        st = step(f, &more, &f->err);
    f->has_ended = f->live != NULL;
    if (st == CROK_OK)
        st = crok_live_save_rest(f->live, &f->err);
    return end(f, st);
}

/* ---- a person's events ---- */

crokeye_status crokeye_follower_add(crokeye_follower *f, const char *json)
{
    static const char where[] = "event";
    cJSON *doc = NULL;
    crok_status st = CROK_OK;
    if (f == NULL)
        return CROKEYE_ARGUMENT;
    if (json == NULL)
        st = crok_fail(&f->err, CROK_EARG, "there is no event");
    if (st == CROK_OK)
        st = crok_json_parse(json, strlen(json), where, &doc, &f->err);
    if (st == CROK_OK && f->live == NULL)
        st = begin(f, &f->err);
    if (st == CROK_OK)
        st = crok_live_add_document(f->live, doc, false, NULL, where, &f->err);
    cJSON_Delete(doc);
    return crok_lib_status(&f->err, st);
}

/* ---- results ---- */

const char *crokeye_follower_message(const crokeye_follower *f)
{
    return f == NULL ? CROK_LIB_NO_HANDLE : f->err.msg;
}

const char *crokeye_follower_line(crokeye_follower *f)
{
    return f == NULL ? NULL : crok_text_queue_take(&f->lines);
}

const char *crokeye_follower_words(crokeye_follower *f)
{
    return f == NULL ? NULL : crok_text_queue_take(&f->words);
}

/* The event of this index as a line; NULL: there is no memory. */
static char *event_text(const crokeye_follower *f, int i)
{
    crok_event *e = malloc(sizeof *e);
    cJSON *doc = NULL;
    char *text = NULL;
    if (e == NULL)
        return NULL;
    crok_kept_event(crok_live_log(f->live)->events[i], e);
    doc = crok_event_to_json(e);
    text = crok_json_text(doc, false);
    cJSON_Delete(doc);
    free(e);
    return text;
}

const char *crokeye_follower_event(crokeye_follower *f)
{
    if (f == NULL)
        return NULL;
    cJSON_free(f->event);
    f->event = NULL;
    if (f->live == NULL || f->n_events >= crok_live_log(f->live)->n)
        return NULL;
    f->event = event_text(f, f->n_events);
    f->n_events += f->event != NULL;
    return f->event;
}

const char *crokeye_follower_json(crokeye_follower *f)
{
    if (f == NULL)
        return NULL;
    cJSON_free(f->json);
    f->json = f->live == NULL ? NULL : crok_live_document(f->live, 0);
    return f->json;
}
