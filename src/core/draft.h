/* SPDX-License-Identifier: Apache-2.0
 *
 * core/draft.h: write a file so that it appears complete or not at all, even if
 * the program is killed. It is written under another name in the same folder
 * and then renamed, which replaces a file that was there. The disk is not
 * flushed, so a power cut may leave an empty file.
 *
 * Room     core.
 * Threads  any thread. If two threads write the same path, the file of the one
 *          that finishes last remains. */
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
    char *name; /* owned: its temporary name until it is complete */
    FILE *file; /* the caller writes to this */
} crok_draft;

/* Begin a file.
 *
 *   d     always written; end with crok_draft_close after CROK_OK
 *   path  borrowed until crok_draft_close
 *
 * CROK_EIO     the file cannot be created; msg says why
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_draft_open(crok_draft *d, const char *path,
                                          crok_err *err);

/* Finish a draft. If st is CROK_OK the file is renamed to its path, otherwise
 * it is removed. Returns st, or CROK_EIO if the file cannot be completed. */
CROK_MUST_USE crok_status crok_draft_close(crok_draft *d, crok_status st,
                                           crok_err *err);

/* Write a text and a line feed to the file at `path`.
 *
 * CROK_EIO, CROK_ENOMEM  as crok_draft_open and crok_draft_close */
CROK_MUST_USE crok_status crok_draft_write(const char *path, const char *text,
                                           crok_err *err);

/* Set *err to a message that the path cannot be written, with the text of the
 * errno value `why`. Returns CROK_EIO. */
crok_status crok_draft_failed(const char *path, int why, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
