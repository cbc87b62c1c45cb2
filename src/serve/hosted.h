/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/hosted.h: one match that a server hosts: a live record
 * (journal/live.h), its index among the server's tables, and its document in
 * the feed.
 *
 * Room     serve, internal: uses core, rules, journal.
 * Threads  any, while the server is open. */
#ifndef CROK_SERVE_HOSTED_H
#define CROK_SERVE_HOSTED_H

#include <cjson/cJSON.h>

#include "journal/live.h"
#include "serve/body.h"
#include "serve/feed.h"

typedef struct crok_hosted {
    crok_live *live;               /* owned */
    int place;                     /* from 0 */
    char next_name[CROK_NAME_MAX]; /* name of the table while its match has
                                    * none; may be empty */
    crok_feed *feed; /* the server's feed; its document number `place` belongs
                      * to this match */
} crok_hosted;

/* Open match `place` on the record at `path`, and put its document into the
 * feed. Close with crok_hosted_close, also on failure.
 *
 *   out   written; must not be moved until it is closed
 *   feed  kept
 *
 * Errors as crok_live_open */
CROK_MUST_USE crok_status crok_hosted_open(crok_hosted *out, int place,
                                           const char *path, crok_feed *feed,
                                           crok_err *err);
void crok_hosted_close(crok_hosted *h);

/* Write the table's name: the one in its match, or else next_name. "" if it has
 * neither. */
void crok_hosted_name(crok_hosted *h, char out[CROK_NAME_MAX]);

/* Is the table's name the first n bytes of `name`? The empty name is no
 * table's. */
bool crok_hosted_has_name(crok_hosted *h, const char *name, size_t n);

/* Is the id of the match's record the first n bytes of `id`? A record in memory
 * has none. */
bool crok_hosted_has_record(crok_hosted *h, const char *id, size_t n);

/* Names that a table may not take, as other tables have them. */
typedef struct crok_names {
    int n;
    char name[CROK_MAX_TABLES][CROK_NAME_MAX];
} crok_names;

/* Why an event was refused. */
typedef enum crok_refusal {
    CROK_REFUSED_BY_RULES, /* by the rules, or by a failure such as a full disk;
                            * the returned status tells which */
    CROK_REFUSED_STALE,    /* the match has moved on since the caller looked */
    CROK_REFUSED_KEY,      /* its key is that of another write */
    CROK_REFUSED_UNCONFIRMED /* it changes what came later: to be confirmed */
} crok_refusal;

/* The result of a write, for an answer. */
typedef struct crok_written {
    crok_refusal refusal; /* on failure */
    long seq;             /* that of the event, or on failure the match's */
    char *json;           /* the new document, or that of a trial
                           * (journal/trial.h); owned; NULL on failure */
    cJSON *changes;       /* if it was not confirmed: what it changes later
                           * (crok_effects_to_json); owned, otherwise NULL */
} crok_written;

/* A write that a person asks for. */
typedef struct crok_write {
    bool is_trial;           /* nothing is recorded: the answer is what the
                              * event would make of the match */
    crok_posted *posted;     /* changed: what depends on the match is set */
    long expected_seq;       /* the seq that the person saw, or CROK_SEQ_ANY */
    const crok_names *taken; /* names of the other tables */
} crok_write;

/* Find out whether a write was made before, and is on the disk.
 *
 *   out  always written; json is NULL if it was not made; as crok_hosted_write
 *
 * CROK_ECONFLICT  the key is that of another write
 * CROK_EIO        it was made, but is in memory only */
CROK_MUST_USE crok_status crok_hosted_repeat(crok_hosted *h,
                                             const crok_write_key *key,
                                             crok_written *out, crok_err *err);

/* Append an event that a person has posted. An undo with `of` = 0 takes back
 * the last event in force, but not the start of the match. An event after which
 * the table would have another name than before, and one of `taken`, is
 * refused.
 *
 *   out  always written; free json with cJSON_free, and delete changes
 *
 * CROK_ECONFLICT  the match has events after expected_seq, or there is nothing
 *                 to undo but the start, or the name is taken, or a side would
 *                 have fewer 20s than none, or a correction is not confirmed
 * Others as crok_live_append */
CROK_MUST_USE crok_status crok_hosted_write(crok_hosted *h,
                                            const crok_write *write,
                                            crok_written *out, crok_err *err);

#endif
