/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/table.h"

#include <cjson/cJSON.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/clock.h"
#include "serve/serve_inner.h"
#include "serve/state_json.h"

_Static_assert(CROK_MAX_TABLES <= CROK_FEED_DOCS, "a document a table");

const char *crok_live_name(crok_live_state state)
{
    static const char *const name[CROK_N_LIVE] = {"none", "down", "moving",
                                                  "still"};
    return name[state];
}

/* ---- the truth and its readers ---- */

static char *state_text(const crok_table *t)
{
    crok_state_now now = {.source = &t->source,
                          .place = t->place,
                          .view = t->view.n,
                          .view_half_mm = t->view.half_mm};
    return crok_state_text(t->journal, &now);
}

/* Under the lock: what has changed goes to everybody. */
static crok_status show(crok_table *t, char **json, crok_err *err)
{
    char *text = state_text(t);
    crok_status st = CROK_OK;
    if (text == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for the match");
    st = crok_feed_set(t->feed, t->place, text, err);
    if (st == CROK_OK && json != NULL)
        *json = text;
    else
        cJSON_free(text);
    return st;
}

/* The last event that stands and can be taken back; 0: none. An undo is
 * passed over: its event is found instead, and so on. */
static crok_status find_last(const crok_log *log, long *out, crok_err *err)
{
    bool *stands = calloc((size_t)log->n + 1, sizeof *stands);
    crok_status st = CROK_OK;
    if (stands == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for %d events", log->n);
    st = crok_log_standing(log, stands, err);
    *out = 0;
    for (int i = log->n - 1; st == CROK_OK && i >= 0 && *out == 0; i--)
        if (stands[i] && log->events[i]->type != CROK_EVENT_UNDO)
            *out = log->events[i]->seq;
    free(stands);
    if (st == CROK_OK && *out == 0)
        st = crok_fail(err, CROK_ECONFLICT, "there is nothing to take back");
    return st;
}

static crok_status check_seq(crok_table *t, long expected_seq,
                             crok_written *out, crok_err *err)
{
    long now = crok_journal_seq(t->journal);
    if (expected_seq == CROK_SEQ_ANY || expected_seq == now)
        return CROK_OK;
    out->refusal = CROK_REFUSED_STALE;
    return crok_fail(err, CROK_ECONFLICT,
                     "The match has moved on: it is at event %ld, and you "
                     "decided on what stood at event %ld. Look at it again, "
                     "then decide.",
                     now, expected_seq);
}

static crok_status write_locked(crok_table *t, crok_event *e, long expected_seq,
                                crok_written *out, crok_err *err)
{
    crok_status st = check_seq(t, expected_seq, out, err);
    if (st == CROK_OK && e->type == CROK_EVENT_UNDO && e->u.of == 0)
        st = find_last(crok_journal_log(t->journal), &e->u.of, err);
    if (st == CROK_OK)
        st = crok_journal_append(t->journal, e, CROK_SEQ_ANY, err);
    if (st == CROK_OK)
        st = show(t, &out->json, err);
    out->seq = crok_journal_seq(t->journal);
    return st;
}

crok_status crok_table_write(crok_table *t, crok_event *e, long expected_seq,
                             crok_written *out, crok_err *err)
{
    crok_status st = CROK_OK;
    char now[CROK_CLOCK_TEXT_MAX];
    *out = (crok_written){.refusal = CROK_REFUSED_BY_RULES};
    crok_clock_text(crok_clock_ms(), now);
    (void)snprintf(e->time, sizeof e->time, "%s", now);
    (void)pthread_mutex_lock(&t->truth);
    st = write_locked(t, e, expected_seq, out, err);
    (void)pthread_mutex_unlock(&t->truth);
    return st;
}

crok_status crok_table_append(crok_table *t, const crok_event *e,
                              long expected_seq, crok_err *err)
{
    crok_written written;
    crok_event *copy = malloc(sizeof *copy);
    crok_status st = CROK_OK;
    if (copy == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for an event");
    *copy = *e;
    st = crok_table_write(t, copy, expected_seq, &written, err);
    cJSON_free(written.json);
    free(copy);
    return st;
}

crok_status crok_table_put_picture(crok_table *t, const crok_picture_key *key,
                                   const void *bytes, size_t len, crok_err *err)
{
    crok_status st = CROK_OK;
    (void)pthread_mutex_lock(&t->truth);
    st = crok_journal_put_picture(t->journal, key, bytes, len, err);
    if (st == CROK_OK && key->is_call)
        st = show(t, NULL, err);
    (void)pthread_mutex_unlock(&t->truth);
    return st;
}

void crok_table_publish(crok_table *t, const crok_live *source)
{
    (void)pthread_mutex_lock(&t->truth);
    t->source = *source;
    /* Without memory viewers keep what they have; the next one may fit. */
    (void)!show(t, NULL, NULL);
    (void)pthread_mutex_unlock(&t->truth);
}

crok_status crok_table_show(crok_table *t, const void *jpeg, size_t len,
                            double half_mm, crok_err *err)
{
    crok_view view = {.bytes = malloc(len), .len = len, .half_mm = half_mm};
    crok_status st = CROK_OK;
    if (view.bytes == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a picture");
    memcpy(view.bytes, jpeg, len);
    (void)pthread_mutex_lock(&t->truth);
    view.n = t->view.n + 1;
    free(t->view.bytes);
    t->view = view;
    st = show(t, NULL, err);
    (void)pthread_mutex_unlock(&t->truth);
    return st;
}

void crok_table_hold(crok_table *t)
{
    (void)pthread_mutex_lock(&t->truth);
}

void crok_table_release(crok_table *t)
{
    (void)pthread_mutex_unlock(&t->truth);
}

const crok_log *crok_table_log(const crok_table *t)
{
    return crok_journal_log(t->journal);
}

/* ---- opening ---- */

static void init_truth(crok_table *t)
{
    pthread_mutexattr_t attr;
    (void)pthread_mutexattr_init(&attr);
    (void)pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    (void)pthread_mutex_init(&t->truth, &attr);
    (void)pthread_mutexattr_destroy(&attr);
}

crok_status crok_table_open(crok_table *t, int place, const char *path,
                            crok_feed *feed, crok_err *err)
{
    crok_status st = CROK_OK;
    init_truth(t);
    t->place = place;
    t->feed = feed;
    st = crok_journal_open(path, CROK_JOURNAL_WRITE, &t->journal, err);
    return st == CROK_OK ? show(t, NULL, err) : st;
}

void crok_table_close(crok_table *t)
{
    crok_journal_close(&t->journal);
    (void)pthread_mutex_destroy(&t->truth);
    free(t->view.bytes);
}

static bool has_name(crok_table *t, const char *name, size_t n)
{
    const char *own = NULL;
    bool is_it = false;
    crok_table_hold(t);
    own = crok_journal_match(t->journal)->info.table;
    is_it = n > 0 && strlen(own) == n && memcmp(own, name, n) == 0;
    crok_table_release(t);
    return is_it;
}

crok_table *crok_table_find(crok_serve *s, const char *name, size_t n)
{
    char text[8];
    long place = 0;
    for (int i = 0; i < s->n_tables; i++)
        if (has_name(&s->table[i], name, n))
            return &s->table[i];
    if (n >= sizeof text)
        return NULL;
    (void)snprintf(text, sizeof text, "%.*s", (int)n, name);
    return crok_number(text, s->n_tables, &place) && place > 0
               ? &s->table[place - 1]
               : NULL;
}
