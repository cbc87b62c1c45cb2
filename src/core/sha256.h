/* SPDX-License-Identifier: Apache-2.0
 *
 * core/sha256.h: the SHA-256 of bytes, and of a file, which identifies its
 * content whatever its name; a code that only the holder of a key can make.
 *
 * Room     core: uses Nettle.
 * Threads  any thread.
 * Source   FIPS 180-4, RFC 2104. */
#ifndef CROK_CORE_SHA256_H
#define CROK_CORE_SHA256_H

#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_SHA256_HEX 65

#define CROK_SHA256_BYTES 32

typedef struct crok_sha256_part {
    const void *bytes; /* borrowed */
    size_t len;
} crok_sha256_part;

/* Write the SHA-256 of n parts, one after the other. */
void crok_sha256_parts(const crok_sha256_part *parts, int n,
                       uint8_t out[CROK_SHA256_BYTES]);

/* The same in lower-case hexadecimal digits. */
void crok_sha256_parts_hex(const crok_sha256_part *parts, int n,
                           char hex[CROK_SHA256_HEX]);

/* Write the HMAC of a text with a key (RFC 2104) in lower-case hexadecimal
 * digits: who does not know the key can neither make it nor find the key. */
void crok_sha256_hmac(const char *key, const char *text,
                      char hex[CROK_SHA256_HEX]);

/* Write the SHA-256 of a file in lower-case hexadecimal digits, as sha256sum
 * prints it.
 *
 *   hex  written only on CROK_OK
 *   err  may be NULL
 *
 * CROK_EIO  the file cannot be opened or read */
CROK_MUST_USE crok_status crok_sha256_file(const char *path,
                                           char hex[CROK_SHA256_HEX],
                                           crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
