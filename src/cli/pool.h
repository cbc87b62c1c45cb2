/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/pool.h: run jobs 0..n-1 on several threads and return their results in
 * the order of the jobs. A thread that is far ahead of the results taken waits,
 * so that only a few results are kept in memory.
 *
 * Room     cli: uses POSIX threads.
 * Threads  open, next and close from one thread; `work` runs in the others, or
 *          in that one. */
#ifndef CROK_CLI_POOL_H
#define CROK_CLI_POOL_H

#include "core/status.h"

typedef struct crok_pool crok_pool;

/* Do job i. crok_pool_next returns the result unchanged. */
typedef void *(*crok_pool_work)(void *ctx, int i);

/* Start n_workers > 1 threads on n_jobs >= 0 jobs. With one worker, or if no
 * thread can be started, crok_pool_next does each job itself: a thread of its
 * own would have its own copy of all that is kept for each thread, and as much
 * memory to fill.
 *
 *   ctx  kept; passed to work, by several threads at a time
 *   out  written only on CROK_OK; returned: free with crok_pool_close
 *   err  may be NULL
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_pool_open(int n_jobs, int n_workers,
                                         crok_pool_work work, void *ctx,
                                         crok_pool **out, crok_err *err);

/* Return the result of the next job in the order of the jobs: the first call
 * returns that of job 0. Waits until that job is done. Must be called exactly
 * n_jobs times. */
void *crok_pool_next(crok_pool *pool);

/* Wait for the threads, free *pool and set it to NULL. All results must have
 * been taken before. NULL and a pointer to NULL are fine. */
void crok_pool_close(crok_pool **pool);

#endif
