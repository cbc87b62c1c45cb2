/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/log.h: the events of a match in order, and the match that they fold
 * to. An undo takes an event away (an undo too), a ruling stands in for a
 * shot's decision; both fold the match again from its start.
 *
 * Room     rules: allocates one block an event; no I/O, no globals, no clock.
 * Threads  one log, one thread at a time. */
#ifndef CROK_RULES_LOG_H
#define CROK_RULES_LOG_H

#include "rules/match.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_MAX_EVENTS 10000

typedef struct crok_log {
    int n, cap;
    crok_event **events; /* owned */
    crok_match match;    /* what they fold to */
} crok_log;

/* A log without events; free with crok_log_close. */
crok_log crok_log_empty(void);
void crok_log_close(crok_log *log);

/* Append one event.
 *
 *   e  borrowed, copied; its seq must be above all before
 *
 * CROK_ECONFLICT, CROK_EFORMAT  it cannot be applied: the message says why;
 *                               the log is unchanged
 * CROK_ETOOLARGE                more than CROK_MAX_EVENTS
 * CROK_ENOMEM                   unchanged likewise */
CROK_MUST_USE crok_status crok_log_add(crok_log *log, const crok_event *e,
                                       crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
