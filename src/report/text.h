/* SPDX-License-Identifier: Apache-2.0
 *
 * report/text.h: text that grows, for the writers of this room.
 *
 * Room     report: uses the C library.
 * Threads  one owner. */
#ifndef CROK_REPORT_TEXT_H
#define CROK_REPORT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"

/* Start with {0}. Once memory has run out, `failed` stays set and appending
 * does nothing. */
typedef struct crok_text {
    char *s; /* NUL-terminated, or NULL while empty; the owner frees it */
    size_t len, room;
    bool failed;
} crok_text;

void crok_text_add(crok_text *t, const char *s);
void crok_text_addf(crok_text *t, const char *fmt, ...) CROK_PRINTF(2, 3);

/* s, then spaces up to `width` characters (UTF-8 counted by code points). */
void crok_text_add_padded(crok_text *t, const char *s, int width);

/* The text; returned: free with free(). NULL where memory ran out. t is
 * empty afterwards. */
char *crok_text_take(crok_text *t);

#endif
