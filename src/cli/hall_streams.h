/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/hall_streams.h: `crokeye hall streams`: make the streams of the hall's
 * broker, or give them the limits of this version.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_HALL_STREAMS_H
#define CROK_CLI_HALL_STREAMS_H

/* argv[0] is "crokeye hall streams". Returns the exit status: 0 done, 1 the
 * file has faults, or no engine, 2 wrong usage, 3 it could not be done. */
int crok_hall_streams_main(int argc, char **argv);

#endif
