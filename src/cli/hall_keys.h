/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/hall_keys.h: `crokeye hall keys`: the broker's settings, and a key a
 * table.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_HALL_KEYS_H
#define CROK_CLI_HALL_KEYS_H

/* argv[0] is "crokeye hall keys". Returns the exit status: 0 done, 1 the file
 * has faults, 2 wrong usage, 3 could not be done. */
int crok_hall_keys_main(int argc, char **argv);

#endif
