/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/book_json.h: rule books as JSON: the presets that are built into the
 * program, and a club's own.
 *
 *   {"schema": "crokeye.rules/1", "name": "our-club", "title": "Our club",
 *    "base": "depot", "source": "minutes of May 2026",
 *    "settings": {
 *      "target": 50,
 *      "must_strike": {"value": "any_opposing", "said": true, "from": "3a",
 *                      "note": "why we read it so"}}}
 *
 * With a base (a preset's name) only what differs is written; without one
 * every setting must be there, except in a recorded match.
 *
 * Room     rules: uses core and cJSON; no I/O.
 * Threads  values only; any thread. */
#ifndef CROK_RULES_BOOK_JSON_H
#define CROK_RULES_BOOK_JSON_H

#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"
#include "rules/book.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_MAX_SETTINGS 80

/* Where a setting's value comes from. */
typedef struct crok_book_note {
    bool said;      /* the source says it; else it is our reading */
    char from[48];  /* place in the source */
    char note[240]; /* why it was read so */
} crok_book_note;

typedef struct crok_book_notes {
    char title[96];
    char source[160];
    crok_book_note of[CROK_MAX_SETTINGS]; /* in the order of crok_settings() */
} crok_book_notes;

/* Read a book.
 *
 *   text   borrowed, len bytes
 *   where  names the document in messages
 *   book   written only on CROK_OK; notes likewise, may be NULL
 *
 * CROK_EFORMAT    a field is missing, unknown, mistyped or not allowed: the
 *                 message has the field, its line and what is allowed
 * CROK_ETOOLARGE  as crok_json_parse */
CROK_MUST_USE crok_status crok_book_parse(const char *text, size_t len,
                                          const char *where, crok_book *book,
                                          crok_book_notes *notes,
                                          crok_err *err);

/* Read the whole book in a recorded match. A setting that it lacks has its
 * `absent` value, so that a record remains readable when the program knows more
 * settings than the program that wrote it. Else as crok_book_parse; messages
 * have no line, because a record has one line an event. */
CROK_MUST_USE crok_status crok_book_parse_recorded(const char *text, size_t len,
                                                   const char *where,
                                                   crok_book *book,
                                                   crok_err *err);

/* The name of the i-th preset, or NULL behind the last. */
const char *crok_preset_name(int i);

/* The text of a preset, *len bytes; NULL where there is none of this name. */
const char *crok_preset_text(const char *name, size_t *len);

/* A preset by its name; notes may be NULL.
 * CROK_EARG  there is none; the message lists those there are */
CROK_MUST_USE crok_status crok_book_preset(const char *name, crok_book *book,
                                           crok_book_notes *notes,
                                           crok_err *err);

/* Settings that contradict each other (a region worth more than one inside it;
 * no seating that can be played).
 * CROK_EFORMAT  says which */
CROK_MUST_USE crok_status crok_book_check(const crok_book *book,
                                          const char *where, crok_err *err);

/* The line (1 is the first) where the member names[n - 1] of names[n - 2] ...
 * of the outermost object begins in a valid JSON text; 0 where it is not. */
int crok_json_line_of(const char *text, size_t len, const char *const *names,
                      int n);

#ifdef __cplusplus
}
#endif
#endif
