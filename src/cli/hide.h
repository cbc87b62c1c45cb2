/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/hide.h: keep passwords in addresses out of messages and of the list of
 * processes.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_HIDE_H
#define CROK_CLI_HIDE_H

/* Replace each address among the arguments, also behind "--OPTION=", by what
 * people may see of it, and write over the argument itself. For commands that
 * read no camera: no message of theirs then shows a password that was given by
 * mistake. The new texts live as long as the program. */
void crok_hide_addresses(int argc, char **argv);

#endif
