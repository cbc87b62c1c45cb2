/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/day/glib_calls.h"

#include <pthread.h>
#include <stdbool.h>

#include "core/library.h"

static crok_glib_calls calls;
static bool is_loaded;
static char why[160];

static void load(void)
{
#define X(name) {"g_" #name, offsetof(crok_glib_calls, name)},
    static const crok_library_call names[] = {CROK_GLIB_CALLS(X)};
#undef X
    is_loaded = crok_library_load("libglib-2.0.so.0", names,
                                  sizeof names / sizeof *names, &calls, why,
                                  sizeof why);
}

const crok_glib_calls *crok_glib_load(const char **out_why)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, load);
    *out_why = why;
    return is_loaded ? &calls : NULL;
}
