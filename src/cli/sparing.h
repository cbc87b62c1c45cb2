/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/sparing.h: messages of programs that run for days. A camera with a loose
 * plug, or somebody who guesses tokens, must not fill the disk with one and the
 * same line.
 *
 * Room     cli.
 * Threads  a crok_sparing has one owner at a time; crok_say_sparingly: any. */
#ifndef CROK_CLI_SPARING_H
#define CROK_CLI_SPARING_H

#include <stdbool.h>
#include <stdint.h>

/* The same text is printed at most CROK_SPARING_MOST times in CROK_SPARING_MS;
 * further repetitions are only counted. Chosen by hand: a fault that comes and
 * goes every minute is printed each time, and a day has at most 2880 lines of
 * one text. */
#define CROK_SPARING_MOST 20
#define CROK_SPARING_MS (INT64_C(600) * 1000)
/* Number of different texts that are tracked, for faults that alternate. */
#define CROK_SPARING_TEXTS 16

/* Zero it before the first use. */
typedef struct crok_sparing {
    struct {
        char text[256];   /* its beginning; "": free */
        int64_t begun_ms; /* when it was said first in this time */
        int64_t last_ms;
        int n;      /* times that it was said */
        int n_more; /* times that it was not */
    } of[CROK_SPARING_TEXTS];
} crok_sparing;

/* Is a text to be said now?
 *
 *   now_ms  of a clock that is never set back
 *   n_more  written: how often it has come, and was not said, before */
bool crok_sparing_says(crok_sparing *s, const char *text, int64_t now_ms,
                       int *n_more);

/* Print "WHO: TEXT" as crok_say does, or count it. */
void crok_say_sparingly(const char *who, const char *text);

#endif
