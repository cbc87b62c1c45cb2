/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/trace.h: what became of each event of a record: where its round lay in
 * its match, and whether it is left out; and who has won each game and match.
 *
 * Room     rules, internal: allocates two lists; no I/O, no globals, no clock.
 * Threads  one trace, one thread at a time. */
#ifndef CROK_RULES_TRACE_H
#define CROK_RULES_TRACE_H

#include "rules/log.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_trace_step {
    bool is_played; /* it is a step of the match, and was applied. Otherwise
                     * only `left_out` is set */
    bool ends_round;
    crok_left_out left_out;
    int match;       /* index of the event that started its match */
    int game, round; /* in which it was applied */
    int first_seat;  /* who began that round */
} crok_trace_step;

typedef struct crok_trace_result {
    int match; /* index of the event that started it */
    int game;  /* number of the game; CROK_TRACE_MATCH: the whole match */
    unsigned winners; /* bit i: side i has won */
    int at;           /* index of the event that decided it */
} crok_trace_result;

#define CROK_TRACE_MATCH 1000 /* above the number of any game */

typedef struct crok_trace {
    int n;
    crok_trace_step *step; /* owned: of each event of the log */
    int n_results;
    crok_trace_result *result; /* owned; in the order of match and game */
    crok_trace_step open; /* the round that is being played: is_played if the
                           * last match is not over */
} crok_trace;

/* Make the trace of a log.
 *
 *   out  written only on CROK_OK; free with crok_trace_free
 *
 * Errors are those of crok_log_walk_step. */
CROK_MUST_USE crok_status crok_trace_of(const crok_log *log, crok_trace *out,
                                        crok_err *err);
void crok_trace_free(crok_trace *t);

/* Returns the index of the first event from `at` on that ended a round; t->n:
 * there is none. */
int crok_trace_round_end(const crok_trace *t, int at);

#ifdef __cplusplus
}
#endif
#endif
