/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/cmd_record.h: `crokeye backup` and `crokeye check`, for the file of a
 * record.
 *
 * Room     cli.
 * Threads  one thread. */
#ifndef CROK_CLI_CMD_RECORD_H
#define CROK_CLI_CMD_RECORD_H

/* Run a command; argv[0] is its name. Returns the exit status. */
int crok_cmd_backup(int argc, char **argv);
int crok_cmd_check(int argc, char **argv);

#endif
