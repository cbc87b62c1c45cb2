/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/feed.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "core/clock.h"

/* Bytes sent at a time; the largest document of a table is about 12 KB. */
#define BLOCK_BYTES ((size_t)32 << 10)
/* Send buffer of a connection, bytes. It is small because buffered data are out
 * of date when a slow reader gets them. */
#define SEND_BUFFER_BYTES (64 << 10)

_Static_assert((int)CROK_FEED_DOCS <= (int)CROK_SET_MOST,
               "a set has all documents");

struct crok_viewer {
    crok_feed *feed;
    struct MHD_Connection *connection;
    crok_frame *sending;          /* or NULL */
    size_t at;                    /* in it */
    crok_set docs;                /* the documents that it follows */
    int last;                     /* the document sent last */
    int64_t seen[CROK_FEED_DOCS]; /* for each document, id of the frame sent
                                   * last */
    bool asleep;                  /* its connection is suspended */
    bool beat;                    /* a heartbeat is due */
    bool ends;                    /* its stream is to end */
    crok_viewer *prev, *next;
};

/* ---- documents ---- */

/* Make one message of the event stream (Server-Sent Events). With id 0 the
 * message has no "id:" line, so the reader's last event id does not change. */
static crok_frame *make_frame(int64_t id, const char *event, const char *json)
{
    char head[64] = "";
    size_t len = strlen(json);
    size_t n = 0;
    crok_frame *frame = NULL;
    if (id != 0)
        n = (size_t)snprintf(head, sizeof head, "id: %" PRId64 "\n", id);
    n +=
        (size_t)snprintf(head + n, sizeof head - n, "event: %s\ndata: ", event);
    frame = malloc(sizeof *frame + n + len + 2);
    if (frame == NULL)
        return NULL;
    *frame = (crok_frame){.users = 1,
                          .id = id,
                          .len = n + len + 2,
                          .json_at = n,
                          .json_len = len,
                          .text = (char *)(frame + 1)};
    memcpy(frame->text, head, n);
    memcpy(frame->text + n, json, len);
    memcpy(frame->text + n + len, "\n\n", 2);
    return frame;
}

static void drop(crok_frame *frame)
{
    if (frame != NULL && --frame->users == 0)
        free(frame);
}

/* Resume a suspended connection. The caller holds the feed's lock. */
static void wake(crok_viewer *v)
{
    if (!v->asleep)
        return;
    v->asleep = false;
    MHD_resume_connection(v->connection);
}

/* Name of the event that carries document k. */
static const char *event_of(int k)
{
    if (k == CROK_FEED_WALL)
        return "tables";
    return k == CROK_FEED_DAY ? "day" : "match";
}

static void wake_all(crok_feed *f)
{
    for (crok_viewer *v = f->viewers; v != NULL; v = v->next)
        wake(v);
}

/* Wake those who follow document k. */
static void wake_for(crok_feed *f, int k)
{
    for (crok_viewer *v = f->viewers; v != NULL; v = v->next)
        if (crok_set_has(&v->docs, k))
            wake(v);
}

