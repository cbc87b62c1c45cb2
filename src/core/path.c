/* SPDX-License-Identifier: Apache-2.0 */
#include "core/path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *crok_path_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? path : slash + 1;
}

/* Length of the folder's path, with the slash; 0 if there is none. */
static size_t folder_length(const char *path)
{
    return (size_t)(crok_path_name(path) - path);
}

char *crok_path_folder(const char *path)
{
    size_t n = folder_length(path);
    return n == 0 ? strdup(".") : strndup(path, n);
}

char *crok_path_beside(const char *from, const char *name)
{
    size_t folder = name[0] == '/' ? 0 : folder_length(from);
    size_t size = folder + strlen(name) + 1;
    char *path = malloc(size);
    if (path != NULL)
        (void)snprintf(path, size, "%.*s%s", (int)folder, from, name);
    return path;
}
