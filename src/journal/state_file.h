/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/state_file.h: writes the document crokeye.match/1 to a file, for
 * other programs. The file is written under another name in the same folder and
 * then renamed, so a reader never sees an incomplete file.
 *
 * Room     journal.
 * Threads  one writer a path. */
#ifndef CROK_JOURNAL_STATE_FILE_H
#define CROK_JOURNAL_STATE_FILE_H

#include <stddef.h>

#include "core/status.h"

/* Write len bytes of JSON and a newline to the file `path`.
 *
 * CROK_EIO     the file cannot be written; an earlier file at `path` stays
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_state_file_write(const char *path,
                                                const char *json, size_t len,
                                                crok_err *err);

#endif
