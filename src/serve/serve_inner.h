/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/serve_inner.h: what a server is made of, and what its requests do
 * with it.
 *
 * Room     serve, internal.
 * Threads  a table's `truth` guards its record and source, and may be taken
 *          again by who has it; the feed has a lock of
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

struct crok_table {
    pthread_mutex_t truth;
    crok_journal *journal; /* owned */
    crok_live source;
    crok_view view;
    int place;       /* from 0 */
    crok_feed *feed; /* the server's; its document `place` is this one's */
};

struct crok_serve {
    crok_address address;
    char url[96];
    char token[CROK_TOKEN_MAX + 1];
    /* "crokeye8080": cookies do not tell ports apart, and several programs may
     * serve from one machine. */
    char cookie[16];
    char *state_path, *theme; /* owned; NULL */
    int n_tables;
    crok_table table[CROK_MAX_TABLES];
    crok_feed feed;
    pthread_t keeper; /* heartbeats, the state file */
    struct MHD_Daemon *daemon;
};

/* Open table `place` on the record at `path`, and put its document into the
 * feed. Close with crok_table_close, also where it failed.
 *
 * As crok_journal_open */
CROK_MUST_USE crok_status crok_table_open(crok_table *t, int place,
                                          const char *path, crok_feed *feed,
                                          crok_err *err);
void crok_table_close(crok_table *t);

/* The table that ?table= names by the first n bytes of `name`: that of its
 * match, else its number from 1; NULL: none. */
crok_table *crok_table_find(crok_serve *s, const char *name, size_t n);

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

/* Append an event as crok_table_append; an undo of 0 means the last event that
 * stands.
 *
 *   e    its time is set, and an undo's event
 *   out  written always; free json with cJSON_free
 *
 * As crok_table_append. */
CROK_MUST_USE crok_status crok_table_write(crok_table *t, crok_event *e,
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
