/* SPDX-License-Identifier: Apache-2.0 */
#include "core/draft.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Number of temporary names to try: PATH.part0, PATH.part1, ... A name in use
 * belongs to another writer, or was left by a program that was killed; that
 * file is not touched, and the next name is tried. */
enum { NAME_TRIES = 100 };

crok_status crok_draft_failed(const char *path, int why, crok_err *err)
{
    return crok_fail(err, CROK_EIO, "%s: cannot be written: %s", path,
                     strerror(why));
}

crok_status crok_draft_open(crok_draft *d, const char *path, crok_err *err)
{
    size_t size = strlen(path) + sizeof ".part99";
    int fd = -1;
    *d = (crok_draft){.path = path, .name = malloc(size)};
    if (d->name == NULL)
        return crok_fail(err, CROK_ENOMEM, "%s: no memory", path);
    for (int i = 0; fd < 0 && i < NAME_TRIES; i++) {
        (void)snprintf(d->name, size, "%s.part%d", path, i);
        errno = 0;
        fd = open(d->name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd < 0 && errno != EEXIST)
            break;
    }
    if (fd >= 0)
        d->file = fdopen(fd, "wb");
    if (d->file != NULL)
        return CROK_OK;
    (void)crok_draft_failed(path, errno, err);
    if (fd >= 0) {
        (void)close(fd);
        (void)unlink(d->name);
    }
    free(d->name);
    return CROK_EIO;
}

crok_status crok_draft_close(crok_draft *d, crok_status st, crok_err *err)
{
    /* fclose writes the rest of the buffer, which fails if the disk is full */
    if (fclose(d->file) != 0 && st == CROK_OK)
        st = crok_draft_failed(d->path, errno, err);
    if (st == CROK_OK && rename(d->name, d->path) != 0)
        st = crok_draft_failed(d->path, errno, err);
    if (st != CROK_OK)
        (void)unlink(d->name);
    free(d->name);
    return st;
}

crok_status crok_draft_write(const char *path, const char *text, crok_err *err)
{
    crok_draft d;
    crok_status st = crok_draft_open(&d, path, err);
    if (st != CROK_OK)
        return st;
    if (fprintf(d.file, "%s\n", text) < 0)
        st = crok_draft_failed(path, errno, err);
    return crok_draft_close(&d, st, err);
}
