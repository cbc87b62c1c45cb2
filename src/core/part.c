/* SPDX-License-Identifier: Apache-2.0 */
#include "core/part.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* From lib/crokeye, from lib, from lib/x86_64-linux-gnu, and from bin. */
static const char *const places[] = {"", "crokeye/", "../crokeye/",
                                     "../lib/crokeye/"};

/* Find a file from the folder of another one, whose path has n bytes. */
static bool find_beside(const char *own, size_t n, const char *name,
                        char out[PATH_MAX])
{
    while (n > 0 && own[n - 1] != '/')
        n--;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        int len =
            snprintf(out, PATH_MAX, "%.*s%s%s", (int)n, own, places[i], name);
        if (len < PATH_MAX && access(out, F_OK) == 0)
            return true;
    }
    return false;
}

bool crok_part_path(const char *name, char out[PATH_MAX])
{
    static const char here;
    char program[PATH_MAX];
    Dl_info library;
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    out[0] = '\0';
    if (n > 0 && find_beside(program, (size_t)n, name, out))
        return true;
    /* a name without a folder is that of a program, found in PATH */
    if (dladdr(&here, &library) != 0 && library.dli_fname != NULL &&
        strchr(library.dli_fname, '/') != NULL &&
        find_beside(library.dli_fname, strlen(library.dli_fname), name, out))
        return true;
    if (n > 0)
        (void)find_beside(program, (size_t)n, name, out);
    return false;
}
