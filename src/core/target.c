/* SPDX-License-Identifier: Apache-2.0 */
#include "core/target.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/path.h"

/* Linux follows at most 40 links in a path (path_resolution(7)). */
enum { MAX_LINKS = 40 };

static crok_status no_memory(const char *path, crok_err *err)
{
    return crok_fail(err, CROK_ENOMEM, "%s: no memory", path);
}

static crok_status failed(const char *path, crok_err *err)
{
    return crok_fail(err, CROK_EIO, "%s: cannot be written: %s", path,
                     strerror(errno));
}

/* The descriptor that the path names, as /dev/stdout leads to; -1: none. */
static int descriptor_of(const char *path)
{
    static const char *const folder[] = {"/dev/fd/", "/proc/self/fd/"};
    for (size_t i = 0; i < sizeof folder / sizeof *folder; i++) {
        size_t n = strlen(folder[i]);
        char *end = NULL;
        long fd = -1;
        if (strncmp(path, folder[i], n) != 0)
            continue;
        fd = strtol(path + n, &end, 10);
        if (end != path + n && *end == '\0' && fd >= 0 && fd <= INT_MAX)
            return (int)fd;
    }
    return -1;
}

static int open_folder(const char *path)
{
    char *folder = crok_path_folder(path);
    int dir =
        folder == NULL ? -1 : open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    return dir;
}

/* Are the two paths names in one folder? */
static bool is_same_folder(const char *a, const char *b)
{
    char *of_a = crok_path_folder(a);
    char *of_b = crok_path_folder(b);
    struct stat x;
    struct stat y;
    bool same = of_a != NULL && of_b != NULL && stat(of_a, &x) == 0 &&
                stat(of_b, &y) == 0 && x.st_dev == y.st_dev &&
                x.st_ino == y.st_ino;
    free(of_a);
    free(of_b);
    return same;
}

static bool is_stream_mode(mode_t mode)
{
    return S_ISFIFO(mode) || S_ISCHR(mode);
}

/* May a link be followed to `next`? */
static bool may_follow(const char *path, const char *next)
{
    struct stat info;
    return is_same_folder(path, next) || descriptor_of(next) >= 0 ||
           (stat(next, &info) == 0 && is_stream_mode(info.st_mode));
}

/* The path to which the link at `path` leads: NULL if it is none, or if there
 * is no memory. */
static char *next_of(const char *path)
{
    char to[PATH_MAX];
    ssize_t n = readlink(path, to, sizeof to - 1);
    if (n <= 0)
        return NULL;
    to[n] = '\0';
    return crok_path_beside(path, to);
}

/* Follow the links at the end of the path. *path is owned, and replaced. */
static crok_status follow(const char *named, char **path, crok_err *err)
{
    for (int i = 0; i < MAX_LINKS && descriptor_of(*path) < 0; i++) {
        char *next = next_of(*path);
        if (next == NULL)
            return CROK_OK;
        if (!may_follow(*path, next)) {
            (void)crok_fail(err, CROK_EARG,
                            "%s: is a link to %.120s, out of its folder: name "
                            "that file itself",
                            named, next);
            free(next);
            return CROK_EARG;
        }
        free(*path);
        *path = next;
    }
    return CROK_OK;
}

/* Only a descriptor that the program was started with is written to: those that
 * it opened itself are closed on exec, and one may be of a record. */
static crok_status open_descriptor(const char *path, int fd, crok_target *t,
                                   crok_err *err)
{
    int flags = fcntl(fd, F_GETFD);
    if (flags >= 0 && (flags & FD_CLOEXEC) != 0) {
        errno = EBADF;
        return failed(path, err);
    }
    t->stream = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    t->is_pipe = true;
    t->exists = true;
    return t->stream >= 0 ? CROK_OK : failed(path, err);
}

crok_status crok_target_look(crok_target *t, const char *path, crok_err *err)
{
    t->exists = fstatat(t->dir, t->name, &t->found, AT_SYMLINK_NOFOLLOW) == 0;
    t->is_pipe = t->exists && is_stream_mode(t->found.st_mode);
    if (!t->exists && errno != ENOENT)
        return failed(path, err);
    if (!t->exists || t->is_pipe || S_ISREG(t->found.st_mode))
        return CROK_OK;
    return crok_fail(err, CROK_EARG, "%s: is %s: name a file", path,
                     S_ISDIR(t->found.st_mode)    ? "a folder"
                     : S_ISLNK(t->found.st_mode)  ? "a link that leads nowhere"
                     : S_ISSOCK(t->found.st_mode) ? "a socket"
                                                  : "a disk");
}

/* Open the folder of the resolved path, and look at the name. */
static crok_status open_name(const char *named, const char *path,
                             crok_target *t, crok_err *err)
{
    const char *name = crok_path_name(path);
    if (name[0] == '\0')
        return crok_fail(err, CROK_EARG, "%s: is a folder: name a file", named);
    t->dir = open_folder(path);
    if (t->dir < 0)
        return failed(named, err);
    t->name = strdup(name);
    return t->name == NULL ? no_memory(named, err)
                           : crok_target_look(t, named, err);
}

crok_status crok_target_find(const char *path, crok_target *out, crok_err *err)
{
    char *resolved = strdup(path);
    crok_status st = CROK_OK;
    *out = (crok_target){.dir = -1, .stream = -1};
    if (resolved == NULL)
        return no_memory(path, err);
    st = follow(path, &resolved, err);
    if (st == CROK_OK && descriptor_of(resolved) >= 0)
        st = open_descriptor(path, descriptor_of(resolved), out, err);
    else if (st == CROK_OK)
        st = open_name(path, resolved, out, err);
    free(resolved);
    if (st != CROK_OK)
        crok_target_close(out);
    return st;
}

void crok_target_close(crok_target *t)
{
    if (t->dir >= 0)
        (void)close(t->dir);
    if (t->stream >= 0)
        (void)close(t->stream);
    free(t->name);
    *t = (crok_target){.dir = -1, .stream = -1};
}
