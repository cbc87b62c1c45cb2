/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/cmd_hall.h: `crokeye hall`: the commands of a hall of many tables.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_CMD_HALL_H
#define CROK_CLI_CMD_HALL_H

/* argv[0] is "crokeye hall", argv[1] the command of the hall. Returns its exit
 * status; 2: there is no such command. */
int crok_cmd_hall(int argc, char **argv);

#endif
