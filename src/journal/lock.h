/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/lock.h: one writer a match. SQLite lets writers take turns; a match
 * has one truth, folded in its writer's memory, so a second one is refused for
 * as long as the first is there. The lock is a file beside the record, held
 * with flock: the kernel lets go of it when the process ends, however that
 * happens. (A lock on the record itself would be lost as soon as anything in
 * this process closes that file.)
 *
 * Room     journal, internal.
 * Threads  values only; any thread. */
#ifndef CROK_JOURNAL_LOCK_H
#define CROK_JOURNAL_LOCK_H

#include <limits.h>

#include "core/status.h"

typedef struct crok_lock {
    int fd; /* -1: not held */
    char path[PATH_MAX];
} crok_lock;

/* Take the lock of the record `db` (a full path).
 *
 *   out  written only on CROK_OK; let go with crok_lock_drop
 *
 * CROK_EIO  held by another writer, or the file cannot be made */
CROK_MUST_USE crok_status crok_lock_take(const char *db, crok_lock *out,
                                         crok_err *err);

/* Release the lock and remove the file; does nothing if it is not held. */
void crok_lock_drop(crok_lock *lock);

#endif
