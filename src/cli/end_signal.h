/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/end_signal.h: let a signal end a command after the step that it is in.
 *
 * Room     cli.
 * Threads  any thread may ask; the process has one flag. */
#ifndef CROK_CLI_END_SIGNAL_H
#define CROK_CLI_END_SIGNAL_H

#include <stdbool.h>

/* From now on SIGINT, SIGTERM and SIGHUP set the flag, SIGHUP only if it is not
 * ignored, as nohup(1) lets a program ignore it. SIGPIPE is ignored: writing to
 * a closed pipe then fails with EPIPE. */
void crok_end_signal_catch(void);

/* Has such a signal come? */
bool crok_end_signal_came(void);

#endif
