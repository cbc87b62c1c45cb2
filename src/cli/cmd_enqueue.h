/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/cmd_enqueue.h: `crokeye enqueue`: queue an archive's photos, to be
 * scored by `crokeye work` on any number of machines.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_CMD_ENQUEUE_H
#define CROK_CLI_CMD_ENQUEUE_H

/* argv[0] is "crokeye enqueue". Returns the exit status: 0 done, 1 some photo
 * was not queued, 2 wrong usage, 3 could not run. */
int crok_cmd_enqueue(int argc, char **argv);

#endif
