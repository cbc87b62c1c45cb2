/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/notice.h: wait until one of several files may have changed: by inotify
 * where the file system has it, so that a change is noticed within
 * milliseconds, and by a look at each file's mark once a second where it has
 * not (network file systems).
 *
 * Room     hall: uses core.
 * Threads  one notice, one thread at a time.
 * Source   inotify(7). */
#ifndef CROK_HALL_NOTICE_H
#define CROK_HALL_NOTICE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/status.h"

typedef struct crok_notice crok_notice;

/* Begin to watch n files. They need not exist, nor their folders. Where the
 * kernel has no inotify left, the marks alone are compared.
 *
 *   paths  kept until crok_notice_close; a NULL is skipped
 *   out    written only on CROK_OK
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_notice_open(const char *const *paths, int n,
                                           crok_notice **out, crok_err *err);
void crok_notice_close(crok_notice **n);

/* Wait at most wait_ms, or until a signal comes.
 *
 *   changed  n elements; those of files that may have changed are set to true,
 *            the others stay. A database counts as changed when a transaction
 *            on it has ended, because it cannot be read before */
void crok_notice_wait(crok_notice *n, int64_t wait_ms, bool *changed);

#endif
