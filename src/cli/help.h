/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/help.h: does the command line ask for help?
 *
 * Room     cli.
 * Threads  values only; any thread. */
#ifndef CROK_CLI_HELP_H
#define CROK_CLI_HELP_H

#include <stdbool.h>
#include <string.h>

/* Is -h or --help among the arguments after the command's name? */
static inline bool crok_asks_help(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

#endif
