/* SPDX-License-Identifier: Apache-2.0
 *
 * core/file_mark.h: notices by a file's mark that it was changed or replaced
 * since it was read.
 *
 * Room     core.
 * Threads  values only; any thread. */
#ifndef CROK_CORE_FILE_MARK_H
#define CROK_CORE_FILE_MARK_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* By what a changed file is known. */
typedef struct crok_file_mark {
    bool exists;
    uint64_t device, inode;
    int64_t n_bytes, changed_ns; /* ns since 1970 */
} crok_file_mark;

crok_file_mark crok_file_mark_of(const char *path);
bool crok_file_mark_same(const crok_file_mark *a, const crok_file_mark *b);

/* Is it the same file, perhaps with other bytes? */
bool crok_file_mark_same_file(const crok_file_mark *a, const crok_file_mark *b);

#ifdef __cplusplus
}
#endif
#endif
