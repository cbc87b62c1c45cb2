/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static crok_status make_one(const char *path, crok_err *err)
{
    struct stat st;
    if (mkdir(path, 0777) == 0)
        return CROK_OK;
    if (errno == EEXIST && stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        return CROK_OK;
    return crok_fail(err, CROK_EIO, "%s: cannot make this folder: %s", path,
                     strerror(errno));
}

crok_status crok_folder_make(const char *dir, crok_err *err)
{
    char *path = strdup(dir);
    crok_status st = CROK_OK;
    if (path == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a path");
    for (char *p = path + 1; path[0] != '\0' && st == CROK_OK && *p != '\0';
         p++) {
        if (*p != '/')
            continue;
        *p = '\0';
        st = make_one(path, err);
        *p = '/';
    }
    if (st == CROK_OK)
        st = make_one(path, err);
    free(path);
    return st;
}
