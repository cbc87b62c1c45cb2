/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/hall_results.h: `crokeye hall results`: the results of a day from the
 * records on this machine.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_HALL_RESULTS_H
#define CROK_CLI_HALL_RESULTS_H

/* argv[0] is "results". Returns the exit status: 0 done; 1 done, but something
 * is wrong with the pairings, a record or, where a sheet was printed, with it;
 * 2 wrong usage; 3 could not run. */
int crok_hall_results(int argc, char **argv);

#endif
