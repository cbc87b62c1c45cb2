/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/process.h: one program that a supervisor has started: its process, and
 * the lines that it prints.
 *
 * Room     hall, internal: uses core.
 * Threads  one owner. */
#ifndef CROK_HALL_PROCESS_H
#define CROK_HALL_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

#include "hall/plans.h"

/* The longest line that is passed on as a whole, bytes; a longer one is passed
 * on in pieces. */
#define CROK_PROCESS_LINE 2048

typedef struct crok_process {
    pid_t pid;  /* 0: none runs */
    int handle; /* pidfd: readable when it has ended; -1: none runs */
    int output; /* its standard output and standard error; -1: closed */
    size_t n;   /* bytes of a line that is not yet ended */
    char line[CROK_PROCESS_LINE];
} crok_process;

/* Start a program.
 *
 *   p  none runs; on failure none does
 *
 * CROK_EIO  the kernel has no process or descriptor left */
CROK_MUST_USE crok_status crok_process_start(crok_process *p,
                                             const char *program,
                                             const crok_plan *plan,
                                             crok_err *err);

/* Read what it has printed, without waiting. say() is called for each line.
 *
 *   all  read to the end: the program has ended */
void crok_process_read(crok_process *p, bool all,
                       void (*say)(void *context, const char *text),
                       void *context);

/* Has it ended? Then it is none any more, and `how` says how: "with status 3",
 * "by signal 9 (Killed)". */
bool crok_process_has_ended(crok_process *p, char *how, size_t size);

#endif
