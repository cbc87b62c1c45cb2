/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/cmd_score.h: `crokeye score`: score photos and print the totals.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_CMD_SCORE_H
#define CROK_CLI_CMD_SCORE_H

/* argv[0] is "crokeye score". Returns the exit status: 0 all done, 1 at least
 * one input could not be scored, 2 wrong usage, 3 could not run. */
int crok_cmd_score(int argc, char **argv);

#endif
