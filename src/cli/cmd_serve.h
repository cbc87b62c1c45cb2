/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/cmd_serve.h: `crokeye serve`: serve a match to browsers.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_CMD_SERVE_H
#define CROK_CLI_CMD_SERVE_H

/* argv[0] is "crokeye serve". Runs until SIGINT, SIGTERM or SIGHUP. Returns
 * the exit status: 0 ended by a signal, 2 wrong usage, 3 could not run. */
int crok_cmd_serve(int argc, char **argv);

#endif
