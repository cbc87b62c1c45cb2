/* SPDX-License-Identifier: Apache-2.0
 *
 * core/file.h: reads a whole small file.
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

/* Read a file of at most max_bytes. If the file is longer, only its beginning
 * is read and *len is larger than max_bytes; the caller must then refuse it.
 *
 *   text  written only on CROK_OK; returned, not NUL-terminated: free with
 *         free()
 *   len   written only on CROK_OK
 *   err   may be NULL
 *
 * CROK_EIO     the file cannot be opened or read
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_file_read(const char *path, size_t max_bytes,
                                         char **text, size_t *len,
                                         crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
