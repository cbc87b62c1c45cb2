/* SPDX-License-Identifier: Apache-2.0
 *
 * core/words.h: read the values that a person gives to options: whole numbers
 * and lists with commas.
 *
 * Room     core: no allocation.
 * Threads  values only; any thread. */
#ifndef CROK_CORE_WORDS_H
#define CROK_CORE_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Fail with "OPTION VALUE: WANTED", CROK_EARG. */
crok_status crok_words_wrong(crok_err *err, const char *option,
                             const char *value, const char *wanted);

/* Read a whole number from lo to hi that ends with the character end_with.
 *
 *   out   written only if true is returned
 *   rest  the position of that character; may be NULL */
bool crok_words_whole(const char *text, long lo, long hi, char end_with,
                      int *out, const char **rest);

/* Check that a text of one line, such as a name, has no character that nobody
 * sees (core/text.h). `option` begins the message.
 *
 * CROK_EARG  it has one; the message names it */
CROK_MUST_USE crok_status crok_words_seen(const char *option, const char *text,
                                          crok_err *err);

/* Copy the next item of a list with commas, without the comma. Returns the
 * position behind it, or NULL if it is empty, has `size` bytes or more, or is
 * not UTF-8. */
const char *crok_words_item(const char *text, char *to, size_t size);

/* Copy a text. `option` begins the message.
 *
 *   to  size bytes, written only on CROK_OK
 *
 * CROK_EARG  it is too long, not UTF-8 or not crok_words_seen */
CROK_MUST_USE crok_status crok_words_text(const char *option, const char *text,
                                          char *to, size_t size, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
