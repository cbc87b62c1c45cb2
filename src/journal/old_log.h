/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/old_log.h: the write-ahead log of a record of version 1. SQLite reads
 * a log up to the first frame whose checksum does not fit, and ignores the rest
 * without a word: after a kill that is right, since the last commit may be half
 * written. But a changed bit in the middle takes every later event away.
 *
 * Room     journal, internal.
 * Threads  any.
 * Source   section 4 of "Database File Format", sqlite.org. */
#ifndef CROK_JOURNAL_OLD_LOG_H
#define CROK_JOURNAL_OLD_LOG_H

#include <stdbool.h>

/* Are there two or more commits behind the first damaged frame of the log? A
 * commit begins only when the one before it is on the disk, so a kill or a
 * power cut damages the last one only. */
bool crok_old_log_is_damaged(const char *path);

#endif
