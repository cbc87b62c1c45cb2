/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/whole_number.h: read an option's whole number.
 *
 * Room     cli.
 * Threads  values only; any thread. */
#ifndef CROK_CLI_WHOLE_NUMBER_H
#define CROK_CLI_WHOLE_NUMBER_H

#include <stdbool.h>

/* Read the number of `option`, from lo to hi. Anything else is reported on
 * standard error, behind the command's name, and false is returned.
 *
 *   out  written only if true is returned */
bool crok_whole_number(const char *command, const char *option,
                       const char *text, int lo, int hi, int *out);

#endif
