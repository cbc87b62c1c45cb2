/* SPDX-License-Identifier: Apache-2.0 */
#include "core/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/path.h"

/* Longest time in ms that a named pipe may be silent before its first byte.
 * Chosen by hand: a writer on this machine is far quicker. */
enum { PIPE_PATIENCE_MS = 5000 };

static crok_status cannot_open(const char *path, crok_err *err)
{
    return crok_fail(err, CROK_EIO, "%s: cannot open: %s", path,
                     strerror(errno));
}

/* Wait for the first byte of a named pipe, and let later reads wait. Without
 * O_NONBLOCK the open itself would wait for a writer. */
static crok_status await_pipe(int fd, const char *path, crok_err *err)
{
    struct stat info;
    struct pollfd bytes = {.fd = fd, .events = POLLIN};
    int flags = fcntl(fd, F_GETFL);
    if (fstat(fd, &info) != 0 || flags < 0)
        return cannot_open(path, err);
    if (S_ISFIFO(info.st_mode) && poll(&bytes, 1, PIPE_PATIENCE_MS) == 0)
        return crok_fail(err, CROK_EIO,
                         "%s: nobody writes to this pipe; name a file", path);
    return fcntl(fd, F_SETFL, flags & ~O_NONBLOCK) == 0
               ? CROK_OK
               : cannot_open(path, err);
}

crok_status crok_file_open(const char *path, FILE **out, crok_err *err)
{
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    FILE *f = NULL;
    crok_status st =
        fd < 0 ? cannot_open(path, err) : await_pipe(fd, path, err);
    if (st == CROK_OK) {
        f = fdopen(fd, "rb");
        st = f == NULL ? cannot_open(path, err) : CROK_OK;
    }
    if (st == CROK_OK)
        *out = f;
    else if (fd >= 0)
        (void)close(fd);
    return st;
}

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
    FILE *f = NULL;
    crok_status st = crok_file_open(path, &f, err);
    if (st != CROK_OK)
        return st;
    st = read_all(f, path, max_bytes, text, len, err);
    (void)fclose(f);
    return st;
}

crok_status crok_file_first_line(const char *path, size_t max_bytes,
                                 char **line, size_t *len, crok_err *err)
{
    size_t read = 0;
    size_t n = 0;
    crok_status st = crok_file_read(path, max_bytes, line, &read, err);
    if (st != CROK_OK)
        return st;
    while (n < read && (*line)[n] != '\n' && (*line)[n] != '\r')
        n++;
    *len = n;
    return CROK_OK;
}

int crok_file_lock_folder(const char *path)
{
    char *folder = crok_path_folder(path);
    int fd =
        folder == NULL ? -1 : open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    if (fd >= 0 && flock(fd, LOCK_EX) != 0) {
        (void)close(fd);
        fd = -1;
    }
    return fd;
}
