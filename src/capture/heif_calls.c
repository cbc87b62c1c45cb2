/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/heif_calls.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static crok_heif_calls calls;
static bool is_loaded;
static char why[160];

/* Look up a function and store its address in *call. False if the library has
 * no function of that name. */
static bool find(void *library, const char *name, void *call, size_t size)
{
    void *at = dlsym(library, name);
    if (at == NULL)
        return false;
    memcpy(call, &at, size); /* copied as bytes: ISO C has no cast from void *
                              * to a function pointer */
    return true;
}

static void load(void)
{
    void *library = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
    is_loaded = library != NULL;
#define X(name)                                                                \
    is_loaded = is_loaded &&                                                   \
                find(library, "heif_" #name, &calls.name, sizeof calls.name);
    CROK_HEIF_CALLS(X)
#undef X
    if (!is_loaded)
        (void)snprintf(why, sizeof why, "%s", dlerror());
}

const crok_heif_calls *crok_heif_load(const char **out_why)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, load);
    *out_why = why;
    return is_loaded ? &calls : NULL;
}
