/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/rules_show.h: a rule book for a person.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_RULES_SHOW_H
#define CROK_CLI_RULES_SHOW_H

#include <stdio.h>

#include "rules/book_json.h"

/* One line a preset: its name and title. */
void crok_rules_list(FILE *to);

/* Every setting as a sentence with its rule, key, value, and whether the
 * source says it.
 *
 *   as_read  the book before --set: what differs is marked */
void crok_rules_show(FILE *to, const crok_book *book, const crok_book *as_read,
                     const crok_book_notes *notes);

#endif
