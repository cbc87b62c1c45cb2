/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/feed.h: send each table's present document to all of its viewers.
 *
 * Each table has one present document, and a hall has one of all tables and one
 * of the day. A viewer gets the whole document when it
 * connects, and the present one whenever it has received the previous one
 * completely. A slow viewer skips versions, so nobody waits for a slow viewer
 * and there is no queue. A viewer that receives nothing is dropped by the
 * connection's timeout.
 *
 * Frames   server-sent events: "id: N", "event: match", "data: {...}"; the
 * event of all tables is "tables", that of the day "day". N grows with every
 *          change. It also grows across restarts of the program,
 *          because it starts at the present time.
 * Room     serve, internal: uses libmicrohttpd.
 * Threads  any thread may make any call. Lock order: take the lock of a live
 *          record before the feed's. */
#ifndef CROK_SERVE_FEED_H
#define CROK_SERVE_FEED_H

#include <microhttpd.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/status.h"
#include "serve/serve.h"
#include "serve/set.h"

/* One version of a document, shared by the viewers that are receiving it. */
typedef struct crok_frame {
    int users; /* guarded by the feed's lock */
    int64_t id;
    size_t len; /* of text */
    size_t json_at, json_len;
    char *text; /* the event as it is sent; allocated in the same block as this
                 * struct */
} crok_frame;

/* The documents of a feed: those of the tables, by their places from 0, and
 * those of a hall. */
enum {
    CROK_FEED_TABLES = CROK_HALL_TABLES, /* documents of tables, at most */
    CROK_FEED_WALL = CROK_FEED_TABLES,   /* crokeye.tables/1 */
    CROK_FEED_DAY,                       /* crokeye.day/1 */
    CROK_FEED_DOCS
};

typedef struct crok_viewer crok_viewer;

typedef struct crok_feed {
    pthread_mutex_t lock;
    pthread_cond_t changed;          /* signals a new frame or the closing of
                                      * the feed */
    crok_frame *now[CROK_FEED_DOCS]; /* NULL: not set yet */
    int64_t id;                      /* id of the newest frame in `now` */
    crok_frame *beat;                /* the heartbeat, always the same */
    crok_viewer *viewers;
    int n_viewers;
    bool closing;
} crok_feed;

/* Make a feed without documents.
 *
 *   f   always written; close with crok_feed_close
 *   id  the ids of the frames are greater than this
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_feed_open(crok_feed *f, int64_t id,
                                         crok_err *err);

/* End every viewer's stream. The feed's memory stays until crok_feed_free,
 * which must be called when no connection is left. */
void crok_feed_close(crok_feed *f);
void crok_feed_free(crok_feed *f);

/* Set the new version of document `k`. On CROK_ENOMEM the viewers keep the old
 * version. */
CROK_MUST_USE crok_status crok_feed_set(crok_feed *f, int k, const char *json,
                                        crok_err *err);

/* Take the present version of document `k`; release it with crok_feed_drop.
 * NULL: it was not set yet. */
crok_frame *crok_feed_take(crok_feed *f, int k);
void crok_feed_drop(crok_feed *f, crok_frame *frame);

/* Wait until any document has a frame newer than `seen`, but not after the time
 * `deadline_ms` of crok_clock_monotonic_ms. Returns false if the feed was
 * closed.
 *
 *   seen set to the id of the newest frame */
CROK_MUST_USE bool crok_feed_wait(crok_feed *f, int64_t *seen,
                                  int64_t deadline_ms);

/* Send a heartbeat to every viewer that is not receiving anything. */
void crok_feed_beat(crok_feed *f);

/* End the stream of a connection, if it has one. */
void crok_feed_end(crok_feed *f, const struct MHD_Connection *c);

int crok_feed_viewers(crok_feed *f);

/* Make the response that streams documents to one connection. It has a viewer
 * of the feed, which is freed together with the response. NULL if there is no
 * memory.
 *
 *   docs  the documents to send, copied */
struct MHD_Response *crok_feed_stream(crok_feed *f, const crok_set *docs,
                                      struct MHD_Connection *c);

#endif
