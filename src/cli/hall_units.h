/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/hall_units.h: `crokeye hall units`: units of systemd for the programs of
 * the day's file.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_HALL_UNITS_H
#define CROK_CLI_HALL_UNITS_H

/* argv[0] is "crokeye hall units". Returns the exit status: 0 done, 1 the file
 * has faults, 2 wrong usage, 3 could not be written. */
int crok_hall_units_main(int argc, char **argv);

#endif
