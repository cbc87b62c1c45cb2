/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/supervisor.h: start the programs of a hall, and start each again when it
 * has ended, after a pause that doubles from 1 s to 30 s; a program that has
 * run for a minute begins with 1 s again.
 *
 * Each program has a process group of its own, so that Ctrl-C on the terminal
 * reaches the supervisor alone. All get SIGTERM when the supervisor ends, also
 * if it is killed (PR_SET_PDEATHSIG).
 *
 * Room     hall: uses core. Reads the clock through core/clock.h.
 * Threads  one owner, in the thread that made it: the kernel ends the programs
 *          with the thread that started them.
 * Source   prctl(2), pidfd_open(2). */
#ifndef CROK_HALL_SUPERVISOR_H
#define CROK_HALL_SUPERVISOR_H

#include <stdint.h>

#include "hall/plans.h"

typedef struct crok_supervisor crok_supervisor;

/* Pauses in ms; what is 0 is as above. */
typedef struct crok_supervisor_times {
    int64_t first_ms, most_ms; /* pause before a restart */
    int64_t steady_ms;         /* after so long the pause is first_ms again */
    int64_t end_ms; /* a program that has not ended so long after SIGTERM is
                     * killed; else 10 s */
} crok_supervisor_times;

typedef struct crok_supervisor_options {
    const char *program; /* kept: what is started, with the words of a plan */
    crok_supervisor_times times;
    /* Told of each line that a program prints, and of each change of its state;
     * `name` is the plan's, the text has no line end. Valid for the call. */
    void (*line)(void *context, const char *name, const char *text);
    void (*told)(void *context, const char *name, const char *what);
    void *context; /* kept */
} crok_supervisor_options;

/* Make a supervisor that has no programs yet.
 *
 *   out  written only on CROK_OK; free with crok_supervisor_free
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status
crok_supervisor_new(const crok_supervisor_options *options,
                    crok_supervisor **out, crok_err *err);

/* Give it the programs that are to run. One whose plan has not changed goes on;
 * one that is not in the list any more is ended, if its plan ends last after
 * the others of its table; one whose plan has changed is ended, and started
 * again.
 *
 *   plans  taken on CROK_OK, and empty then
 *
 * CROK_ENOMEM  nothing has changed */
CROK_MUST_USE crok_status crok_supervisor_set(crok_supervisor *s,
                                              crok_plans *plans, crok_err *err);

/* Do what is due, and then wait until a program prints or ends, a restart is
 * due, or one of the n descriptors in `wake` can be read.
 *
 * CROK_EIO     the kernel cannot wait
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_supervisor_step(crok_supervisor *s,
                                               const int *wake, int n,
                                               crok_err *err);

/* Returns how many programs run now. */
int crok_supervisor_running(const crok_supervisor *s);

/* End all: those whose plan ends last when the others have ended. Returns when
 * none runs. */
void crok_supervisor_end(crok_supervisor *s);

/* Returns what runs as a document crokeye.hall/1 (docs/FORMATS.md). Free it
 * with free(); NULL where there is no memory. */
char *crok_supervisor_document(const crok_supervisor *s);

/* Free *s and set it to NULL; NULL is fine. Programs that run are ended as by
 * crok_supervisor_end. */
void crok_supervisor_free(crok_supervisor **s);

#endif
