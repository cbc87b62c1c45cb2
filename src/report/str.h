/* SPDX-License-Identifier: Apache-2.0
 *
 * report/str.h: a string that grows when text is appended.
 *
 * Room     report: uses the C library.
 * Threads  one owner. */
#ifndef CROK_REPORT_STR_H
#define CROK_REPORT_STR_H

#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"

/* A string. Initialise it with {0}. If memory runs out, `failed` is set, and
 * from then on appending has no effect. */
typedef struct crok_str {
    char *s; /* NUL-terminated, or NULL while empty; the owner frees it */
    size_t len, room;
    bool failed;
} crok_str;

void crok_str_add(crok_str *t, const char *s);

/* Append n bytes, which may be zero bytes: then `len` tells the length. */
void crok_str_add_bytes(crok_str *t, const void *bytes, size_t n);
void crok_str_addf(crok_str *t, const char *fmt, ...) CROK_PRINTF(2, 3);

/* Append s, and then spaces until `width` characters are appended. Characters
 * are counted as Unicode code points. */
void crok_str_add_padded(crok_str *t, const char *s, int width);

/* Return the text, which the caller frees with free(), and empty *t. Returns
 * NULL if memory ran out. */
char *crok_str_take(crok_str *t);

#endif
