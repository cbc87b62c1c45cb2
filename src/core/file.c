/* SPDX-License-Identifier: Apache-2.0 */
#include "core/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static crok_status read_all(FILE *f, const char *path, size_t max_bytes,
                            char **text, size_t *len, crok_err *err)
{
    size_t room = 1U << 16;
    char *buf = malloc(room);
    size_t n = 0;
    while (buf != NULL) {
        char *more = NULL;
        n += fread(buf + n, 1, room - n, f);
        if (n < room || room > max_bytes)
            break;
        more = realloc(buf, room * 2);
        if (more == NULL)
            free(buf);
        buf = more;
        room *= 2;
    }
    if (buf == NULL)
        return crok_fail(err, CROK_ENOMEM, "%s: no memory to read it", path);
    if (ferror(f)) {
        free(buf);
        return crok_fail(err, CROK_EIO, "%s: cannot read: %s", path,
                         strerror(errno));
    }
    *text = buf;
    *len = n;
    return CROK_OK;
}

crok_status crok_file_read(const char *path, size_t max_bytes, char **text,
                           size_t *len, crok_err *err)
{
    crok_status st = CROK_OK;
    FILE *f = fopen(path, "rb");
    if (f == NULL)
        return crok_fail(err, CROK_EIO, "%s: cannot open: %s", path,
                         strerror(errno));
    st = read_all(f, path, max_bytes, text, len, err);
    (void)fclose(f);
    return st;
}
