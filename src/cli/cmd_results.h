/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/cmd_results.h: `crokeye results`: print the results of an archive.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_CMD_RESULTS_H
#define CROK_CLI_CMD_RESULTS_H

/* argv[0] is "crokeye results". Returns the exit status: 0 done, 1 some photo
 * has no result yet, 2 wrong usage, 3 could not run. */
int crok_cmd_results(int argc, char **argv);

#endif
