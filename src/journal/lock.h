/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/lock.h: the lock that allows only one writer of a record, and the
 * check that the record is still where it was. SQLite would let several writers
 * take turns; but a writer has the match in memory, and would not see the
 * events of another one. So a second writer is rejected while there is a first.
 *
 * The lock is on the file itself, not on its name: it holds whatever the file
 * is called. It is a write lock of the open file description (F_OFD_SETLK in
 * fcntl(2)) on one byte far behind the end, where SQLite has no lock. The
 * kernel releases it when the process ends, also after a crash.
 *
 * A process that closes any descriptor of a file loses SQLite's locks on it. So
 * close a lock only when no transaction of this process is open on the file.
 *
 * Room     journal, internal.
 * Threads  values only; any thread. */
#ifndef CROK_JOURNAL_LOCK_H
#define CROK_JOURNAL_LOCK_H

#include <stdbool.h>

#include "core/status.h"

typedef struct crok_lock {
    int fd; /* descriptor of the record's file; -1: we do not have the lock */
} crok_lock;

/* Take the lock of the record at `path`, a full path without links.
 *
 *   out  written only on CROK_OK; release with crok_lock_drop
 *
 * CROK_EIO  another writer has the lock; the file cannot be opened to write;
 *           it has several names */
CROK_MUST_USE crok_status crok_lock_take(const char *path, crok_lock *out,
                                         crok_err *err);

/* Is `path` still the only name of the locked file? If the record was deleted,
 * renamed, replaced or linked to another name, what is written to it is not
 * found at `path`, or is written by two.
 *
 * CROK_EIO  it is not */
CROK_MUST_USE crok_status crok_lock_check(const crok_lock *lock,
                                          const char *path, crok_err *err);

/* Wait until what was written to the locked file, and its entry in the folder,
 * are on the disk.
 *
 * CROK_EIO */
CROK_MUST_USE crok_status crok_lock_sync(const crok_lock *lock,
                                         const char *path, crok_err *err);

/* Release the lock. It does nothing if lock->fd is -1. */
void crok_lock_drop(crok_lock *lock);

/* Has a program, perhaps this one, the record at `path` open to write? Programs
 * of version 1 of the format are found too. False if that cannot be found
 * out. */
bool crok_lock_is_taken(const char *path);

#endif
