/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Does the path still lead to the opened file? The previous holder may have
 * removed the file after we opened it; then our lock is on a file that nobody
 * else can find. */
static bool is_still_there(int fd, const char *path)
{
    struct stat held;
    struct stat found;
    return fstat(fd, &held) == 0 && stat(path, &found) == 0 &&
           held.st_dev == found.st_dev && held.st_ino == found.st_ino;
}

/* Open the lock file, or create it. If `path` is a link or no regular file, it
 * is left unchanged. Returns -1 and sets errno on failure. */
static int open_lock(const char *path)
{
    struct stat s;
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (fd < 0 || (fstat(fd, &s) == 0 && S_ISREG(s.st_mode)))
        return fd;
    (void)close(fd);
    errno = EEXIST;
    return -1;
}

static crok_status refuse(int fd, const char *db, crok_err *err)
{
    char who[16] = "";
    ssize_t n = pread(fd, who, sizeof who - 1, 0);
    who[n > 0 ? strcspn(who, "\n") : 0] = '\0';
    return crok_fail(err, CROK_EIO,
                     "%.150s: process %s writes this match already; end that "
                     "program first (reading is allowed)",
                     db, who[0] == '\0' ? "(unknown)" : who);
}

/* Write our process id to the lock file, for the message that another writer
 * gets. An error is ignored, because the lock does not depend on it. */
static void sign(int fd)
{
    char who[16];
    int n = snprintf(who, sizeof who, "%ld\n", (long)getpid());
    if (ftruncate(fd, 0) != 0 || pwrite(fd, who, (size_t)n, 0) != n)
        return;
}

crok_status crok_lock_take(const char *db, crok_lock *out, crok_err *err)
{
    crok_lock lock = {.fd = -1};
    int n = snprintf(lock.path, sizeof lock.path, "%s-lock", db);
    if (n < 0 || (size_t)n >= sizeof lock.path)
        return crok_fail(err, CROK_EIO, "%.150s: the path is too long", db);
    for (;;) {
        lock.fd = open_lock(lock.path);
        if (lock.fd < 0)
            return crok_fail(err, CROK_EIO, "%.150s: cannot write here: %s",
                             lock.path, strerror(errno));
        if (flock(lock.fd, LOCK_EX | LOCK_NB) != 0) {
            crok_status st =
                errno == EWOULDBLOCK
                    ? refuse(lock.fd, db, err)
                    : crok_fail(err, CROK_EIO, "%.150s: cannot lock: %s",
                                lock.path, strerror(errno));
            (void)close(lock.fd);
            return st;
        }
        if (is_still_there(lock.fd, lock.path))
            break;
        (void)close(lock.fd);
    }
    sign(lock.fd);
    *out = lock;
    return CROK_OK;
}

void crok_lock_drop(crok_lock *lock)
{
    if (lock->fd < 0)
        return;
    (void)unlink(lock->path); /* before close, which releases the lock */
    (void)close(lock->fd);
    lock->fd = -1;
}
