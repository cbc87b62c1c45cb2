/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/change.h: changes of a rule book's settings that a person gives as
 * texts KEY=VALUE.
 *
 * Room     rules: pure; no allocation, no I/O, no globals.
 * Threads  values only; any thread. */
#ifndef CROK_RULES_CHANGE_H
#define CROK_RULES_CHANGE_H

#include "rules/book_json.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_MAX_BOOK_CHANGES 80

typedef struct crok_book_changes {
    int n;
    const char *text[CROK_MAX_BOOK_CHANGES]; /* KEY=VALUE; borrowed */
} crok_book_changes;

/* Add a change. Returns false, and adds nothing, if there are
 * CROK_MAX_BOOK_CHANGES.
 *
 *   text  kept */
bool crok_book_changes_add(crok_book_changes *changes, const char *text);

/* Change the settings, one after the other. Whether they fit together is not
 * checked.
 *
 * CROK_EARG  a text has another form, there is no such key, or the value is not
 *            allowed; the settings before it are changed */
CROK_MUST_USE crok_status crok_book_change(const crok_book_changes *changes,
                                           crok_book *book, crok_err *err);

/* Change the settings and check the book as one that is new.
 *
 *   where  begins the message if the settings do not fit together
 *
 * CROK_EARG     as crok_book_change
 * CROK_EFORMAT  as crok_book_check and crok_book_check_new */
CROK_MUST_USE crok_status
crok_book_change_checked(const crok_book_changes *changes, const char *where,
                         crok_book *book, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
