/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/watch_options.h: parse the options of `crokeye watch` and of `crokeye
 * serve`, which can watch a source too.
 *
 * Room     cli.
 * Threads  values only; any thread. */
#ifndef CROK_CLI_WATCH_OPTIONS_H
#define CROK_CLI_WATCH_OPTIONS_H

#include "cli/source_options.h"
#include "journal/live.h"
#include "journal/state_file.h"
#include "serve/serve.h"
#include "table/setup_words.h"

/* What the options say of one table. crokeye watch has one. */
typedef struct crok_watch_table {
    crok_source_cli source;  /* no name: serve without a source */
    const char *watched_by;  /* the first option that makes sense only with a
                              * source, without dashes; NULL: none */
    crok_setup_words words;  /* options of the match */
    const char *next_path;   /* the list of next matches; NULL: none */
    const char *record_path; /* NULL: the record is in memory only; of the
                              * first table only */
    bool record_is_new;      /* there was no such file at the start */
} crok_watch_table;

typedef struct crok_watch_cli {
    bool serves; /* crokeye serve */
    int n_tables;
    crok_watch_table table[CROK_MAX_TABLES];
    int on;       /* index of the table to which options belong now */
    bool says_on; /* --on was given: each table's options are behind it */
    crok_state_file state; /* its path is NULL: none is written */
    bool wants_json, wants_help;
    const char *drawn_path; /* for crokeye watch: the film to draw; NULL: none
                             */
    /* for crokeye serve: option values; NULL if not given */
    const char *listen, *public_url, *token_path, *text_dir, *keep_dir;
    bool no_replay; /* shots have no replay */
    bool wants_qr;  /* codes on standard output, also if it is no terminal */
    /* themes: [0] is for each table without its own, [i] for table i */
    const char *theme_path[CROK_MAX_TABLES + 1];
} crok_watch_cli;

/* Read the command line. argv is reordered, its strings are written to, and
 * *out keeps pointers to them. Wrong usage is reported on stderr.
 *
 *   serves  the command line is that of crokeye serve
 *   out     always written
 *
 * CROK_EARG  wrong usage */
CROK_MUST_USE crok_status crok_watch_cli_parse(int argc, char **argv,
                                               bool serves,
                                               crok_watch_cli *out);

/* The same without a report: err has what is wrong. May be called for one
 * command line after the other. */
CROK_MUST_USE crok_status crok_watch_cli_read(int argc, char **argv,
                                              bool serves, crok_watch_cli *out,
                                              crok_err *err);

/* Did this run create the record that --match names, and has no event been
 * appended to it yet? The caller removes such a file if the source could not be
 * opened.
 *
 *   live  that record, open; it is locked for the call */
bool crok_watch_table_is_unused(const crok_watch_table *table, crok_live *live);

#endif
