/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/oom/run_out.h: a call is made again and again: first its first
 * allocation fails, then its second, and so on until it succeeds; once so that
 * only that one fails, once so that all fail from there on (SQLite's
 * malloc_common.tcl). Every time the status must be CROK_ENOMEM, and outputs
 * as they were; the leak sanitizer sees the rest.
 *
 * The program is linked with --wrap=malloc and so on: see CMakeLists.txt. */
#ifndef CROK_TESTS_OOM_RUN_OUT_H
#define CROK_TESTS_OOM_RUN_OUT_H

#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"

typedef struct run_out_call {
    const char *what;
    crok_status (*call)(crok_err *err);
    void (*done)(void); /* frees what it gave; NULL: nothing */
    crok_status other;  /* that it may also fail with */
    void *out;          /* what it writes to; zero: nothing written */
    size_t out_size;
} run_out_call;

void run_out(const run_out_call *c);

/* Has an allocation of this try failed? */
bool run_out_of_memory(void);

/* For libraries that take an allocator. */
void *run_out_malloc(size_t n);

#endif
