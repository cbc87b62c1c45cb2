/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/hall_serve.h: `crokeye hall serve`: the pages of a hall.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_HALL_SERVE_H
#define CROK_CLI_HALL_SERVE_H

/* argv[0] is "crokeye hall serve". Returns the exit status: 0 ended by a
 * signal; 1 the day's file has faults; 2 wrong usage; 3 could not run. */
int crok_hall_serve_main(int argc, char **argv);

#endif
