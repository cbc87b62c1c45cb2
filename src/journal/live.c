/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/live.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "journal/document.h"

/* Time between two tries to write what is only in memory, ms. Chosen by hand:
 * a try on a full disk takes less than a millisecond. */
#define RETRY_MS 1000

struct crok_live {
    pthread_mutex_t lock;
    crok_journal *journal; /* owned; NULL: the record is in memory only */
    crok_log log;          /* the events of a record in memory */
    crok_live_source source;
    crok_top_view top_view;
    crok_replays replays;
    crok_replay_air air;
    crok_live_observer *observer;
    void *context;
    int64_t tried_ms;    /* monotonic time of the last try */
    char was_wrong[256]; /* the words about the record that the observer has */
};

/* ---- opening ---- */

static void init_lock(crok_live *live)
{
    pthread_mutexattr_t attr;
    (void)pthread_mutexattr_init(&attr);
    (void)pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    (void)pthread_mutex_init(&live->lock, &attr);
    (void)pthread_mutexattr_destroy(&attr);
}

/* Find the replays beside a record that is open. */
static crok_status open_replays(crok_live *live, const char *path,
                                crok_err *err)
{
    const crok_journal_health h = crok_journal_health_of(live->journal);
    crok_status st = crok_replays_open(path, h.id, &live->replays, err);
    if (st == CROK_OK)
        crok_replays_tidy(&live->replays, crok_live_log(live));
    return st;
}

