/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/cmd_devices.h: `crokeye devices`: list the connected cameras with their
 * formats, sizes, rates and controls.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_CMD_DEVICES_H
#define CROK_CLI_CMD_DEVICES_H

/* argv[0] is "crokeye devices". Returns the exit status: 0 done, also when
 * there is no camera; 1 at least one camera could not be opened or read; 2
 * wrong usage; 3 could not run. */
int crok_cmd_devices(int argc, char **argv);

#endif
