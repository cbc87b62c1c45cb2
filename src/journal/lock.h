/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/lock.h: the lock that allows only one writer of a record. SQLite
 * would let several writers take turns; but a writer has the match in memory,
 * and would not see the events of another one. So a second writer is rejected
 * while there is a first. The lock is a file beside the record, locked with
 * flock: the kernel releases it when the process ends, also after a crash. (The
 * record's own file cannot be used: SQLite has fcntl locks on it, and a process
 * loses these when it closes any descriptor of the file.)
 *
 * Room     journal, internal.
 * Threads  values only; any thread. */
#ifndef CROK_JOURNAL_LOCK_H
#define CROK_JOURNAL_LOCK_H

#include <limits.h>

#include "core/status.h"

typedef struct crok_lock {
    int fd; /* descriptor of the lock file; -1: we do not have the lock */
    char path[PATH_MAX];
} crok_lock;

/* Take the lock of the record `db` (a full path).
 *
 *   out  written only on CROK_OK; release with crok_lock_drop
 *
 * CROK_EIO  another writer has the lock, or the lock file cannot be created */
CROK_MUST_USE crok_status crok_lock_take(const char *db, crok_lock *out,
                                         crok_err *err);

/* Release the lock and remove its file. It does nothing if lock->fd is -1. */
void crok_lock_drop(crok_lock *lock);

#endif
