/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/usage.h: the help of the commands that another program than `crokeye`
 * runs: so `crokeye COMMAND --help` prints it without starting that program.
 *
 * Room     cli.
 * Threads  constants; any thread. */
#ifndef CROK_CLI_USAGE_H
#define CROK_CLI_USAGE_H

extern const char crok_usage_score[];
extern const char crok_usage_board[];
extern const char crok_usage_calibrate[];
extern const char crok_usage_devices[];
extern const char crok_usage_setup[];
extern const char crok_usage_watch[];
extern const char crok_usage_serve[];
extern const char crok_usage_enqueue[];
extern const char crok_usage_work[];
extern const char crok_usage_hall_serve[];

#endif
