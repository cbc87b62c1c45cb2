/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/log_json.h: the events of a match for the operator's list, and
 * one event for a trace.
 *
 *   {"schema": "crokeye.log/1", "seq": 57, "events": [
 *     {"seq": 57, "time": "...", "type": "shot", "text": "Ann: Valid. ...",
 *      "stands": true, "game": 1, "round": 2, "correct": 57}, ...]}
 *
 * The last come first. `correct` is what a correction of what the event left
 * behind stands after (`after` of twenties and board): for the end of a round
 * the step before it; null where there is nothing to correct.
 *
 * Room     serve, internal: uses core, rules.
 * Threads  one log, one thread at a time. */
#ifndef CROK_SERVE_LOG_JSON_H
#define CROK_SERVE_LOG_JSON_H

#include "rules/log.h"

/* Write the last `n` events with a seq below `before` as JSON, the newest
 * first.
 *
 *   out  written only on CROK_OK; returned: free with cJSON_free
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_log_text(const crok_log *log, long before, int n,
                                        char **out, crok_err *err);

/* One event as it was recorded, for a trace: crokeye.event/1; a shot that came
 * without a decision has the one that the rule book gives.
 *
 *   out  written only on CROK_OK; returned: free with cJSON_free
 *
 * CROK_EARG    no such event
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_log_event_text(const crok_log *log, long seq,
                                              char **out, crok_err *err);

#endif
