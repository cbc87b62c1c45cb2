/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/source_options.h: parse what the commands that read a camera share: its
 * format, size, rate and controls, and the source's name.
 *
 * Room     cli.
 * Threads  values only; any thread. */
#ifndef CROK_CLI_SOURCE_OPTIONS_H
#define CROK_CLI_SOURCE_OPTIONS_H

#include <getopt.h>

#include "capture/address.h"
#include "capture/source.h"

#define CROK_MAX_CONTROLS_SET 32

/* Values of getopt_long for these options; those of the commands' own options
 * are smaller. */
enum { CROK_OPT_FORMAT = 512, CROK_OPT_SIZE, CROK_OPT_FPS, CROK_OPT_CONTROL };

/* Rows for getopt_long. */
#define CROK_SOURCE_OPTIONS                                                    \
    {"format", required_argument, NULL, CROK_OPT_FORMAT},                      \
        {"size", required_argument, NULL, CROK_OPT_SIZE},                      \
        {"fps", required_argument, NULL, CROK_OPT_FPS},                        \
    {                                                                          \
        "control", required_argument, NULL, CROK_OPT_CONTROL                   \
    }

/* Their help text. */
#define CROK_SOURCE_HELP                                                       \
    "  --format FOURCC, --size WxH, --fps N\n"                                 \
    "                     how a camera sends; for a folder its frames' "       \
    "rate\n"                                                                   \
    "  --control NAME=VALUE   a camera's control, as crokeye devices lists\n"  \
    "                     it\n"

typedef struct crok_source_cli {
    char spec[CROK_ADDRESS_MAX]; /* the source; "" if none was named */
    crok_source_options capture; /* its controls point to `control` */
    crok_control control[CROK_MAX_CONTROLS_SET];
} crok_source_cli;

/* Read an option. Strings stay in argv, which is written to.
 *
 *   value  as getopt_long gave it
 *
 * CROK_EARG  another option, without a message; or a wrong value */
CROK_MUST_USE crok_status crok_source_cli_take(crok_source_cli *c, int opt,
                                               char *value, crok_err *err);

/* Read the source from the n arguments that follow the options; none is allowed
 * here. c->capture points to c->control from now on, so *c must not be moved.
 *
 * CROK_EARG  more than one, or an address that cannot be read
 * Others as crok_address_take */
CROK_MUST_USE crok_status crok_source_cli_name(crok_source_cli *c, int n,
                                               char **names, crok_err *err);

/* The message for a command that needs a source and has none. */
CROK_MUST_USE crok_status crok_source_cli_missing(crok_err *err);

/* Return the exit status for a source that cannot be opened. */
int crok_source_cli_blame(crok_status st);

#endif
