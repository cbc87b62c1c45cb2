/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/commands.h: all commands of crokeye, and which program runs each.
 *
 * Room     cli.
 * Threads  constants; any thread. */
#ifndef CROK_CLI_COMMANDS_H
#define CROK_CLI_COMMANDS_H

#include <stdbool.h>
#include <stdio.h>

typedef struct crok_command {
    const char *name;
    const char
        *second;      /* its command, as "serve" of "hall"; NULL: all others */
    char *argv0;      /* program name that the command's messages begin with */
    const char *what; /* for the list of commands */
    const char *program; /* the program that runs it; NULL: crokeye itself */
    const char *usage;   /* its help; NULL: it prints that itself */
    bool has_source; /* it takes the address of a camera, and hides it itself */
} crok_command;

/* Returns the command that the arguments name, or NULL. argv is main's. */
const crok_command *crok_command_find(int argc, char **argv);

/* Print the list of commands. */
void crok_commands_list(FILE *to);

#endif
