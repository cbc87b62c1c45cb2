/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/book_json.h: reads rule books from JSON: the presets, which are built
 * into the program, and the files of clubs.
 *
 *   {"schema": "crokeye.rules/1", "name": "our-club", "title": "Our club",
 *    "base": "depot", "source": "minutes of May 2026",
 *    "settings": {
 *      "target": 50,
 *      "must_strike": {"value": "any_opposing", "said": true, "from": "3a",
 *                      "note": "why we read it so"}}}
 *
 * "base" is the name of a preset. A book with a base needs only the settings
 * that differ from the base. A book without a base must have every setting,
 * except in a recorded match.
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

/* The preset that is played if none is named. */
#define CROK_USUAL_BOOK "tournament"

#define CROK_MAX_SETTINGS 96
#define CROK_BASE_MAX 512
#define CROK_BOOK_TITLE_MAX 96

/* The source of a setting's value. */
typedef struct crok_book_note {
    bool said;      /* true: the source states the value; false: the value is
                       our interpretation of the source */
    char from[48];  /* clause or section of the source */
    char note[240]; /* reason for the interpretation */
    bool changed;   /* true: the value is not that of the book's base */
} crok_book_note;

typedef struct crok_book_notes {
    char base[CROK_NAME_MAX]; /* the preset that it is or begins with; "": none
                               */
    char title[CROK_BOOK_TITLE_MAX];
    char source[160];
    crok_book_note of[CROK_MAX_SETTINGS]; /* in the order of crok_settings() */
} crok_book_notes;

/* The book that another one begins with. */
typedef struct crok_book_base {
    crok_book book;
    crok_book_notes notes;
} crok_book_base;

/* Find what the field "base" of a book names: a preset, or the path of another
 * book's file, seen from the file's folder.
 *
 *   name  written: the text; "" if there is none, or the text is no book
 *
 * Returns name. */
const char *crok_book_base_of(const char *text, size_t len,
                              char name[CROK_BASE_MAX]);

/* Read a book.
 *
 *   text   borrowed, len bytes
 *   where  names the document in messages
 *   book   written only on CROK_OK
 *   notes  written only on CROK_OK; may be NULL
 *
 * CROK_EFORMAT    a field is missing or unknown, or has a wrong type or a value
 *                 that is not allowed; the message names the field, its line
 *                 and, for a setting, the allowed values
 * CROK_ETOOLARGE  the text is larger than crok_json_parse accepts */
CROK_MUST_USE crok_status crok_book_parse(const char *text, size_t len,
                                          const char *where, crok_book *book,
                                          crok_book_notes *notes,
                                          crok_err *err);

/* Likewise, of a book whose base is a file: `base` is what that file has. */
CROK_MUST_USE crok_status crok_book_parse_on(const crok_book_base *base,
                                             const char *text, size_t len,
                                             const char *where,
                                             crok_book_base *out,
                                             crok_err *err);

/* Read the whole book in a recorded match. If the book lacks a setting, that
 * setting gets its `absent` value: a newer program can so read the records of
 * an older one that had fewer settings. Parameters and errors are those of
 * crok_book_parse, but messages name no line, because each event of a record is
 * one line. */
CROK_MUST_USE crok_status crok_book_parse_recorded(const char *text, size_t len,
                                                   const char *where,
                                                   crok_book *book,
                                                   crok_err *err);

/* Mark in the notes, as changed, each setting whose value is not that of the
 * base. Marks that are set already stay. */
void crok_book_mark_changed(const crok_book *book, const crok_book *base,
                            crok_book_notes *notes);

/* The name of the preset with index i, from 0. NULL if there is no such preset.
 */
const char *crok_preset_name(int i);

/* Write the title of that preset to `title`, and return it. The rest of the
 * book is not read. "" if there is no memory. */
const char *crok_preset_title(int i, char title[CROK_BOOK_TITLE_MAX]);

/* Returns the JSON text of a preset and writes its length in bytes to *len.
 * Returns NULL if there is no preset of this name. */
const char *crok_preset_text(const char *name, size_t *len);

/* Read the preset with this name. `notes` may be NULL.
 *
 * CROK_EARG  there is no such preset; the message lists the presets */
CROK_MUST_USE crok_status crok_book_preset(const char *name, crok_book *book,
                                           crok_book_notes *notes,
                                           crok_err *err);

/* Check that the settings do not contradict each other. A contradiction is, for
 * example, a region that is worth more than a region inside it, or a book
 * without any seating that can be played.
 *
 * CROK_EFORMAT  they do; the message names the settings */
CROK_MUST_USE crok_status crok_book_check(const crok_book *book,
                                          const char *where, crok_err *err);

/* Check that no setting of a book that is new is without effect because of
 * another one, and that the book lets at least one seating start equally often
 * (P8). Books that are read from a record are not held to this.
 *
 * CROK_EFORMAT  the message names the settings */
CROK_MUST_USE crok_status crok_book_check_new(const crok_book *book,
                                              const char *where, crok_err *err);

/* Find the line of a member in a valid JSON text. names[0] is a member of the
 * outermost object, names[1] a member of names[0], and so on. Returns the line
 * on which names[n - 1] begins, from 1, or 0 if there is no such member. */
int crok_json_line_of(const char *text, size_t len, const char *const *names,
                      int n);

#ifdef __cplusplus
}
#endif
#endif
