/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/photos.h: a queue of pictures that phones send, to be scored or to be
 * kept. One is worked on at a time, so that a watched match goes on; of each
 * client one waits, and of all together a few. A picture goes with its answer.
 *
 * Room     serve, internal: uses core; libmicrohttpd.
 * Threads  one of its own. Every call may be made in any thread. */
#ifndef CROK_SERVE_PHOTOS_H
#define CROK_SERVE_PHOTOS_H

#include <microhttpd.h>
#include <pthread.h>
#include <stdbool.h>

#include "core/status.h"
#include "serve/peer.h"

/* Largest picture, bytes: more than a phone's of 50 megapixels. */
#define CROK_PHOTO_MAX_BYTES ((size_t)16 << 20)
/* Pictures that may come or wait at a time. Chosen by hand: an evening's tables
 * end their rounds together, and the last one waits some seconds. */
#define CROK_PHOTOS_MOST 6

/* A picture on its way. It belongs to the queue from crok_photos_enter to
 * crok_photos_leave. */
typedef struct crok_photo_job {
    bool is_taken; /* the place is in use */
    char who[CROK_PEER_MAX];
    struct MHD_Connection *connection; /* suspended while it waits */
    const char *bytes;                 /* borrowed from the request */
    size_t len;
    enum { CROK_PHOTO_COMES, CROK_PHOTO_WAITS, CROK_PHOTO_DONE } state;
    long turn; /* in the order of arrival */
    crok_status status;
    crok_err err;
    char *text; /* owned: the document, or NULL */
} crok_photo_job;

/* A function that scores or keeps a picture: crok_scorer_run or crok_keep_run.
 * It is called in the queue's thread.
 *
 *   with  the program or the folder
 *   out   written only on CROK_OK: the document, which the queue frees with
 *         free(), or NULL */
typedef crok_status crok_photo_work(const char *with, const void *bytes,
                                    size_t len, char **out, crok_err *err);

typedef struct crok_photos {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    pthread_t worker;
    crok_photo_work *work;
    const char *with; /* borrowed; NULL: no pictures are taken */
    bool is_closing;
    long turn;
    crok_photo_job job[CROK_PHOTOS_MOST];
} crok_photos;

/* Start the worker, if there is something to work with. Close with
 * crok_photos_close, also on failure.
 *
 *   with  kept, passed to `work`; NULL: there is nothing
 *
 * CROK_ENOMEM  no thread */
CROK_MUST_USE crok_status crok_photos_open(crok_photos *p,
                                           crok_photo_work *work,
                                           const char *with, crok_err *err);

/* End the worker. Requests that wait are resumed, with a failure. */
void crok_photos_close(crok_photos *p);

/* Take a place for a picture that begins to come from `who`. NULL: all are
 * taken, or *is_own is set: one of this client's is on its way. */
crok_photo_job *crok_photos_enter(crok_photos *p, const char *who,
                                  bool *is_own);

/* Suspend the connection until the job is done; then its handler is called
 * again, and the job's state is CROK_PHOTO_DONE.
 *
 *   bytes  kept until crok_photos_leave */
void crok_photos_wait(crok_photos *p, crok_photo_job *job,
                      struct MHD_Connection *c, const char *bytes, size_t len);

/* Is the job done? */
bool crok_photos_is_done(crok_photos *p, const crok_photo_job *job);

/* Give the place back. Waits if the picture is just being scored. NULL is fine.
 */
void crok_photos_leave(crok_photos *p, crok_photo_job *job);

#endif
