/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/cmd_rules.h: `crokeye rules`: list and show rule books, judge shots, and
 * replay recorded matches.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_CMD_RULES_H
#define CROK_CLI_CMD_RULES_H

/* argv[0] is "crokeye rules". Returns the exit status: 0 done, 1 at least one
 * input could not be used, 2 wrong usage, 3 could not run. */
int crok_cmd_rules(int argc, char **argv);

#endif
