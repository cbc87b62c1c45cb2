/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/hall_pair.h: crokeye hall pair.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_HALL_PAIR_H
#define CROK_CLI_HALL_PAIR_H

/* Run the command. Returns its exit status. */
int crok_hall_pair(int argc, char **argv);

#endif
