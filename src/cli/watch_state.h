/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/watch_state.h: how a watched match is told: as a document that grows
 * with every change, as a file that others read, as one line on a terminal, and
 * at the end as a whole.
 *
 * Room     cli: uses core, rules, capture.
 * Threads  values only; any thread. */
#ifndef CROK_CLI_WATCH_STATE_H
#define CROK_CLI_WATCH_STATE_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include "capture/source.h"
#include "rules/log.h"

/* What there is to tell beside the match. */
typedef struct crok_watch_view {
    const crok_match *match;   /* borrowed */
    const crok_health *health; /* borrowed; NULL: no source */
    const char *words;         /* what a person should see to; "" nothing */
    bool is_moving;
} crok_watch_view;

/* crokeye.match/1, and in it
 *   "state"  also "moving", and "check" where there are words
 *   "words"  what a person should see to, or null
 *   "source" {"state", "words", "frozen", "device", "reopened", "frames",
 *            "lost", "damaged", "rate_hz"}, or null
 * Returned: delete with cJSON_Delete. */
cJSON *crok_watch_json(const crok_watch_view *view);

/* Puts a text in the place of a file, under another name first, so that who
 * reads it finds it whole.
 *
 * CROK_EIO     cannot be written: the message says why
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_watch_put_file(const char *path,
                                              const char *text, crok_err *err);

/* One line without a line's end, no longer than size - 1 bytes. */
void crok_watch_line(const crok_watch_view *view, char *line, size_t size);

/* Every shot and every round, and how the match stands.
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_watch_print(FILE *to, const crok_log *log,
                                           crok_err *err);

#endif
