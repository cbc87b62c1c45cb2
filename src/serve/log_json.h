/* SPDX-License-Identifier: Apache-2.0
 *
 * serve/log_json.h: write the events of a match as JSON for the operator's
 * list, and one event with its evidence for the page's explanation of it.
 *
 *   {"schema": "crokeye.log/1", "seq": 57, "events": [
 *     {"seq": 57, "time": "...", "type": "shot", "text": "Ann: Valid. ...",
 *      "stands": true, "game": 1, "round": 2, "correct": 57}, ...]}
 *
 * The newest event comes first. A person may correct the board or the 20s that
 * an event left. Such a correction is an event `twenties` or `board` whose
 * field `after` is the value `correct` of the row. At the end of a round,
 * `correct` is the seq of the event before the end; it is null if the row has
 * nothing to correct.
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

/* Write one event as it was recorded, as crokeye.event/1. If a shot was
 * recorded without a decision, the decision that the rule book gives is added.
 *
 *   out  written only on CROK_OK; returned: free with cJSON_free
 *
 * CROK_EARG    no such event
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_log_event_text(const crok_log *log, long seq,
                                              char **out, crok_err *err);

#endif
