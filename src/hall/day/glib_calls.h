/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/day/glib_calls.h: GLib, loaded with dlopen when the first name is
 * compared: most commands compare none, and loading it takes half as long as
 * all of /bin/true.
 *
 * Room     hall, internal.
 * Threads  any. */
#ifndef CROK_HALL_DAY_GLIB_CALLS_H
#define CROK_HALL_DAY_GLIB_CALLS_H

#include <glib.h>

/* The functions that the program uses, with their names without the prefix
 * g_. */
#define CROK_GLIB_CALLS(X)                                                     \
    X(free)                                                                    \
    X(utf8_casefold)                                                           \
    X(utf8_normalize)                                                          \
    X(utf8_validate)

typedef struct crok_glib_calls {
#define X(name) __typeof__(&g_##name) name;
    CROK_GLIB_CALLS(X)
#undef X
} crok_glib_calls;

/* Load GLib once and return its functions; static. Returns NULL if GLib is not
 * installed or lacks one of the functions; then *why is the loader's
 * message. */
const crok_glib_calls *crok_glib_load(const char **why);

#endif
