/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/say.h: print the messages of the commands. A terminal acts on control
 * characters, and names of files, boards and players may hold any; here they
 * are shown as \n, \x1b, ... (core/text.h).
 *
 * Room     cli.
 * Threads  any thread. */
#ifndef CROK_CLI_SAY_H
#define CROK_CLI_SAY_H

#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>

#include "core/status.h"

/* Print a message to standard error, on one line. The text has no line feed at
 * its end. */
void crok_say(const char *fmt, ...) CROK_PRINTF(1, 2);

/* Was all that was printed to standard output written? Where the output is
 * long, a part that could not be written may be long ago. */
bool crok_output_is_written(void);

/* Report the option that getopt_long has just refused with '?', while opterr is
 * 0: otherwise it prints the option as it is.
 *
 *   options  as getopt_long got them; argv[0] begins the message */
void crok_say_refused(char **argv, const struct option *options);

/* Print a text of any number of lines to `to`. Its line ends, LF and CR LF,
 * stay. */
void crok_show(FILE *to, const char *fmt, ...) CROK_PRINTF(2, 3);

#endif
