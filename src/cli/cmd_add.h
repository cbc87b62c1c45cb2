/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/cmd_add.h: the command `crokeye add`, which appends events to the record
 * of a match.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_CMD_ADD_H
#define CROK_CLI_CMD_ADD_H

/* Run the command. argv[0] begins its messages. Returns the exit status. */
int crok_cmd_add(int argc, char **argv);

#endif
