/* SPDX-License-Identifier: Apache-2.0
 *
 * core/library.h: load a shared library on demand, because most runs of the
 * program do not need it and loading takes time.
 *
 * Room     core.
 * Threads  any. */
#ifndef CROK_CORE_LIBRARY_H
#define CROK_CORE_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A function of a library. */
typedef struct crok_library_call {
    const char *name;
    size_t offset; /* of its pointer in the table */
} crok_library_call;

/* Load a library, and write its functions' addresses to a table. It is never
 * unloaded, so loading it again is cheap.
 *
 *   file   borrowed: its name, as "libheif.so.1"
 *   calls  borrowed, n elements
 *   table  a struct of function pointers; after a failure some are not set
 *   why    size bytes: the loader's message after a failure
 *
 * Returns false if the library is not installed or lacks a function. */
bool crok_library_load(const char *file, const crok_library_call *calls,
                       size_t n, void *table, char *why, size_t size);

/* Load a module of crokeye, in the same way. Where it is not among the parts of
 * an installed crokeye (core/part.h), as for tests, the loader looks for it. */
bool crok_module_load(const char *file, const crok_library_call *calls,
                      size_t n, void *table, char *why, size_t size);

#ifdef __cplusplus
}
#endif
#endif
