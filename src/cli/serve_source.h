/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/serve_source.h: a source that is watched for a table of a server: its
 * shots go into the table's record, its health, what it sees and the board's
 * picture to those who look on.
 *
 * Room     cli: uses capture, shots, discs, serve. Reads the clock.
 * Threads  one owner; the match is held as in watcher.h. */
#ifndef CROK_CLI_SERVE_SOURCE_H
#define CROK_CLI_SERVE_SOURCE_H

#include "cli/watch_options.h"
#include "serve/table.h"

typedef struct crok_serve_source crok_serve_source;

/* Open the source that the options name.
 *
 *   cli     borrowed; what it points to is kept
 *   pose    borrowed; NULL: found by itself
 *   table   kept
 *   out     written only on CROK_OK; close with crok_serve_source_close
 *
 * Errors as crok_watcher_open */
CROK_MUST_USE crok_status crok_serve_source_open(const crok_watch_cli *cli,
                                                 const crok_board_pose *pose,
                                                 crok_table *table,
                                                 crok_serve_source **out,
                                                 crok_err *err);

/* Look at the next frame, or wait for one a fifth of a second, and tell what
 * has changed.
 *
 *   more  false: it has ended; its match goes on without it
 *
 * As crok_watcher_step; the table's viewers are told that nobody watches any
 * more. */
CROK_MUST_USE crok_status crok_serve_source_step(crok_serve_source *s,
                                                 bool *more, crok_err *err);

/* How long it is till the next step is due, in ms: a film or folder is shown at
 * its own speed; a camera's frame is taken when it comes. */
int64_t crok_serve_source_due_ms(const crok_serve_source *s);

/* Accepts NULL and a pointer to NULL. */
void crok_serve_source_close(crok_serve_source **s);

#endif
