/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/cmd_work.h: `crokeye work`: score the photos that were queued.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_CMD_WORK_H
#define CROK_CLI_CMD_WORK_H

/* argv[0] is "crokeye work". Returns the exit status: 0 done, 1 some photo was
 * set aside or could not be read, 2 wrong usage, 3 could not run. */
int crok_cmd_work(int argc, char **argv);

#endif
