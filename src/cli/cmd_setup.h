/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/cmd_setup.h: `crokeye setup`: what a camera can do at its place, before a
 * match is played.
 *
 * Room     cli. */
#ifndef CROK_CLI_CMD_SETUP_H
#define CROK_CLI_CMD_SETUP_H

/* Run the command; argv[0] is its name. Returns the exit status. */
int crok_cmd_setup(int argc, char **argv);

#endif
