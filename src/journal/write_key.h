/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/write_key.h: the key by which a writer names one write, so that it
 * may send it again when it does not know whether the first try has counted:
 * the record keeps the key with the event, in its field "x-key", and a key
 * counts once. Beside the key stands a digest of what was asked: the same key
 * for another write is a fault of the writer, which must not pass for done.
 *
 * Room     journal: uses core and rules.
 * Threads  values only; a log has one thread at a time.
 * Source   the header Idempotency-Key
 * (draft-ietf-httpapi-idempotency-key-header of the IETF), docs/FORMATS.md. */
#ifndef CROK_JOURNAL_WRITE_KEY_H
#define CROK_JOURNAL_WRITE_KEY_H

#include <stddef.h>

#include "core/status.h"
#include "rules/log.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The event's field. */
#define CROK_WRITE_KEY_FIELD "x-key"
/* Most characters of a key: a UUID has 36. */
#define CROK_WRITE_KEY_MAX 64
/* Hexadecimal digits of the digest: two writes of one key by chance are alike
 * in 64 bits once in 10^19. */
#define CROK_WRITE_KEY_DIGEST 16

typedef struct crok_write_key {
    char text[CROK_WRITE_KEY_MAX + 1 + CROK_WRITE_KEY_DIGEST + 1];
    /* "KEY DIGEST", as the field says it; "": the write has no key */
} crok_write_key;

/* Make the key of a write.
 *
 *   key          borrowed: 1 to CROK_WRITE_KEY_MAX letters, digits and "-._~:",
 *                alone or in double quotes
 *   what         borrowed: the address or command that is asked
 *   bytes, len   borrowed: what it is asked with
 *   out          written only on CROK_OK
 *
 * CROK_EARG  the key has another form */
CROK_MUST_USE crok_status crok_write_key_make(const char *key, const char *what,
                                              const void *bytes, size_t len,
                                              crok_write_key *out,
                                              crok_err *err);

/* Returns the seq of the event that was written with this key, without quotes;
 * 0: none was. */
long crok_write_key_seq(const crok_log *log, const char *key);

/* Find the event of a write that may have been made before.
 *
 *   seq  written only on CROK_OK: the event's; 0: there is none
 *
 * CROK_ECONFLICT  the key is that of another write */
CROK_MUST_USE crok_status crok_write_key_find(const crok_log *log,
                                              const crok_write_key *key,
                                              long *seq, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
