/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/engine_parse.h: parse the command line of a command that has the options
 * of the engine and others.
 *
 * Room     cli.
 * Threads  values only; any thread. */
#ifndef CROK_CLI_ENGINE_PARSE_H
#define CROK_CLI_ENGINE_PARSE_H

#include <getopt.h>

#include "cli/engine_options.h"

/* The last rows of a command's table of options: --engine, --key, --help, and
 * the end. crok_engine_option takes --engine and --key before getopt_long sees
 * them; they are in the table so that getopt_long reports a missing value. */
#define CROK_ENGINE_ROWS                                                       \
    {"engine", required_argument, NULL, CROK_OPT_ENGINE},                      \
        {"key", required_argument, NULL, CROK_OPT_KEY},                        \
        {"help", no_argument, NULL, 'h'},                                      \
    {                                                                          \
        NULL, 0, NULL, 0                                                       \
    }

/* Their values; a command's own are smaller. */
enum { CROK_OPT_ENGINE = 1024, CROK_OPT_KEY };

/* A command's other options. All borrowed. */
typedef struct crok_engine_parser {
    const char *letters;          /* as for getopt_long(3) */
    const struct option *options; /* likewise, with
                                   * CROK_ENGINE_ROWS */
    bool (*take)(void *context, int opt, char *value); /* false: wrong usage */
    void *context;
} crok_engine_parser;

/* Parse all options; argv[0] is the command's name. Wrong usage is reported on
 * standard error. argv is reordered: the arguments that are no options come
 * from argv[optind] on.
 *
 * Returns how many there are; -1 on wrong usage. */
int crok_engine_parse(int argc, char **argv, const crok_engine_parser *p,
                      crok_engine_options *engine);

#endif
