/* SPDX-License-Identifier: Apache-2.0 */
#include "core/temp_folder.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define ROOM_BEHIND 48 /* for the folder's name and the database's, bytes */

enum { N_LETTERS = 6, TRIES = 10 };

/* All that may be in a folder: the database, and what SQLite makes beside. */
static const char *const names[] = {"match.db", "match.db-journal",
                                    "match.db-wal", "match.db-shm", NULL};
/* And a folder, in which all files are ours. */
static const char REPLAYS[] = "match.db.replay";

static const char *place(void)
{
    const char *dir = getenv("TMPDIR");
    return dir == NULL || dir[0] == '\0' ||
                   strlen(dir) + ROOM_BEHIND > CROK_TEMP_PATH_MAX
               ? "/tmp"
               : dir;
}

static int open_folder(int at, const char *name)
{
    return openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Remove the files in a folder; folders in it stay. */
static void remove_within(int at, const char *name)
{
    const int fd = open_folder(at, name);
    DIR *dir = fd < 0 ? NULL : fdopendir(fd);
    const struct dirent *e = NULL;
    while (dir != NULL && (e = readdir(dir)) != NULL)
        (void)unlinkat(fd, e->d_name, 0);
    if (dir != NULL)
        (void)closedir(dir);
    else if (fd >= 0)
        (void)close(fd);
}

/* Remove the folder and its files. Files of other names keep it. */
static void remove_all(int at, const char *name, int fd)
{
    for (const char *const *file = names; *file != NULL; file++)
        (void)unlinkat(fd, *file, 0);
    remove_within(fd, REPLAYS);
    (void)unlinkat(fd, REPLAYS, AT_REMOVEDIR);
    (void)unlinkat(at, name, AT_REMOVEDIR);
}

/* ---- those that were left behind ---- */

static bool is_folder_name(const char *name)
{
    const size_t n = strlen(CROK_TEMP_PREFIX);
    if (strncmp(name, CROK_TEMP_PREFIX, n) != 0 ||
        strlen(name) != n + N_LETTERS)
        return false;
    for (const char *p = name + n; *p != '\0'; p++)
        if (!isalnum((unsigned char)*p))
            return false;
    return true;
}

static bool is_file_name(const char *name)
{
    const char *const *own = names;
    while (*own != NULL && strcmp(*own, name) != 0)
        own++;
    return *own != NULL || strcmp(name, REPLAYS) == 0 ||
           strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* Has the folder nothing but files of these names? */
static bool has_only_ours(int at, const char *name)
{
    const int fd = open_folder(at, name);
    DIR *dir = fd < 0 ? NULL : fdopendir(fd);
    const struct dirent *e = NULL;
    bool is_ours = dir != NULL;
    while (is_ours && (e = readdir(dir)) != NULL)
        is_ours = is_file_name(e->d_name);
    if (dir != NULL)
        (void)closedir(dir);
    else if (fd >= 0)
        (void)close(fd);
    return is_ours;
}

static bool is_private(int fd)
{
    struct stat s;
    return fstat(fd, &s) == 0 && s.st_uid == geteuid() &&
           (s.st_mode & 0777U) == 0700U;
}

/* Remove a folder whose program has ended. */
static void remove_left(int at, const char *name)
{
    const int fd = open_folder(at, name);
    if (fd < 0)
        return;
    if (is_private(fd) && flock(fd, LOCK_EX | LOCK_NB) == 0 &&
        has_only_ours(at, name))
        remove_all(at, name, fd);
    (void)close(fd);
}

static void remove_all_left(void)
{
    DIR *dir = opendir(place());
    const struct dirent *e = NULL;
    while (dir != NULL && (e = readdir(dir)) != NULL)
        if (is_folder_name(e->d_name))
            remove_left(dirfd(dir), e->d_name);
    if (dir != NULL)
        (void)closedir(dir);
}

/* ---- the own ---- */

/* Does the path still lead to the open folder? */
static bool is_there(const char *path, int fd)
{
    struct stat a;
    struct stat b;
    return fstat(fd, &a) == 0 && lstat(path, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

/* Make a folder and lock it. Returns it, or -1 with errno. Where the file
 * system has no locks it has none, and nobody removes it. ENOENT: before it was
 * locked, another program took it for one that was left. */
static int make_locked(char path[CROK_TEMP_PATH_MAX])
{
    int fd = -1;
    (void)snprintf(path, CROK_TEMP_PATH_MAX, "%s/" CROK_TEMP_PREFIX "XXXXXX",
                   place());
    if (mkdtemp(path) == NULL)
        return -1;
    fd = open_folder(AT_FDCWD, path);
    if (fd < 0) {
        const int why = errno;
        (void)rmdir(path);
        errno = why;
        return -1;
    }
    if ((flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) &&
        is_there(path, fd))
        return fd;
    (void)close(fd);
    errno = ENOENT;
    return -1;
}

crok_status crok_temp_folder_make(crok_temp_folder *out, crok_err *err)
{
    crok_temp_folder f = {.fd = -1};
    remove_all_left();
    errno = ENOENT;
    for (int i = 0; i < TRIES && f.fd < 0 && errno == ENOENT; i++)
        f.fd = make_locked(f.path);
    if (f.fd < 0)
        return crok_fail(err, CROK_EIO, "%.100s: no folder can be made: %s",
                         place(), strerror(errno));
    (void)snprintf(f.file, sizeof f.file, "%.*s/%s", CROK_TEMP_PATH_MAX - 16,
                   f.path, names[0]);
    *out = f;
    return CROK_OK;
}

void crok_temp_folder_remove(crok_temp_folder *f)
{
    if (f->path[0] == '\0')
        return;
    remove_all(AT_FDCWD, f->path, f->fd);
    (void)close(f->fd);
    *f = (crok_temp_folder){0};
}
