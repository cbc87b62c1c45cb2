/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/rules_show.h: print a rule book for a person.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_RULES_SHOW_H
#define CROK_CLI_RULES_SHOW_H

#include <stdio.h>

#include "rules/book_json.h"

/* Print one line for each preset: its name and title. */
void crok_rules_list(FILE *to);

/* Print every setting of the book: the sentence that it means, its rule, its
 * key and its value, and whether the published rules state it, or it is this
 * project's interpretation of them, or it was changed. Then the options that
 * the source offers. */
void crok_rules_show(FILE *to, const crok_book *book,
                     const crok_book_notes *notes);

#endif
