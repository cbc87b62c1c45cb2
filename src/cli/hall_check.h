/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/hall_check.h: `crokeye hall check`: everything about a day that can be
 * checked before it: the day's file, and for the tables of this machine their
 * options, records, rule books, calibrations, boards, themes, cameras and keys.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_HALL_CHECK_H
#define CROK_CLI_HALL_CHECK_H

#include "hall/day_file.h"

/* What a check found. */
typedef struct crok_hall_found {
    int n_errors, n_warnings;
} crok_hall_found;

/* Read the day's file; its faults are printed.
 *
 *   command  begins the messages
 *   out      written only if the result is 0; free with crok_day_file_free
 *
 * Returns the exit status: 0, 1 it has faults, 3 it cannot be read. */
int crok_hall_read(const char *command, const char *path, crok_day_file **out);

/* Check what the file names on a machine; all that is found is printed on
 * standard error. */
crok_hall_found crok_hall_look(const crok_day_file *d, const char *machine);

/* argv[0] is "crokeye hall check". Returns the exit status: 0, also with
 * warnings; 1 there are errors; 2 wrong usage; 3 the file cannot be read. */
int crok_hall_check_main(int argc, char **argv);

#endif
