/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/cmd_hall.h: `crokeye hall`: many tables in one hall.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_CMD_HALL_H
#define CROK_CLI_CMD_HALL_H

/* argv[0] is "crokeye hall", argv[1] a command of it. Returns the exit status:
 * 0 done, 1 an input has faults, 2 wrong usage, 3 could not run. */
int crok_cmd_hall(int argc, char **argv);

#endif
