/* SPDX-License-Identifier: Apache-2.0
 *
 * core/child.h: run a program as a child process with limits on its memory and
 * processor time, and hand it bytes as a file that is in memory only. What a
 * hostile picture does there harms nobody else.
 *
 * Room     core.
 * Threads  any.
 * Source   memfd_create(2), posix_spawn(3), prlimit(2). */
#ifndef CROK_CORE_CHILD_H
#define CROK_CORE_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "core/status.h"

/* All borrowed during the call. */
typedef struct crok_child_plan {
    const char *program; /* its path */
    const char *const
        *words;        /* its arguments, from argv[0] on, ended by NULL */
    int input, output; /* descriptors that become its standard input and output;
                        * standard error is lost. It has no others */
    bool has_environment; /* it has this program's; else none */
    int cpu_s;            /* processor time, > 0: then SIGXCPU ends it */
    size_t bytes; /* of memory for its data, > 0. The sanitizers need much
                   * of their own; in their builds it is not limited */
} crok_child_plan;

/* Start a child.
 *
 *   pid  written only on CROK_OK; the caller waits for its end
 *
 * CROK_EIO  no process can be made; msg has errno's text */
CROK_MUST_USE crok_status crok_child_start(const crok_child_plan *plan,
                                           pid_t *pid, crok_err *err);

/* From now on the child may use cpu_s seconds more of processor time. */
void crok_child_allow(pid_t pid, int cpu_s);

/* End a child, if it has not ended, and wait for it. Returns its status, as
 * wait(2) gives it. */
int crok_child_end(pid_t pid);

/* Make a file of n bytes that is in memory only, to be read from its beginning.
 * Returns its descriptor, which the caller closes; -1 on failure, with
 * errno. */
int crok_child_file(const void *bytes, size_t n);

#endif
