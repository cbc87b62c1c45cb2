/* SPDX-License-Identifier: Apache-2.0
 *
 * core/target.h: where a path to be written leads: a name in a folder, which is
 * held open, or a stream. Links are followed as core/save.h says.
 *
 * Room     core, internal: for core/save.c.
 * Threads  values only; any thread. */
#ifndef CROK_CORE_TARGET_H
#define CROK_CORE_TARGET_H

#include <stdbool.h>
#include <sys/stat.h>

#include "core/status.h"

typedef struct crok_target {
    int dir;      /* the folder, opened with O_PATH; -1: a descriptor of this
                   * process */
    char *name;   /* owned: the name in it, which is no link */
    int stream;   /* with dir == -1: the descriptor, to be closed */
    bool exists;  /* something has the name */
    bool is_pipe; /* a stream: a named pipe, a character device, or a
                   * descriptor of this process */
    struct stat found; /* if it exists */
} crok_target;

/* Find where the path leads.
 *
 *   out  always written; end with crok_target_close after CROK_OK
 *
 * CROK_EARG    a link out of its folder, a folder, a disk or a socket
 * CROK_EIO     its folder cannot be opened
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_target_find(const char *path, crok_target *out,
                                           crok_err *err);

/* Look again at what has the name now: sets exists, is_pipe and found.
 *
 * CROK_EARG, CROK_EIO  as crok_target_find */
CROK_MUST_USE crok_status crok_target_look(crok_target *t, const char *path,
                                           crok_err *err);

void crok_target_close(crok_target *t);

#endif
