/* SPDX-License-Identifier: Apache-2.0 */
#include "core/part.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool crok_part_path(const char *name, char out[PATH_MAX])
{
    /* from lib/crokeye, and from bin */
    static const char *const places[] = {"", "../lib/crokeye/"};
    char program[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    out[0] = '\0';
    if (n < 0)
        return false;
    while (n > 0 && program[n - 1] != '/')
        n--;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        int len = snprintf(out, PATH_MAX, "%.*s%s%s", (int)n, program,
                           places[i], name);
        if (len < PATH_MAX && access(out, F_OK) == 0)
            return true;
    }
    return false;
}
