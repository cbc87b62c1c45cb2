/* SPDX-License-Identifier: Apache-2.0
 *
 * core/scratch.h: a function's memory that is too large for a stack. Each
 * thread has its own, in one block that is allocated once in a thread and freed
 * at its end. It is not thread-local storage of the compiler: the system takes
 * that from the stack of each thread of a process, also of those that never
 * call us.
 *
 * Room     core: allocates. The places of the functions' memory in the blocks
 *          are global; they are given once and never changed.
 * Threads  any. */
#ifndef CROK_CORE_SCRATCH_H
#define CROK_CORE_SCRATCH_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The size of a thread's block. Pages that are never touched take no memory.
 * Scoring photos needs 8.5 MB in all; more than the block ends the program. */
#define CROK_SCRATCH_BYTES ((size_t)12 << 20)

/* The memory of one function. */
typedef struct crok_scratch {
    size_t n_bytes;
    size_t at; /* its place in every thread's block; 0: none was given yet */
} crok_scratch;

/* Declare `name`, a pointer to n elements of a type: zero at a thread's first
 * call, and afterwards as that thread's last call left them. So a function that
 * calls itself must not use it. */
#define CROK_SCRATCH(type, name, n)                                            \
    static crok_scratch name##_memory = {sizeof(type) * (size_t)(n), 0};       \
    type *const name = crok_scratch_of(&name##_memory)

/* The same with rows of more dimensions: CROK_SCRATCH_ROWS(double, v, 3, [8])
 * is v[3][8]. */
#define CROK_SCRATCH_ROWS(type, name, n, row)                                  \
    static crok_scratch name##_memory = {sizeof(type row) * (size_t)(n), 0};   \
    type(*const name) row = crok_scratch_of(&name##_memory)

/* Allocate this thread's block, if it has none. Without this call the first use
 * allocates it, and a lack of memory then ends the program.
 *
 * Returns false if there is no memory. */
bool crok_scratch_prepare(void);

/* Returns a function's memory in this thread. Never NULL. */
void *crok_scratch_of(crok_scratch *memory);

#ifdef __cplusplus
}
#endif
#endif
