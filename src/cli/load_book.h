/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/load_book.h: load the rule book that --rules names, and apply --set.
 *
 * Room     cli.
 * Threads  values only; any thread. */
#ifndef CROK_CLI_LOAD_BOOK_H
#define CROK_CLI_LOAD_BOOK_H

#include "rules/book_json.h"

/* Load a preset by its name, or else a file.
 *
 *   book   written only on CROK_OK, and so is notes, which may be NULL
 *
 * CROK_EARG    neither the name of a preset nor the path of a file
 * CROK_EIO, CROK_EFORMAT, CROK_ETOOLARGE  the file is not a rule book */
CROK_MUST_USE crok_status crok_book_load(const char *name, crok_book *book,
                                         crok_book_notes *notes, crok_err *err);

/* Change one setting, given as KEY=VALUE, as the option --set does.
 *
 * CROK_EARG  the text has another form, there is no such key, or the value is
 *            not allowed */
CROK_MUST_USE crok_status crok_book_change(crok_book *book, const char *text,
                                           crok_err *err);

#endif
