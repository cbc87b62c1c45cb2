/* SPDX-License-Identifier: Apache-2.0
 *
 * report/str.h: text that grows, for the writers of this room.
 *
 * Room     report: uses the C library.
 * Threads  one owner. */
#ifndef CROK_REPORT_STR_H
#define CROK_REPORT_STR_H

#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"

/* Start with {0}. If there is no memory, `failed` is set and stays so, and
 * appending does nothing. */
typedef struct crok_str {
    char *s; /* NUL-terminated, or NULL while empty; the owner frees it */
    size_t len, room;
    bool failed;
} crok_str;

void crok_str_add(crok_str *t, const char *s);
void crok_str_addf(crok_str *t, const char *fmt, ...) CROK_PRINTF(2, 3);

/* s, then spaces up to `width` characters (UTF-8 counted by code points). */
void crok_str_add_padded(crok_str *t, const char *s, int width);

/* The text; returned: free with free(). NULL where memory ran out. t is
 * empty afterwards. */
char *crok_str_take(crok_str *t);

#endif
