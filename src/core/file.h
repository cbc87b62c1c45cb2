/* SPDX-License-Identifier: Apache-2.0
 *
 * core/file.h: opens files for reading, and reads a whole small file. Writing
 * is core/save.h.
 *
 * Room     core.
 * Threads  values only; any thread. */
#ifndef CROK_CORE_FILE_H
#define CROK_CORE_FILE_H

#include <stddef.h>
#include <stdio.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Open a file for reading. A named pipe from which nothing comes within 5
 * seconds is an error, as it could hold the program for ever.
 *
 *   out  written only on CROK_OK; returned: close with fclose
 *   err  may be NULL
 *
 * CROK_EIO  it cannot be opened; msg has the path and errno's text */
CROK_MUST_USE crok_status crok_file_open(const char *path, FILE **out,
                                         crok_err *err);

/* Read a file of at most max_bytes. If the file is longer, only its beginning
 * is read and *len is larger than max_bytes; the caller must then refuse it.
 *
 *   text  written only on CROK_OK; returned, not NUL-terminated: free with
 *         free()
 *   len   written only on CROK_OK
 *   err   may be NULL
 *
 * CROK_EIO     the file cannot be opened (crok_file_open) or read
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_file_read(const char *path, size_t max_bytes,
                                         char **text, size_t *len,
                                         crok_err *err);

/* Read the first line of a file, without its end (LF or CR). A line that does
 * not end in the first max_bytes bytes may be cut off after them; *len is then
 * at least max_bytes, and the caller must refuse it.
 *
 *   line  written only on CROK_OK; returned, not NUL-terminated: free with
 *         free()
 *   len   written only on CROK_OK
 *   err   may be NULL
 *
 * CROK_EIO, CROK_ENOMEM  as crok_file_read */
CROK_MUST_USE crok_status crok_file_first_line(const char *path,
                                               size_t max_bytes, char **line,
                                               size_t *len, crok_err *err);

/* Wait for the lock of the folder that contains `path`, which programs take
 * that read a file, change it and write it again.
 *
 * Returns a descriptor; closing it unlocks. -1: there is no such folder, or its
 * file system has no locks. */
int crok_file_lock_folder(const char *path);

#ifdef __cplusplus
}
#endif
#endif
