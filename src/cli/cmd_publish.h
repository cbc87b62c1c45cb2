/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/cmd_publish.h: `crokeye publish`: send what tables record to the hall's
 * broker.
 *
 * Room     cli. */
#ifndef CROK_CLI_CMD_PUBLISH_H
#define CROK_CLI_CMD_PUBLISH_H

/* Run the command; argv[0] is its name. Returns the exit status. */
int crok_cmd_publish(int argc, char **argv);

#endif
