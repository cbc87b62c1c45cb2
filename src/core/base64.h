/* SPDX-License-Identifier: Apache-2.0
 *
 * core/base64.h: bytes as text, for binary data in JSON documents.
 *
 * Room     core.
 * Threads  values only; any thread.
 * Source   RFC 4648, section 4. */
#ifndef CROK_CORE_BASE64_H
#define CROK_CORE_BASE64_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Encode n bytes. Returned: text that ends with NUL; free with free(). NULL: no
 * memory. */
char *crok_base64_encode(const uint8_t *bytes, size_t n);

/* Decode a text that encodes exactly n bytes. Returns false, and may have
 * written a part of `out`, if it does not. */
bool crok_base64_decode(const char *text, uint8_t *out, size_t n);

#ifdef __cplusplus
}
#endif
#endif
