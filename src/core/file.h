/* SPDX-License-Identifier: Apache-2.0
 *
 * core/file.h: read a small file whole.
 *
 * Room     core.
 * Threads  values only; any thread. */
#ifndef CROK_CORE_FILE_H
#define CROK_CORE_FILE_H

#include <stddef.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Read a file of at most max_bytes. Of a longer file only so much is read that
 * *len exceeds max_bytes; the caller then refuses it.
 *
 *   text  written only on CROK_OK; returned, not NUL-terminated: free with
 *         free()
 *   len   written only on CROK_OK
 *   err   may be NULL
 *
 * CROK_EIO     cannot be opened or read
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_file_read(const char *path, size_t max_bytes,
                                         char **text, size_t *len,
                                         crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
