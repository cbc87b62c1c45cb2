/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/cmd_board.h: `crokeye board`: learn a board from pictures of it. The
 * result is a file for --board.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_CMD_BOARD_H
#define CROK_CLI_CMD_BOARD_H

/* argv[0] is "crokeye board". Returns the exit status: 0 done; 1 at least one
 * picture could not be used; 2 wrong usage; 3 could not run. */
int crok_cmd_board(int argc, char **argv);

#endif
