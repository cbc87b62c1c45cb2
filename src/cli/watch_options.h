/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/watch_options.h: the options of `crokeye watch`.
 *
 * Room     cli.
 * Threads  values only; any thread. */
#ifndef CROK_CLI_WATCH_OPTIONS_H
#define CROK_CLI_WATCH_OPTIONS_H

#include <stdio.h>

#include "capture/source.h"
#include "cli/watch_start.h"

#define CROK_MAX_CONTROLS_SET 32
#define CROK_MAX_BOOK_SETS 80

typedef struct crok_watch_cli {
    const char *source;
    crok_source_options capture; /* its controls are those below */
    crok_control control[CROK_MAX_CONTROLS_SET];
    crok_watch_want want; /* its book is loaded by crok_watch_cli_book */
    const char *rules;    /* NULL: the usual book */
    int n_sets;
    const char *set[CROK_MAX_BOOK_SETS]; /* KEY=VALUE */
    const char *calib_path;              /* NULL: no calibration */
    const char *record_path;             /* NULL: in memory */
    const char *state_path;              /* NULL: no file */
    bool wants_json, wants_help;
} crok_watch_cli;

/* Read the command line; argv is reordered and written to, and kept by *out.
 * A wrong one is told on stderr.
 *
 *   out  always written
 *
 * CROK_EARG  wrong usage */
CROK_MUST_USE crok_status crok_watch_cli_parse(int argc, char **argv,
                                               crok_watch_cli *out);

/* Load the book that the options name into want.book.
 *
 * Errors as crok_book_load, crok_book_set and crok_book_check */
CROK_MUST_USE crok_status crok_watch_cli_book(crok_watch_cli *cli,
                                              crok_err *err);

void crok_watch_cli_help(FILE *to);

#endif
