/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/load_book.h: load a rule book by its name or from its file.
 *
 * Room     journal: uses core, rules.
 * Threads  values only; any thread. */
#ifndef CROK_JOURNAL_LOAD_BOOK_H
#define CROK_JOURNAL_LOAD_BOOK_H

#include "rules/book_json.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Load a preset by its name, or else a file.
 *
 *   book   written only on CROK_OK, and so is notes, which may be NULL
 *
 * CROK_EARG    neither the name of a preset nor the path of a file
 * CROK_EIO, CROK_EFORMAT, CROK_ETOOLARGE  the file is not a rule book */
CROK_MUST_USE crok_status crok_book_load(const char *name, crok_book *book,
                                         crok_book_notes *notes, crok_err *err);

/* Load what discs are worth by a book. Parameters and errors are those of
 * crok_book_load. */
CROK_MUST_USE crok_status crok_book_values_load(const char *name,
                                                crok_value_rules *out,
                                                crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
