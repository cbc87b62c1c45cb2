/* SPDX-License-Identifier: Apache-2.0 */
#include "core/library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "core/part.h"

bool crok_library_load(const char *file, const crok_library_call *calls,
                       size_t n, void *table, char *why, size_t size)
{
    void *library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    bool has_all = library != NULL;
    for (size_t i = 0; has_all && i < n; i++) {
        void *at = dlsym(library, calls[i].name);
        has_all = at != NULL;
        /* copied as bytes: ISO C has no cast from void * to a function pointer,
         * but POSIX guarantees that both have one representation */
        memcpy((char *)table + calls[i].offset, &at, sizeof at);
    }
    if (!has_all)
        (void)snprintf(why, size, "%s", dlerror());
    return has_all;
}

bool crok_module_load(const char *file, const crok_library_call *calls,
                      size_t n, void *table, char *why, size_t size)
{
    char path[PATH_MAX];
    const bool is_part = crok_part_path(file, path);
    return crok_library_load(is_part ? path : file, calls, n, table, why, size);
}
