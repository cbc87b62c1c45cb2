/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/options.h: parse the options of `crokeye score`.
 *
 * Room     cli.
 * Threads  values only; any thread. */
#ifndef CROK_CLI_OPTIONS_H
#define CROK_CLI_OPTIONS_H

#include "cli/answers.h"
#include "score/words.h"

/* Largest number of workers. Chosen by hand: the memory's bandwidth limits the
 * speed before that. */
#define CROK_MAX_WORKERS 64

typedef enum crok_output {
    CROK_OUTPUT_TABLE = 0,
    CROK_OUTPUT_JSON,
    CROK_OUTPUT_CSV
} crok_output;

typedef struct crok_score_cli {
    crok_score_words words;   /* options of the photos */
    const char *answers_path; /* NULL: the file in each photo's folder */
    crok_given_answers given; /* with --answer */
    bool keeps_answers;       /* the given answers are kept in the file */
    const char *keep_dir;     /* NULL: no photo is kept for training */
    const char *overlay_dir;  /* NULL: no annotated pictures */
    const char *html_dir;     /* NULL: no page; else overlay_dir, too */
    crok_output output;
    int n_workers;
    char list_end;    /* character that ends each path of a list: '\n', or '\0'
                       * with -0 */
    bool is_each;     /* score each photo from itself alone */
    bool is_confined; /* give up all rights before a photo is read */
    bool wants_help;
    int first_input; /* index in argv of the first input */
} crok_score_cli;

/* Parse the command line; argv is reordered so that inputs come last. Wrong
 * usage is reported on stderr.
 *
 *   out  always written
 *
 * CROK_EARG  wrong usage */
CROK_MUST_USE crok_status crok_score_cli_parse(int argc, char **argv,
                                               crok_score_cli *out);

#endif
