/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/state_file.h: the document as a file, for programs that read one. It
 * is written under another name in the same folder and then renamed, so that a
 * reader never sees a part of it.
 *
 * Room     journal.
 * Threads  one writer a path. */
#ifndef CROK_JOURNAL_STATE_FILE_H
#define CROK_JOURNAL_STATE_FILE_H

#include <stddef.h>

#include "core/status.h"

/* Write len bytes of JSON and a newline to the file `path`.
 *
 * CROK_EIO     it cannot be written; an earlier file at `path` stays
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_state_file_write(const char *path,
                                                const char *json, size_t len,
                                                crok_err *err);

#endif
