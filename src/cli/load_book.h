/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/load_book.h: a rule book as the option --rules names it.
 *
 * Room     cli.
 * Threads  values only; any thread. */
#ifndef CROK_CLI_LOAD_BOOK_H
#define CROK_CLI_LOAD_BOOK_H

#include "rules/book.h"

/* A preset by its name; anything with a dot or a slash is a file.
 *
 * CROK_EARG    no preset of this name
 * CROK_EIO, CROK_EFORMAT, CROK_ETOOLARGE  the file is not a rule book */
CROK_MUST_USE crok_status crok_book_load(const char *name, crok_book *book,
                                         crok_err *err);

#endif
