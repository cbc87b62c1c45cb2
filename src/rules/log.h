/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/log.h: the events of a match in order, and the match that they fold
 * to. An undo takes an event away (an undo too), a ruling stands in for a
 * shot's decision, a correction takes its place among the events before; each
 * folds the match again from its start.
 *
 * Room     rules: allocates one block an event; no I/O, no globals, no clock.
 * Threads  one log, one thread at a time. */
#ifndef CROK_RULES_LOG_H
#define CROK_RULES_LOG_H

#include "rules/kept.h"
#include "rules/match.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_MAX_EVENTS 10000

typedef struct crok_log {
    int n, cap;
    crok_kept **events; /* owned */
    crok_match match;   /* what they fold to */
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

/* The event with this seq, or NULL. */
const crok_kept *crok_log_find(const crok_log *log, long seq);

/* The shot with this seq; false, and nothing written, where there is none. */
bool crok_log_shot(const crok_log *log, long seq, crok_event *out);

/* Takes the event added last away again, for who could not keep it.
 *
 *   before  the match as it was before that event; borrowed */
void crok_log_drop(crok_log *log, const crok_match *before);

/* For each event: does it stand, or is it undone?
 *
 *   stands  log->n elements, written
 *
 * CROK_ECONFLICT  an undo names what it cannot */
CROK_MUST_USE crok_status crok_log_standing(const crok_log *log, bool *stands,
                                            crok_err *err);

/* A walk through the events that stand, undos, rulings and corrections
 * followed: the match before each of them, and the event that comes next. */
typedef struct crok_log_walk {
    const crok_log *log;       /* borrowed till the end of the walk */
    const crok_event *event;   /* the next to be applied, till the next step;
                                * NULL at the end */
    const crok_ruling *ruling; /* a person's word on it, or NULL */
    crok_match match;          /* before it */
    int at;                    /* its place in log->events */
    int *next;                 /* owned: who follows each, -1 nobody */
    const crok_kept **rulings; /* owned, an element an event */
    crok_event now, word;      /* what event and ruling are of */
} crok_log_walk;

/* Stands before the first event. End with crok_log_walk_end, also on failure.
 *
 * CROK_ECONFLICT  an undo, a ruling or a correction names what it cannot
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_log_walk_begin(const crok_log *log,
                                              crok_log_walk *w, crok_err *err);

/* Applies w->event, which must not be NULL, and goes to the one after it.
 * CROK_ECONFLICT  it would not fit any more */
CROK_MUST_USE crok_status crok_log_walk_step(crok_log_walk *w, crok_err *err);
void crok_log_walk_end(crok_log_walk *w);

#ifdef __cplusplus
}
#endif
#endif
