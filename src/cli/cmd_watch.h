/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/cmd_watch.h: `crokeye watch`: watch a camera or a video, and record and
 * print the match.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_CMD_WATCH_H
#define CROK_CLI_CMD_WATCH_H

/* argv[0] is "crokeye watch". Returns the exit status: 0 done, 1 the source
 * shows no match, 2 wrong usage, 3 could not run. */
int crok_cmd_watch(int argc, char **argv);

#endif
