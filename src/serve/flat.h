/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/flat.h: the match as one flat row of texts and numbers, for programs
 * that read tables: graphics of streaming programs, spreadsheets, text files.
 *
 * A row has always the same columns in the same order; those of a side end with
 * its number, from 1, and there are at least two sides. What the document
 * leaves open or does not have is an empty text, or 0 where the column is a
 * number.
 *
 * Room     serve, internal: uses core, journal.
 * Threads  values only; any thread.
 * Source   section "A flat row" of docs/FORMATS.md. */
#ifndef CROK_SERVE_FLAT_H
#define CROK_SERVE_FLAT_H

#include <cjson/cJSON.h>
#include <stddef.h>

/* Make the row of a document crokeye.match/1, `len` bytes of JSON.
 *
 * Returned: free with cJSON_Delete. NULL if there is no memory. */
cJSON *crok_flat_row(const char *match, size_t len);

/* Write a column of a row as a text: what it says, or the number. `out` has
 * `size` bytes; a longer text is cut at the end of a character. */
void crok_flat_text(const cJSON *column, char *out, size_t size);

#endif
