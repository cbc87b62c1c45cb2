/* SPDX-License-Identifier: Apache-2.0 */
#include "core/file_mark.h"

#include <sys/stat.h>

#define NS_PER_S (INT64_C(1000) * 1000 * 1000)

crok_file_mark crok_file_mark_of(const char *path)
{
    struct stat s;
    if (stat(path, &s) != 0)
        return (crok_file_mark){.exists = false};
    return (crok_file_mark){.exists = true,
                            .device = (uint64_t)s.st_dev,
                            .inode = (uint64_t)s.st_ino,
                            .n_bytes = (int64_t)s.st_size,
                            .changed_ns = s.st_mtim.tv_sec * NS_PER_S +
                                          s.st_mtim.tv_nsec};
}

bool crok_file_mark_same_file(const crok_file_mark *a, const crok_file_mark *b)
{
    return a->exists == b->exists && a->device == b->device &&
           a->inode == b->inode;
}

bool crok_file_mark_same(const crok_file_mark *a, const crok_file_mark *b)
{
    return crok_file_mark_same_file(a, b) && a->n_bytes == b->n_bytes &&
           a->changed_ns == b->changed_ns;
}