crok_status crok_feed_open(crok_feed *f, int64_t id, crok_err *err)
{
    pthread_condattr_t attr;
    *f = (crok_feed){.id = id, .beat = make_frame(0, "beat", "{}")};
    (void)pthread_mutex_init(&f->lock, NULL);
    (void)pthread_condattr_init(&attr);
    (void)pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    (void)pthread_cond_init(&f->changed, &attr);
    (void)pthread_condattr_destroy(&attr);
    if (f->beat == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for the match");
    return CROK_OK;
}

void crok_feed_close(crok_feed *f)
{
    (void)pthread_mutex_lock(&f->lock);
    f->closing = true;
    wake_all(f);
    (void)pthread_cond_broadcast(&f->changed);
    (void)pthread_mutex_unlock(&f->lock);
}

void crok_feed_free(crok_feed *f)
{
    CROK_ASSERT(f->viewers == NULL);
    for (int k = 0; k < CROK_FEED_DOCS; k++)
        drop(f->now[k]);
    drop(f->beat);
    (void)pthread_cond_destroy(&f->changed);
    (void)pthread_mutex_destroy(&f->lock);
}

crok_status crok_feed_set(crok_feed *f, int k, const char *json, crok_err *err)
{
    crok_frame *frame = NULL;
    (void)pthread_mutex_lock(&f->lock);
    frame = make_frame(f->id + 1, event_of(k), json);
    if (frame != NULL) {
        drop(f->now[k]);
        f->now[k] = frame;
        f->id++;
        wake_for(f, k);
        (void)pthread_cond_broadcast(&f->changed);
    }
    (void)pthread_mutex_unlock(&f->lock);
    if (frame == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for the match");
    return CROK_OK;
}

crok_frame *crok_feed_take(crok_feed *f, int k)
{
    crok_frame *frame = NULL;
    (void)pthread_mutex_lock(&f->lock);
    frame = f->now[k];
    if (frame != NULL)
        frame->users++;
    (void)pthread_mutex_unlock(&f->lock);
    return frame;
}

void crok_feed_drop(crok_feed *f, crok_frame *frame)
{
    (void)pthread_mutex_lock(&f->lock);
    drop(frame);
    (void)pthread_mutex_unlock(&f->lock);
}

bool crok_feed_wait(crok_feed *f, int64_t *seen, int64_t deadline_ms)
{
    struct timespec until = {.tv_sec = (time_t)(deadline_ms / 1000),
                             .tv_nsec = (long)(deadline_ms % 1000) * 1000000L};
    int rc = 0;
    bool open = false;
    (void)pthread_mutex_lock(&f->lock);
    while (rc == 0 && !f->closing && f->id == *seen)
        rc = pthread_cond_timedwait(&f->changed, &f->lock, &until);
    open = !f->closing;
    *seen = f->id;
    (void)pthread_mutex_unlock(&f->lock);
    return open;
}

void crok_feed_beat(crok_feed *f)
{
    (void)pthread_mutex_lock(&f->lock);
    for (crok_viewer *v = f->viewers; v != NULL; v = v->next)
        v->beat = true;
    wake_all(f);
    (void)pthread_mutex_unlock(&f->lock);
}

void crok_feed_end(crok_feed *f, const struct MHD_Connection *c)
{
    (void)pthread_mutex_lock(&f->lock);
    for (crok_viewer *v = f->viewers; v != NULL; v = v->next)
        if (v->connection == c) {
            v->ends = true;
            wake(v);
        }
    (void)pthread_mutex_unlock(&f->lock);
}

int crok_feed_viewers(crok_feed *f)
{
    int n = 0;
    (void)pthread_mutex_lock(&f->lock);
    n = f->n_viewers;
    (void)pthread_mutex_unlock(&f->lock);
    return n;
}

/* ---- viewers ---- */

/* Return the next document of which the viewer does not have the present
 * version; -1 if there is none. The search is round robin: it starts after the
 * document sent last. The caller holds the feed's lock. */
static int next_doc(const crok_viewer *v)
{
    for (int i = 1; i <= CROK_FEED_DOCS; i++) {
        int k = (v->last + i) % CROK_FEED_DOCS;
        const crok_frame *now = v->feed->now[k];
        if (crok_set_has(&v->docs, k) && now != NULL && v->seen[k] != now->id)
            return k;
    }
    return -1;
}

static void begin_frame(crok_viewer *v)
{
    int k = next_doc(v);
    v->sending = k < 0 ? v->feed->beat : v->feed->now[k];
    v->sending->users++;
    v->at = 0;
    v->beat = false;
    if (k < 0)
        return;
    v->seen[k] = v->sending->id;
    v->last = k;
}

/* Copy as much of the viewer's present frame to buf as fits. Returns the number
 * of bytes. The caller holds the feed's lock. */
static ssize_t fill(crok_viewer *v, char *buf, size_t max)
{
    size_t n = 0;
    if (v->sending == NULL)
        begin_frame(v);
    n = v->sending->len - v->at;
    n = n < max ? n : max;
    memcpy(buf, v->sending->text + v->at, n);
    v->at += n;
    if (v->at == v->sending->len) {
        drop(v->sending);
        v->sending = NULL;
    }
    return (ssize_t)n;
}

/* Callback of libmicrohttpd that gives the next bytes. If there are no bytes to
 * send, the connection is suspended until there are. */
static ssize_t next_bytes(void *cls, uint64_t pos, char *buf, size_t max)
{
    crok_viewer *v = cls;
    crok_feed *f = v->feed;
    ssize_t n = 0;
    (void)pos;
    (void)pthread_mutex_lock(&f->lock);
    if (f->closing || v->ends) {
        n = MHD_CONTENT_READER_END_OF_STREAM;
    } else if (v->sending != NULL || v->beat || next_doc(v) >= 0) {
        n = fill(v, buf, max);
    } else {
        v->asleep = true;
        MHD_suspend_connection(v->connection);
    }
    (void)pthread_mutex_unlock(&f->lock);
    return n;
}

static void leave(void *cls)
{
    crok_viewer *v = cls;
    crok_feed *f = v->feed;
    (void)pthread_mutex_lock(&f->lock);
    drop(v->sending);
    if (v->prev != NULL)
        v->prev->next = v->next;
    else
        f->viewers = v->next;
    if (v->next != NULL)
        v->next->prev = v->prev;
    f->n_viewers--;
    (void)pthread_mutex_unlock(&f->lock);
    free(v);
}

static void enter(crok_feed *f, crok_viewer *v)
{
    (void)pthread_mutex_lock(&f->lock);
    v->next = f->viewers;
    if (v->next != NULL)
        v->next->prev = v;
    f->viewers = v;
    f->n_viewers++;
    (void)pthread_mutex_unlock(&f->lock);
}

static void keep_buffer_small(struct MHD_Connection *c)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD);
    int bytes = SEND_BUFFER_BYTES;
    if (info != NULL)
        (void)setsockopt(info->connect_fd, SOL_SOCKET, SO_SNDBUF, &bytes,
                         sizeof bytes);
}

struct MHD_Response *crok_feed_stream(crok_feed *f, const crok_set *docs,
                                      struct MHD_Connection *c)
{
    crok_viewer *v = malloc(sizeof *v);
    struct MHD_Response *r = NULL;
    if (v == NULL)
        return NULL;
    *v = (crok_viewer){
        .feed = f, .connection = c, .docs = *docs, .last = CROK_FEED_DOCS - 1};
    r = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK_BYTES,
                                          next_bytes, v, leave);
    if (r == NULL) {
        free(v);
        return NULL;
    }
    enter(f, v);
    keep_buffer_small(c);
    return r;
}
