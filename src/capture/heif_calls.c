/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/heif_calls.h"

#include <pthread.h>
#include <stdbool.h>

#include "core/library.h"

static crok_heif_calls calls;
static bool is_loaded;
static char why[160];

static void load(void)
{
#define X(name) {"heif_" #name, offsetof(crok_heif_calls, name)},
    static const crok_library_call names[] = {CROK_HEIF_CALLS(X)};
#undef X
    is_loaded =
        crok_library_load("libheif.so.1", names, sizeof names / sizeof *names,
                          &calls, why, sizeof why);
}

const crok_heif_calls *crok_heif_load(const char **out_why)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, load);
    *out_why = why;
    return is_loaded ? &calls : NULL;
}
