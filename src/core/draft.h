/* SPDX-License-Identifier: Apache-2.0
 *
 * core/draft.h: a file that appears whole or not at all, whenever the program
 * ends: it is written under another name beside its place, then renamed; a file
 * that was there is replaced. Only a power cut may leave an empty one: it is
 * not waited for that the disk has it.
 *
 * Room     core.
 * Threads  any; two writers of one path leave one of the two files. */
#ifndef CROK_CORE_DRAFT_H
#define CROK_CORE_DRAFT_H

#include <stdio.h>

#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A file on its way to `path`. */
typedef struct crok_draft {
    const char *path;
    char *name; /* where it is until it is complete */
    FILE *file; /* to write to */
} crok_draft;

/* Begin a file.
 *
 *   d     always written; end with crok_draft_close after CROK_OK
 *   path  kept until then
 *
 * CROK_EIO     it cannot be written there; msg says why
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_draft_open(crok_draft *d, const char *path,
                                          crok_err *err);

/* Puts a draft in its place when st is CROK_OK so far, else removes it.
 * Returns st, or CROK_EIO. */
CROK_MUST_USE crok_status crok_draft_close(crok_draft *d, crok_status st,
                                           crok_err *err);

/* CROK_EIO: the path cannot be written, because of this errno. */
crok_status crok_draft_failed(const char *path, int why, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
