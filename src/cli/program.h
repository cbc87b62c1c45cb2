/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/program.h: what the programs of crokeye have in common.
 *
 * People start `crokeye`. It runs the commands that need few libraries, and
 * prints the help of all commands. Loading OpenCV, or the web server with its
 * cryptography, takes longer than such a command: so two more programs run the
 * other commands, and `crokeye` becomes one of them by exec.
 *
 *   crokeye         records, rule books, the day, the hall's broker
 *   crokeye-photos  photos: OpenCV and the decoders
 *   crokeye-tables  cameras and pages: all libraries
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_PROGRAM_H
#define CROK_CLI_PROGRAM_H

#include <limits.h>
#include <stddef.h>

#include "core/status.h"

#define CROK_PROGRAM_PHOTOS "crokeye-photos"
#define CROK_PROGRAM_TABLES "crokeye-tables"

/* Run a command. argv[0] is what its messages begin with. Returns the exit
 * status. */
typedef int crok_command_run(int argc, char **argv);

/* A command that a program runs itself. */
typedef struct crok_own_command {
    const char *name, *second; /* as in commands.h */
    crok_command_run *run;
} crok_own_command;

/* Run the command that the arguments name: it is among `own`, or another
 * program's, which this process then becomes. Signals and limits are set for
 * both before.
 *
 *   argv   main's; some of its texts are replaced
 *   own    borrowed, n_own elements
 *
 * Returns the exit status. */
int crok_program_main(int argc, char **argv, const crok_own_command *own,
                      size_t n_own);

/* Find a program of crokeye.
 *
 *   name  CROK_PROGRAM_...
 *   out   its path; written only on CROK_OK
 *
 * CROK_EIO  it is not there */
CROK_MUST_USE crok_status crok_program_path(const char *name,
                                            char out[PATH_MAX], crok_err *err);

#endif
