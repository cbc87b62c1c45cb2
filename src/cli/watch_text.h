/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/watch_text.h: a watched match for people: one line on a terminal while it
 * is played, and at the end as a whole.
 *
 * Room     cli: uses core, rules, journal.
 * Threads  values only; any thread. */
#ifndef CROK_CLI_WATCH_TEXT_H
#define CROK_CLI_WATCH_TEXT_H

#include <stdio.h>

#include "journal/live_source.h"
#include "rules/log.h"

/* One line without a line's end, no longer than size - 1 bytes. */
void crok_watch_line(const crok_match *m, const crok_live_source *source,
                     char *line, size_t size);

/* Every shot and every round, and how the match stands.
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_watch_print(FILE *to, const crok_log *log,
                                           crok_err *err);

#endif