crok_status crok_live_open(const char *path, crok_live **out, crok_err *err)
{
    crok_live *live = calloc(1, sizeof *live);
    crok_status st = CROK_OK;
    if (live == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a match");
    init_lock(live);
    live->log = crok_log_empty();
    if (path != NULL)
        st = crok_journal_open(path, CROK_JOURNAL_WRITE, &live->journal, err);
    if (st == CROK_OK && path != NULL)
        st = open_replays(live, path, err);
    if (st == CROK_OK)
        *out = live;
    else
        crok_live_close(&live);
    return st;
}

void crok_live_close(crok_live **live)
{
    crok_live *l = live == NULL ? NULL : *live;
    if (l == NULL)
        return;
    crok_replays_close(&l->replays);
    crok_journal_close(&l->journal);
    crok_log_close(&l->log);
    (void)pthread_mutex_destroy(&l->lock);
    free(l->top_view.bytes);
    free(l);
    *live = NULL;
}

void crok_live_observe(crok_live *live, crok_live_observer *observer,
                       void *context)
{
    live->observer = observer;
    live->context = context;
}

void crok_live_hold(crok_live *live)
{
    (void)pthread_mutex_lock(&live->lock);
}

void crok_live_release(crok_live *live)
{
    (void)pthread_mutex_unlock(&live->lock);
}

/* Call the observer, if there is one. The caller has locked the record. */
static crok_status observe(crok_live *live, crok_err *err)
{
    return live->observer == NULL ? CROK_OK
                                  : live->observer(live->context, live, err);
}

/* ---- events ---- */

const crok_log *crok_live_log(const crok_live *live)
{
    return live->journal == NULL ? &live->log : crok_journal_log(live->journal);
}

long crok_live_seq(const crok_live *live)
{
    const crok_log *log = crok_live_log(live);
    return log->n == 0 ? 0 : log->events[log->n - 1]->seq;
}

/* Write an event to the record, or keep it in memory if it may wait. */
static crok_status add(crok_live *live, const crok_event *e, long expected_seq,
                       bool may_wait, crok_err *err)
{
    long seq = crok_live_seq(live);
    if (live->journal != NULL)
        return may_wait
                   ? crok_journal_keep(live->journal, e, expected_seq, err)
                   : crok_journal_append(live->journal, e, expected_seq, err);
    if (expected_seq != CROK_SEQ_ANY && expected_seq != seq)
        return crok_fail(err, CROK_ECONFLICT,
                         "the match is at event %ld, not at event %ld", seq,
                         expected_seq);
    return crok_log_add(&live->log, e, err);
}

crok_journal_health crok_live_health(crok_live *live)
{
    crok_journal_health h = {0};
    crok_live_hold(live);
    if (live->journal != NULL)
        h = crok_journal_health_of(live->journal);
    crok_live_release(live);
    return h;
}

/* Is what is wrong with the record something else than the observer knows? */
static bool is_health_new(crok_live *live)
{
    crok_journal_health h = crok_live_health(live);
    bool is_new = strcmp(h.words, live->was_wrong) != 0;
    memcpy(live->was_wrong, h.words, sizeof live->was_wrong);
    return is_new;
}

static crok_status append_held(crok_live *live, crok_event *e,
                               long expected_seq, bool may_wait, crok_err *err)
{
    long seq = crok_live_seq(live);
    crok_status st = CROK_OK;
    e->seq = seq + 1;
    st = add(live, e, expected_seq, may_wait, err);
    if (st == CROK_OK)
        crok_replays_tidy(&live->replays, crok_live_log(live));
    if (is_health_new(live) || crok_live_seq(live) != seq) {
        crok_status seen = observe(live, st == CROK_OK ? err : NULL);
        return st == CROK_OK ? seen : st;
    }
    return st;
}

static crok_status append(crok_live *live, const crok_event *e,
                          long expected_seq, bool may_wait, crok_err *err)
{
    char now[CROK_CLOCK_TEXT_MAX];
    crok_event *timed = malloc(sizeof *timed);
    crok_status st = CROK_OK;
    if (timed == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for an event");
    *timed = *e;
    crok_clock_text(crok_clock_ms(), now);
    (void)snprintf(timed->time, sizeof timed->time, "%s", now);
    crok_live_hold(live);
    st = append_held(live, timed, expected_seq, may_wait, err);
    crok_live_release(live);
    free(timed);
    return st;
}

crok_status crok_live_append(crok_live *live, const crok_event *e,
                             long expected_seq, crok_err *err)
{
    return append(live, e, expected_seq, false, err);
}

crok_status crok_live_keep(crok_live *live, const crok_event *e,
                           long expected_seq, crok_err *err)
{
    return append(live, e, expected_seq, true, err);
}

crok_status crok_live_retry(crok_live *live, bool at_once, crok_err *err)
{
    int64_t now_ms = crok_clock_monotonic_ms();
    crok_status st = CROK_OK;
    crok_live_hold(live);
    if (live->journal != NULL &&
        (at_once || now_ms - live->tried_ms >= RETRY_MS)) {
        live->tried_ms = now_ms;
        (void)!crok_journal_retry(live->journal, NULL);
        if (is_health_new(live))
            st = observe(live, err);
    }
    crok_live_release(live);
    return st;
}

crok_status crok_live_save_rest(crok_live *live, crok_err *err)
{
    crok_journal_health h;
    /* an error of the observer does not count any more */
    (void)!crok_live_retry(live, true, NULL);
    h = crok_live_health(live);
    return h.n_unsaved == 0 ? CROK_OK : crok_fail(err, CROK_EIO, "%s", h.words);
}

/* ---- pictures of events ---- */

bool crok_live_keeps_pictures(const crok_live *live)
{
    return live->journal != NULL;
}

crok_status crok_live_put_picture(crok_live *live, const crok_picture_key *key,
                                  const void *bytes, size_t len, crok_err *err)
{
    crok_status st = CROK_OK;
    if (live->journal == NULL)
        return CROK_OK;
    crok_live_hold(live);
    st = crok_journal_put_picture(live->journal, key, bytes, len, err);
    if (st == CROK_OK && key->is_call)
        st = observe(live, err);
    crok_live_release(live);
    return st;
}

crok_status crok_live_picture(crok_live *live, const crok_picture_key *key,
                              unsigned char **bytes, size_t *len, crok_err *err)
{
    crok_status st = CROK_OK;
    if (live->journal == NULL) {
        *bytes = NULL;
        *len = 0;
        return CROK_OK;
    }
    crok_live_hold(live);
    st = crok_journal_picture(live->journal, key, bytes, len, err);
    crok_live_release(live);
    return st;
}

/* ---- replays of shots ---- */

crok_status crok_live_put_replay(crok_live *live, long seq,
                                 const crok_replay *film,
                                 const uint8_t *const *jpeg, crok_err *err)
{
    crok_status st = CROK_OK;
    crok_live_hold(live);
    st = crok_replays_put(&live->replays, crok_live_log(live), seq, film, jpeg,
                          err);
    if (st == CROK_OK)
        st = observe(live, err);
    crok_live_release(live);
    return st;
}

crok_status crok_live_read_replay(crok_live *live, long seq, crok_replay *out,
                                  FILE **file, crok_err *err)
{
    crok_status st = CROK_OK;
    crok_live_hold(live);
    st = crok_replays_read(&live->replays, seq, out, file, err);
    crok_live_release(live);
    return st;
}

crok_status crok_live_air_replay(crok_live *live, long seq, bool with_ways,
                                 crok_err *err)
{
    crok_status st = CROK_OK;
    crok_live_hold(live);
    if (crok_replays_has(&live->replays, seq)) {
        live->air = (crok_replay_air){seq, with_ways, live->air.number + 1};
        st = observe(live, err);
    } else {
        st = crok_fail(err, CROK_ENODEV, "shot %ld has no replay", seq);
    }
    crok_live_release(live);
    return st;
}

/* ---- the present state ---- */

crok_status crok_live_set_source(crok_live *live,
                                 const crok_live_source *source, bool is_news,
                                 crok_err *err)
{
    crok_status st = CROK_OK;
    crok_live_hold(live);
    live->source = *source;
    if (is_news)
        st = observe(live, err);
    crok_live_release(live);
    return st;
}

const crok_live_source *crok_live_source_of(const crok_live *live)
{
    return &live->source;
}

crok_status crok_live_set_top_view(crok_live *live, const void *jpeg,
                                   size_t len, double half_mm, crok_err *err)
{
    crok_top_view view = {.bytes = malloc(len), .len = len, .half_mm = half_mm};
    crok_status st = CROK_OK;
    if (view.bytes == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a picture");
    memcpy(view.bytes, jpeg, len);
    crok_live_hold(live);
    view.n = live->top_view.n + 1;
    free(live->top_view.bytes);
    live->top_view = view;
    st = observe(live, err);
    crok_live_release(live);
    return st;
}

const crok_top_view *crok_live_top_view(const crok_live *live)
{
    return &live->top_view;
}

char *crok_live_document(crok_live *live, int place)
{
    crok_journal_health health = crok_live_health(live);
    crok_document_now now = {.source = &live->source,
                             .health = live->journal == NULL ? NULL : &health,
                             .place = place,
                             .top_view = live->top_view.n,
                             .half_mm = live->top_view.half_mm,
                             .replays = &live->replays,
                             .air = &live->air};
    char *text = NULL;
    crok_live_hold(live);
    text = crok_document_text(crok_live_log(live), live->journal, &now);
    crok_live_release(live);
    return text;
}
