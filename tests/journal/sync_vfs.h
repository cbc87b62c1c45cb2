/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/journal/sync_vfs.h: SQLite's files with every sync seen and timed, and
 * with faults on demand: the Nth operation fails, or the process dies in it. */
#ifndef CROK_TESTS_JOURNAL_SYNC_VFS_H
#define CROK_TESTS_JOURNAL_SYNC_VFS_H

#include <stdbool.h>

typedef enum sync_op {
    SYNC_OPEN,     /* a file is made or opened to write */
    SYNC_WRITE,    /* bytes; a death leaves half of them */
    SYNC_TRUNCATE, /* a file */
    SYNC_SYNC,     /* a file */
    SYNC_DELETE,   /* the rollback journal, which is the commit */
    SYNC_N_OPS,
    SYNC_ANY = SYNC_N_OPS
} sync_op;

typedef struct sync_seen {
    int n;         /* syncs so far */
    double ns;     /* spent in them */
    bool fail;     /* set: the next syncs fail */
    long n_ops;    /* operations of the kinds above so far */
    sync_op op;    /* the kind that meets the fault */
    long left;     /* operations of that kind until the fault; 0: none */
    int code;      /* SQLite's error code; 0: the process is killed */
    bool is_stuck; /* from the fault on every operation of the kind fails */
    bool was_hit;  /* the fault has happened */
} sync_seen;

extern sync_seen sync_vfs;

/* From here on databases are opened through it. */
void sync_vfs_install(void);

/* The `left`th operation from now fails with `code`, or kills the process. */
void sync_vfs_fault(sync_op op, long left, int code);

#endif
