/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/archive_progress.h: on a terminal, how far a whole archive is, whichever
 * machines work on it: from the figures of the broker's streams.
 *
 * Room     cli.
 * Threads  one owner. */
#ifndef CROK_CLI_ARCHIVE_PROGRESS_H
#define CROK_CLI_ARCHIVE_PROGRESS_H

#include <stdint.h>

#include "cli/progress.h"
#include "hall/archive.h"

typedef struct crok_archive_progress {
    crok_progress bar;
    int64_t start_ms;
    uint64_t first; /* results that were there at the start */
    bool has_first;
} crok_archive_progress;

crok_archive_progress crok_archive_progress_start(void);

/* Ask the broker, and show it. Does nothing if standard error is no terminal.
 *
 *   jobs    jobs that are left; -1: those of the whole queue
 *   photos  photos of a job, about; 0: not known yet */
void crok_archive_progress_show(crok_archive_progress *p,
                                const crok_hall_link *link, int64_t jobs,
                                double photos);

#endif
