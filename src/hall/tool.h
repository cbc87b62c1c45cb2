/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/tool.h: run a program of the system and take what it writes.
 *
 * Room     hall, internal: uses core.
 * Threads  any thread. */
#ifndef CROK_HALL_TOOL_H
#define CROK_HALL_TOOL_H

#include "core/status.h"

/* Run a program that is found in PATH and wait for it. Its standard error is
 * this program's.
 *
 *   words  its command line, ended by NULL; the first is its name
 *   out    what it wrote to standard output; written only on CROK_OK; free with
 *          free()
 *
 * CROK_EIO     it is not installed, or it ended with another status than 0, or
 *              wrote more than 1 MB
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_tool_run(char *const *words, char **out,
                                        crok_err *err);

#endif
