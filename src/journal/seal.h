/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/seal.h: the seals of a record. SQLite notices a page that is damaged
 * in its structure, but not a changed digit in an event. So each event has a
 * seal: the SHA-256 of the seal before it, its seq and its line. The seal
 * before the first event is the root, which is made from the record's id. So a
 * changed event, an event that is missing in between, and an event of another
 * record do not fit. A picture's seal is made from the root, its key and its
 * bytes.
 *
 * Room     journal, internal.
 * Threads  any. */
#ifndef CROK_JOURNAL_SEAL_H
#define CROK_JOURNAL_SEAL_H

#include <stddef.h>
#include <stdint.h>

#include "core/sha256.h"
#include "journal/journal.h"

typedef struct crok_seal {
    uint8_t byte[CROK_SHA256_BYTES];
} crok_seal;

/* Make a random id, a UUID of version 4 (RFC 9562) in lower case.
 *
 * CROK_EIO  the kernel gives no random bytes */
CROK_MUST_USE crok_status crok_seal_make_id(char id[CROK_RECORD_ID],
                                            crok_err *err);

/* The seal before the first event of the record. */
crok_seal crok_seal_root(const char *id);

/* The seal of an event; `before` is the seal of the event before it, or the
 * root. */
crok_seal crok_seal_event(const crok_seal *before, long seq, const char *line,
                          size_t len);

crok_seal crok_seal_picture(const crok_seal *root, const crok_picture_key *key,
                            const void *bytes, size_t len);

#endif
