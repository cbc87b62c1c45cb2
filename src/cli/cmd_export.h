/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/cmd_export.h: `crokeye export`: print a record as JSON lines or as
 * tables.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_CMD_EXPORT_H
#define CROK_CLI_CMD_EXPORT_H

/* argv[0] is "crokeye export". Returns the exit status: 0 done, 1 only a part
 * of the record could be read, 2 wrong usage, 3 could not run. */
int crok_cmd_export(int argc, char **argv);

#endif
