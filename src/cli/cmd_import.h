/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/cmd_import.h: `crokeye import`: make a record from JSON lines.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_CMD_IMPORT_H
#define CROK_CLI_CMD_IMPORT_H

/* argv[0] is "crokeye import". Returns the exit status: 0 done, 1 the lines do
 * not form a match, 2 wrong usage, 3 could not run. */
int crok_cmd_import(int argc, char **argv);

#endif
