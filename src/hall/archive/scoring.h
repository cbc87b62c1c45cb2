/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/archive/scoring.h: a child process that scores photos one after the
 * other: `crokeye score --each --json`.
 *
 * Room     hall, wing archive.
 * Threads  a scoring has one owner. */
#ifndef CROK_HALL_ARCHIVE_SCORING_H
#define CROK_HALL_ARCHIVE_SCORING_H

#include <sys/types.h>

#include "hall/archive/job_options.h"
#include "report/str.h"

/* For how long a child may say nothing, ms, whatever it does: also on a machine
 * with much else to do, a photo within the limit of processor time has been
 * scored by then. Chosen by hand. */
#define CROK_SCORING_WAIT_MS INT64_C(600000)

typedef struct crok_scoring {
    pid_t pid; /* 0: there is none */
    int out;   /* its standard output */
    int cpu_s;
    int64_t heard_ms; /* when it said something; of the monotonic clock */
    crok_str text;    /* what it said after the last line */
    size_t taken;     /* bytes of it that were returned as a line */
} crok_scoring;

typedef enum crok_scoring_step {
    CROK_SCORING_LINE,
    CROK_SCORING_WAITS, /* nothing yet */
    CROK_SCORING_ENDED  /* no more lines will come */
} crok_scoring_step;

/* Start a child on n paths.
 *
 *   out  written only on CROK_OK; end with crok_scoring_end
 *
 * CROK_EIO, CROK_ENOMEM */
CROK_MUST_USE crok_status crok_scoring_start(const crok_work *w,
                                             const crok_job_words *words,
                                             const char *const *paths, int n,
                                             crok_scoring *out, crok_err *err);

/* Wait for the next line, at most wait_ms.
 *
 *   line  written with CROK_SCORING_LINE: valid until the next call */
crok_scoring_step crok_scoring_next(crok_scoring *s, int wait_ms,
                                    const char **line);

/* Has it said nothing for too long? */
bool crok_scoring_is_late(const crok_scoring *s);

/* End the child, if it has not ended.
 *
 *   why  written: how it ended, in words for a person; may be NULL
 *
 * Returns false if it refused its arguments. */
bool crok_scoring_end(crok_scoring *s, char why[96]);

#endif
