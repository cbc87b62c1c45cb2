/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/cmd_hall.h"

#include <stdio.h>
#include <string.h>

#include "cli/hall_results.h"
#include "cli/say.h"

enum { DONE = 0, WRONG_USAGE = 2 };

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *what;
} commands[] = {
    {"results", crok_hall_results, "the results of a day from its records"},
};

static void help(FILE *to)
{
    (void)fputs("Usage: crokeye hall COMMAND [OPTION]...\n"
                "A hall of many tables.\n\n",
                to);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        (void)fprintf(to, "  %-10s %s\n", commands[i].name, commands[i].what);
    (void)fputs("\ncrokeye hall COMMAND --help lists a command's options.\n",
                to);
}

int crok_cmd_hall(int argc, char **argv)
{
    const char *name = argc < 2 ? "" : argv[1];
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i].name, name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        help(stdout);
        return DONE;
    }
    crok_say("crokeye hall: no command \"%s\"", name);
    help(stderr);
    return WRONG_USAGE;
}
