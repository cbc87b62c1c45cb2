/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/followers.h: watch the sources of the tables of `crokeye serve`, each in
 * a thread of its own, so that no table waits for another.
 *
 * If a source fails, its viewers see its state, and the table is left to its
 * console.
 *
 * Room     cli.
 * Threads  the calls come from the main thread; the callback from all. */
#ifndef CROK_CLI_FOLLOWERS_H
#define CROK_CLI_FOLLOWERS_H

#include <stdbool.h>

#include "cli/watch_options.h"
#include "serve/serve.h"

typedef struct crok_followers crok_followers;

/* Load the calibrations and boards of the tables that have a source.
 *
 *   cli  kept
 *   say  kept: called with each message for a person
 *   out  written only on CROK_OK; end with crok_followers_end
 *
 * Errors as crok_watch_table_known, and CROK_ENOMEM */
CROK_MUST_USE crok_status crok_followers_new(const crok_watch_cli *cli,
                                             void (*say)(const char *what),
                                             crok_followers **out,
                                             crok_err *err);

/* Returns how many tables have a source. */
int crok_followers_count(const crok_followers *f);

/* Open all sources; cameras and streams that are not there are waited for.
 * Errors as crok_watcher_open; the sources that were opened are closed by
 * crok_followers_end. */
CROK_MUST_USE crok_status crok_followers_open(crok_followers *f,
                                              crok_serve *server,
                                              crok_err *err);

/* Does each table's thread of this process still take its steps? A camera that
 * is gone is waited for in short ones, and a source that has ended needs none;
 * but no step takes CROK_FOLLOWER_STUCK_S. At any time, in any thread. */
#define CROK_FOLLOWER_STUCK_S 120
bool crok_followers_are_alive(void);

/* Begin to watch.
 *
 * CROK_EIO  the kernel has no thread left */
CROK_MUST_USE crok_status crok_followers_start(crok_followers *f,
                                               crok_err *err);

/* Stop watching, close all sources, free *f and set it to NULL; NULL is fine.
 *
 * Returns CROK_OK, or the status of the first table whose source failed. */
crok_status crok_followers_end(crok_followers **f);

#endif
