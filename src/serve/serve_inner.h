/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/serve_inner.h: what a server is made of, and what its requests do
 * with it.
 *
 * Room     serve, internal.
 * Threads  `truth` guards the record and the source, and may be taken again by
 *          who has it; the feed has a lock of
 *          its own, taken after it. The rest does not change while it is
 *          open. */
#ifndef CROK_SERVE_SERVE_INNER_H
#define CROK_SERVE_SERVE_INNER_H

#include <microhttpd.h>
#include <pthread.h>

#include "serve/feed.h"
#include "serve/request.h"
#include "serve/serve.h"

/* The board from above at the latest rest. */
typedef struct crok_view {
    long n;               /* the how manieth; 0: none yet */
    unsigned char *bytes; /* JPEG, owned */
    size_t len;
    double half_mm;
} crok_view;

struct crok_serve {
    crok_address address;
    char url[96];
    char token[CROK_TOKEN_MAX + 1];
    /* "crokeye8080": cookies do not tell ports apart, and several tables may
     * be served from one machine. */
    char cookie[16];
    char *state_path, *theme; /* owned; NULL */
    pthread_mutex_t truth;
    crok_journal *journal;
    crok_live source;
    crok_view view;
    crok_feed feed;
    pthread_t keeper; /* heartbeats, the state file */
    struct MHD_Daemon *daemon;
};

/* Why an event was not taken. */
typedef enum crok_refusal {
    CROK_REFUSED_BY_RULES, /* or by the disk, ... : the status tells */
    CROK_REFUSED_STALE     /* the match has moved on since the caller looked */
} crok_refusal;

/* What came of a write, for an answer. */
typedef struct crok_written {
    crok_refusal refusal; /* where it failed */
    long seq;             /* of the match now */
    char *json;           /* the new match, owned; NULL where it failed */
} crok_written;

/* Append an event as crok_serve_append; an undo of 0 means the last event that
 * stands.
 *
 *   e    its time is set, and an undo's event
 *   out  written always; free json with cJSON_free
 *
 * As crok_serve_append. */
CROK_MUST_USE crok_status crok_serve_write(crok_serve *s, crok_event *e,
                                           long expected_seq, crok_written *out,
                                           crok_err *err);

/* libmicrohttpd's two doors. */
enum MHD_Result crok_route(void *cls, struct MHD_Connection *c, const char *url,
                           const char *method, const char *version,
                           const char *upload, size_t *upload_len,
                           void **request);
void crok_route_done(void *cls, struct MHD_Connection *c, void **request,
                     enum MHD_RequestTerminationCode how);

#endif
