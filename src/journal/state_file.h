/* SPDX-License-Identifier: Apache-2.0
 *
 * journal/state_file.h: writes the document crokeye.match/1 to a file, for
 * other programs. The file is replaced as a whole (core/save.h), so a reader
 * never sees an incomplete one. A named pipe that nobody reads is not waited
 * for.
 *
 * Room     journal.
 * Threads  any. */
#ifndef CROK_JOURNAL_STATE_FILE_H
#define CROK_JOURNAL_STATE_FILE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/status.h"

typedef struct crok_state_file {
    const char *path;
    bool force; /* replace also a file that is no crokeye.match/1 */
} crok_state_file;

/* Would a write be refused? Checked before the source is opened.
 *
 * CROK_EARG, CROK_EIO, CROK_ENOMEM  as crok_save_check */
CROK_MUST_USE crok_status crok_state_file_check(const crok_state_file *file,
                                                crok_err *err);

/* Write len bytes of JSON and a newline.
 *
 * CROK_EARG    refused: the file is not this program's own
 * CROK_EIO     the file cannot be written; an earlier one stays
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_state_file_write(const crok_state_file *file,
                                                const char *json, size_t len,
                                                crok_err *err);

#endif
