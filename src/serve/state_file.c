/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/state_file.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool write_all(const char *path, const char *json, size_t len)
{
    FILE *f = fopen(path, "w");
    bool good = f != NULL;
    if (f == NULL)
        return false;
    good = fwrite(json, 1, len, f) == len && fputc('\n', f) != EOF;
    return fclose(f) == 0 && good;
}

crok_status crok_state_file_write(const char *path, const char *json,
                                  size_t len, crok_err *err)
{
    char beside[PATH_MAX];
    int n = snprintf(beside, sizeof beside, "%s.new", path);
    if (n < 0 || (size_t)n >= sizeof beside)
        return crok_fail(err, CROK_EIO, "%.80s...: too long a name", path);
    if (write_all(beside, json, len) && rename(beside, path) == 0)
        return CROK_OK;
    (void)crok_fail(err, CROK_EIO, "%s: cannot be written: %s", path,
                    strerror(errno));
    (void)remove(beside);
    return CROK_EIO;
}
