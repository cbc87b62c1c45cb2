/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/archive/kept.h: what is kept in the streams RESULT and ARCHIVE under a
 * hash, and the lists of paths.
 *
 * Room     hall, wing archive.
 * Threads  as hall/broker/broker.h. */
#ifndef CROK_HALL_ARCHIVE_KEPT_H
#define CROK_HALL_ARCHIVE_KEPT_H

#include "hall/archive.h"
#include "report/str.h"

/* Kinds of messages, in the header Crok-Kind. */
#define CROK_KIND_HEADER "Crok-Kind"
#define CROK_OPTIONS_HEADER "Crok-Options"
/* "1": photos that were set aside are tried again. */
#define CROK_AGAIN_HEADER "Crok-Again"
typedef enum crok_kept_kind {
    CROK_KEPT_FILE,  /* ARCHIVE "file": the content of an option's file */
    CROK_KEPT_LIST,  /* ARCHIVE "list": a job's paths with their keys */
    CROK_KEPT_SCORE, /* RESULT "score": a crokeye.score/1 */
    CROK_KEPT_ASIDE, /* RESULT "aside": likewise, of a photo that was set
                      * aside */
    CROK_KEPT_PATHS, /* JOB "paths": paths, each ended by a zero byte */
    CROK_KEPT_PHOTO  /* JOB "photo": a path, ended by a zero byte, and bytes */
} crok_kept_kind;

/* Write the SHA-256 of two texts, one after the other. */
void crok_archive_hash(const void *a, size_t n_a, const void *b, size_t n_b,
                       char out[CROK_SHA256_HEX]);

/* Publish a message under a hash, with the kind's stream and header.
 *
 * CROK_ECONFLICT  there is one */
CROK_MUST_USE crok_status crok_kept_put(const crok_hall_link *link,
                                        crok_kept_kind kind, const char *hash,
                                        const char *bytes, size_t n,
                                        crok_err *err);

/* A job, all borrowed. */
typedef struct crok_kept_job {
    const char *hash;
    const crok_str *body;
    const char *options; /* for the message's header, or "" */
    bool again;          /* photos that were set aside are tried again */
} crok_kept_job;

/* Publish a job; otherwise as crok_kept_put. */
CROK_MUST_USE crok_status crok_kept_put_job(const crok_hall_link *link,
                                            crok_kept_kind kind,
                                            const crok_kept_job *job,
                                            crok_err *err);

/* Is the message of this kind? */
bool crok_kept_is(const crok_hall_link *link, const crok_message *m,
                  crok_kept_kind kind);

/* Get the message under a hash in the kind's stream; as crok_broker_calls.last.
 */
CROK_MUST_USE crok_status crok_kept_get(const crok_hall_link *link,
                                        crok_kept_kind kind, const char *hash,
                                        crok_message *out, crok_err *err);

/* Is there a message under this hash in the kind's stream? */
CROK_MUST_USE crok_status crok_kept_has(const crok_hall_link *link,
                                        crok_kept_kind kind, const char *hash,
                                        bool *out, crok_err *err);

/* The first result of a photo stays. If it says that the photo was set aside,
 * the result of another try is kept under a key that is made of the first, and
 * so on.
 *
 * Find where the next result of a photo is to be kept.
 *
 *   again     also where the last one says that it was set aside
 *   out       written on CROK_OK: the key
 *   is_known  written on CROK_OK: there is a result, and none is wanted */
CROK_MUST_USE crok_status crok_kept_place(const crok_hall_link *link,
                                          const char *key, bool again,
                                          char out[CROK_SHA256_HEX],
                                          bool *is_known, crok_err *err);

/* Get the last result of a photo; as crok_broker_calls.last. */
CROK_MUST_USE crok_status crok_kept_result(const crok_hall_link *link,
                                           const char *key, crok_message *out,
                                           crok_err *err);

/* Append an entry of a list: key, path and message, each ended by a zero byte.
 *
 *   message  NULL: there is a key */
void crok_kept_add_entry(crok_str *list, const char *key, const char *path,
                         const char *message);

/* Returns the next of the texts that are ended by zero bytes, and moves *at on;
 * NULL at the end of the message. */
const char *crok_kept_next(const crok_message *m, size_t *at);

#endif
