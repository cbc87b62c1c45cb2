/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/hall_run.h: `crokeye hall run`: start the programs of the day's file on
 * this machine, and start each again when it ends.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_HALL_RUN_H
#define CROK_CLI_HALL_RUN_H

/* argv[0] is "crokeye hall run". Runs until SIGINT or SIGTERM. Returns the exit
 * status: 0 ended by a signal, 1 the file has faults, 2 wrong usage, 3 could
 * not run. */
int crok_hall_run_main(int argc, char **argv);

#endif
