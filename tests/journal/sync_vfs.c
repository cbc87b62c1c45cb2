/* SPDX-License-Identifier: Apache-2.0 */
#include "journal/sync_vfs.h"

#include <sqlite3.h>

#include "bench/clock.h"

#define MAX_KINDS 8 /* of files: with locks, without, ... */

sync_seen sync_vfs;

static sqlite3_vfs *below;
static int n_kinds;
static const sqlite3_io_methods *real[MAX_KINDS];
static sqlite3_io_methods watched[MAX_KINDS];

static int watched_sync(sqlite3_file *f, int flags)
{
    int kind = (int)(f->pMethods - watched);
    double t0 = clock_ns();
    int rc = sync_vfs.fail ? SQLITE_IOERR_FSYNC : real[kind]->xSync(f, flags);
    sync_vfs.n++;
    sync_vfs.ns += clock_ns() - t0;
    return rc;
}

static int open_watched(sqlite3_vfs *vfs, const char *name, sqlite3_file *f,
                        int flags, int *out_flags)
{
    int rc = below->xOpen(below, name, f, flags, out_flags);
    int kind = 0;
    (void)vfs;
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
    if (sqlite3_vfs_register(&vfs, 1) != SQLITE_OK)
        abort();
}
