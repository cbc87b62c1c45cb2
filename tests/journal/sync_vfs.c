/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/sync_vfs.h"

#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>

#include "bench/clock.h"

#define MAX_KINDS 8 /* of files: with locks, without, ... */

sync_seen sync_vfs;

static sqlite3_vfs *below;
static int n_kinds;
static const sqlite3_io_methods *real[MAX_KINDS];
static sqlite3_io_methods watched[MAX_KINDS];

static const sqlite3_io_methods *real_of(sqlite3_file *f)
{
    return real[f->pMethods - watched];
}

void sync_vfs_fault(sync_op op, long left, int code)
{
    sync_vfs.op = op;
    sync_vfs.left = left;
    sync_vfs.code = code;
    sync_vfs.was_hit = false;
    sync_vfs.is_stuck = false;
}

/* Does this operation meet the fault? */
static bool is_hit(sync_op op)
{
    sync_vfs.n_ops++;
    if (sync_vfs.op != op && sync_vfs.op != SYNC_ANY)
        return false;
    if (sync_vfs.was_hit && sync_vfs.is_stuck)
        return true;
    if (sync_vfs.left == 0 || --sync_vfs.left > 0)
        return false;
    sync_vfs.was_hit = true;
    return true;
}

static void die(void)
{
    (void)raise(SIGKILL);
}

static int fault(sync_op op)
{
    if (!is_hit(op))
        return SQLITE_OK;
    if (sync_vfs.code == 0)
        die();
    return sync_vfs.code;
}

static int watched_sync(sqlite3_file *f, int flags)
{
    double t0 = clock_ns();
    int rc = fault(SYNC_SYNC);
    if (rc == SQLITE_OK)
        rc = sync_vfs.fail ? SQLITE_IOERR_FSYNC : real_of(f)->xSync(f, flags);
    sync_vfs.n++;
    sync_vfs.ns += clock_ns() - t0;
    return rc;
}

static int watched_write(sqlite3_file *f, const void *bytes, int n,
                         sqlite3_int64 at)
{
    if (!is_hit(SYNC_WRITE))
        return real_of(f)->xWrite(f, bytes, n, at);
    (void)real_of(f)->xWrite(f, bytes, n / 2, at);
    if (sync_vfs.code == 0)
        die();
    return sync_vfs.code;
}

static int watched_truncate(sqlite3_file *f, sqlite3_int64 size)
{
    int rc = fault(SYNC_TRUNCATE);
    return rc == SQLITE_OK ? real_of(f)->xTruncate(f, size) : rc;
}

/* SQLITE_IOERR_DIR_FSYNC: the file is gone, but the folder was not synced. */
static int watched_delete(sqlite3_vfs *vfs, const char *name, int sync_dir)
{
    int rc = fault(SYNC_DELETE);
    (void)vfs;
    if (rc != SQLITE_OK && rc != SQLITE_IOERR_DIR_FSYNC)
        return rc;
    if (rc == SQLITE_OK)
        return below->xDelete(below, name, sync_dir);
    (void)below->xDelete(below, name, 0);
    return rc;
}

static int open_watched(sqlite3_vfs *vfs, const char *name, sqlite3_file *f,
                        int flags, int *out_flags)
{
    int rc = (flags & SQLITE_OPEN_CREATE) != 0 ? fault(SYNC_OPEN) : SQLITE_OK;
    int kind = 0;
    (void)vfs;
    f->pMethods = NULL;
    if (rc == SQLITE_OK)
        rc = below->xOpen(below, name, f, flags, out_flags);
    if (rc != SQLITE_OK || f->pMethods == NULL)
        return rc;
    while (kind < n_kinds && real[kind] != f->pMethods)
        kind++;
    if (kind == MAX_KINDS)
        abort();
    if (kind == n_kinds) {
        real[kind] = f->pMethods;
        watched[kind] = *f->pMethods;
        watched[kind].xSync = watched_sync;
        watched[kind].xWrite = watched_write;
        watched[kind].xTruncate = watched_truncate;
        n_kinds++;
    }
    f->pMethods = &watched[kind];
    return rc;
}

void sync_vfs_install(void)
{
    static sqlite3_vfs vfs;
    below = sqlite3_vfs_find(NULL);
    vfs = *below;
    vfs.zName = "watched";
    vfs.xOpen = open_watched;
    vfs.xDelete = watched_delete;
    if (sqlite3_vfs_register(&vfs, 1) != SQLITE_OK)
        abort();
}
