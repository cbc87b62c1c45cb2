/* SPDX-License-Identifier: Apache-2.0 */
#include "capture/scratch.h"

#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

static char dir[] = "/tmp/crok-test-XXXXXX";

int scratch_make(void **state)
{
    (void)state;
    return mkdtemp(dir) != NULL ? 0 : -1;
}

int scratch_remove(void **state)
{
    (void)state;
    return rmdir(dir);
}

const char *scratch_dir(void)
{
    return dir;
}

const char *scratch_file(const char *name)
{
    static char path[512];
    (void)snprintf(path, sizeof path, "%s/%s", dir, name);
    return path;
}

int scratch_count(void)
{
    int n = 0;
    DIR *d = opendir(dir);
    assert_non_null(d);
    while (readdir(d) != NULL)
        n++;
    (void)closedir(d);
    return n - 2; /* without . and .. */
}
