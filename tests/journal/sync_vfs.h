/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/journal/sync_vfs.h: SQLite's files with every sync seen, timed, and
 * failing on demand. */
#ifndef CROK_TESTS_JOURNAL_SYNC_VFS_H
#define CROK_TESTS_JOURNAL_SYNC_VFS_H

#include <stdbool.h>

typedef struct sync_seen {
    int n;     /* syncs so far */
    double ns; /* spent in them */
    bool fail; /* set: the next ones fail */
} sync_seen;

extern sync_seen sync_vfs;

/* From here on databases are opened through it. */
void sync_vfs_install(void);

#endif
