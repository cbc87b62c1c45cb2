/* SPDX-License-Identifier: Apache-2.0
 *
 * core/draft.h: write a file so that it appears complete or not at all, even if
 * the program is killed. It is written under another name in the same folder
 * and then renamed, which replaces a file that was there. The disk is not
 * flushed, so a power cut may leave an empty file.
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

/* A file that is being written, and will become `path`. */
typedef struct crok_draft {
    const char *path;
    char *name; /* its name until it is complete */
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

/* Finish a draft: rename it to its path if st is CROK_OK, else remove it.
 * Returns st, or CROK_EIO if that fails. */
CROK_MUST_USE crok_status crok_draft_close(crok_draft *d, crok_status st,
                                           crok_err *err);

/* Report that the path cannot be written, for this errno. Returns CROK_EIO. */
crok_status crok_draft_failed(const char *path, int why, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
