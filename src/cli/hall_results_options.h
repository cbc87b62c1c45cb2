/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/hall_results_options.h: the command line of `crokeye hall results`.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_HALL_RESULTS_OPTIONS_H
#define CROK_CLI_HALL_RESULTS_OPTIONS_H

#include "cli/hall_day.h"

/* What is printed. */
typedef enum crok_results_what {
    CROK_PRINT_STANDINGS,
    CROK_PRINT_MATCHES,
    CROK_PRINT_RESULTS,
    CROK_PRINT_JSON,
    CROK_PRINT_NEXT
} crok_results_what;

/* The texts borrow argv. */
typedef struct crok_results_options {
    crok_results_what what;
    bool has_what;
    const char *next_of; /* the table of CROK_PRINT_NEXT */
    const char *table;   /* of the record that comes next, or NULL */
    crok_hall_given of;
} crok_results_options;

extern const char crok_results_usage[];

/* Read the command line, and print its errors.
 *
 *   out  written; free with crok_results_options_free, also on failure
 *
 * Returns the exit status: 0; 2 wrong usage; 3 no memory */
int crok_results_options_read(int argc, char **argv, crok_results_options *out);
void crok_results_options_free(crok_results_options *o);

#endif
