/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/watch_text.h: print a watched match as text: one line for a terminal
 * during play, and the whole match at the end.
 *
 * Room     cli: uses core, rules, journal.
 * Threads  values only; any thread. */
#ifndef CROK_CLI_WATCH_TEXT_H
#define CROK_CLI_WATCH_TEXT_H

#include <stdio.h>

#include "journal/live_source.h"
#include "rules/log.h"

/* Write the present state as one line without a newline, at most size - 1
 * bytes. */
void crok_watch_line(const crok_match *m, const crok_live_source *source,
                     char *line, size_t size);

/* Print every shot, every round, and the present score. CROK_ENOMEM */
CROK_MUST_USE crok_status crok_watch_print(FILE *to, const crok_log *log,
                                           crok_err *err);

#endif
