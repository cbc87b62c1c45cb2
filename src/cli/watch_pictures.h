/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/watch_pictures.h: the pictures that a watched match keeps beside its
 * events: the rest that each event left, and after each shot a close-up of
 * every close call on the board, under the shot's seq and the disc's id.
 *
 * Room     cli: uses shots, report, rules, journal.
 * Threads  as the match. */
#ifndef CROK_CLI_WATCH_PICTURES_H
#define CROK_CLI_WATCH_PICTURES_H

#include "cli/watch_match.h"

/* Keep the pictures of the last event; nothing in memory.
 *
 *   report  borrowed: of the reading that led to the event
 *   img     borrowed: the reading's picture (RGB, full size)
 *
 * Errors as crok_record_rest; what can be kept is kept */
CROK_MUST_USE crok_status
crok_watch_keep_pictures(crok_watch_match *w, const crok_engine_report *report,
                         const crok_image *img, crok_err *err);

#endif
