/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/attempt.h: something that is tried until it works: when to try again,
 * and when to tell a person.
 *
 * Room     hall: uses core.
 * Threads  values only; any thread. */
#ifndef CROK_HALL_ATTEMPT_H
#define CROK_HALL_ATTEMPT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/status.h"

typedef struct crok_attempt {
    int64_t due_ms;   /* try again at this time of crok_clock_monotonic_ms */
    int64_t pause_ms; /* before the next try; 0: the last one worked */
    int n_failed;     /* in a row */
    int64_t said_ms;  /* when `said` was told */
    char said[256];   /* what was told of it; "": nothing */
} crok_attempt;

/* A try failed: the next is later, after pauses of 0.25, 0.5, ... 8 s. */
void crok_attempt_failed(crok_attempt *a, int64_t now_ms);

/* Should a person be told why? Not after the first failure, which often passes
 * by itself, and not twice the same; a new reason at most twice a minute. True
 * at most once for each; it is then kept as told. */
bool crok_attempt_tells(crok_attempt *a, const crok_err *why, int64_t now_ms);

/* A try worked. Returns true if a failure had been told, so that the end of it
 * should be, too. */
bool crok_attempt_worked(crok_attempt *a);

/* Try again now, as after a new connection; what was told stays told. */
void crok_attempt_hurry(crok_attempt *a);

#endif
