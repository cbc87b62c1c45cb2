/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* The byte that is locked. SQLite's locks are at 1 GiB (PENDING_BYTE), a record
 * never grows to here. */
#define LOCK_AT ((off_t)1 << 60)

static struct flock whole_lock(short type)
{
    return (struct flock){
        .l_type = type, .l_whence = SEEK_SET, .l_start = LOCK_AT, .l_len = 1};
}

/* Programs of version 1 of the format lock a file PATH-lock with flock. */
static bool has_old_lock(const char *path)
{
    char old[PATH_MAX];
    bool is_taken = false;
    int n = snprintf(old, sizeof old, "%s-lock", path);
    int fd = n < 0 || (size_t)n >= sizeof old
                 ? -1
                 : open(old, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (fd < 0)
        return false;
    is_taken = flock(fd, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    (void)close(fd);
    return is_taken;
}

static crok_status lock_it(int fd, const char *path, crok_err *err)
{
    struct flock lock = whole_lock(F_WRLCK);
    bool is_taken = has_old_lock(path);
    if (!is_taken && fcntl(fd, F_OFD_SETLK, &lock) == 0)
        return CROK_OK;
    if (is_taken || errno == EAGAIN || errno == EACCES)
        return crok_fail(err, CROK_EIO,
                         "%.150s: another program writes this match already; "
                         "end it first (reading is allowed), or post the event "
                         "to it if it is a server; `fuser` names it",
                         path);
    return crok_fail(err, CROK_EIO, "%.150s: cannot be locked: %s", path,
                     strerror(errno));
}

crok_status crok_lock_take(const char *path, crok_lock *out, crok_err *err)
{
    crok_lock lock = {.fd = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)};
    crok_status st = CROK_OK;
    if (lock.fd < 0)
        return crok_fail(err, CROK_EIO, "%.150s: cannot open: %s", path,
                         strerror(errno));
    st = lock_it(lock.fd, path, err);
    if (st == CROK_OK)
        st = crok_lock_check(&lock, path, err);
    if (st == CROK_OK)
        *out = lock;
    else
        (void)close(lock.fd);
    return st;
}

crok_status crok_lock_check(const crok_lock *lock, const char *path,
                            crok_err *err)
{
    struct stat held;
    struct stat found;
    if (fstat(lock->fd, &held) != 0)
        return crok_fail(err, CROK_EIO, "%.150s: cannot be looked at: %s", path,
                         strerror(errno));
    if (held.st_nlink == 0)
        return crok_fail(err, CROK_EIO,
                         "%.110s: was deleted while it was open; save it with "
                         "`cp /proc/%ld/fd/%d FILE` before the program ends",
                         path, (long)getpid(), lock->fd);
    if (lstat(path, &found) != 0 || held.st_dev != found.st_dev ||
        held.st_ino != found.st_ino)
        return crok_fail(err, CROK_EIO,
                         "%.130s: was renamed or replaced while it was open; "
                         "give the record its name back",
                         path);
    if (held.st_nlink > 1)
        return crok_fail(err, CROK_EIO,
                         "%.130s: has a second name (a hard link), under which "
                         "others could write it; remove that name, and use "
                         "`crokeye backup` for a copy",
                         path);
    return CROK_OK;
}

static int open_folder(const char *path)
{
    char copy[PATH_MAX];
    (void)snprintf(copy, sizeof copy, "%s", path);
    return open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

crok_status crok_lock_sync(const crok_lock *lock, const char *path,
                           crok_err *err)
{
    int folder = open_folder(path);
    crok_status st = CROK_OK;
    if (folder < 0 || fsync(lock->fd) != 0 || fsync(folder) != 0)
        st = crok_fail(err, CROK_EIO, "%.150s: cannot be written: %s", path,
                       strerror(errno));
    if (folder >= 0)
        (void)close(folder);
    return st;
}

void crok_lock_drop(crok_lock *lock)
{
    if (lock->fd < 0)
        return;
    (void)close(lock->fd);
    lock->fd = -1;
}

bool crok_lock_is_taken(const char *path)
{
    struct flock lock = whole_lock(F_WRLCK);
    bool is_taken = false;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return false;
    is_taken = fcntl(fd, F_OFD_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
    (void)close(fd);
    return is_taken || has_old_lock(path);
}
