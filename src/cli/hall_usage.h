/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/hall_usage.h: parse what the commands of `crokeye hall` share.
 *
 * Room     cli.
 * Threads  values only; any thread. */
#ifndef CROK_CLI_HALL_USAGE_H
#define CROK_CLI_HALL_USAGE_H

#include <stdbool.h>

/* Bytes of a host name, with its end. */
#define CROK_MACHINE_MAX 256

/* Options and arguments of a command; the values borrow argv. */
typedef struct crok_hall_usage {
    const char *text;                               /* of --help */
    bool takes_machine, takes_state, takes_program; /* it has these options */
    bool takes_anew;
    int most; /* arguments: at least 1, at most 2 */

    /* what was given */
    char machine[CROK_MACHINE_MAX]; /* --machine, else this one's host name */
    const char *state;              /* --state, or NULL */
    const char *program;            /* --program, or NULL */
    bool force;                     /* --force; only with --state */
    bool anew;                      /* --anew */
    const char *path[2];            /* path[0] is the day's file */
    int n;
} crok_hall_usage;

/* Read the command line.
 *
 *   status  the exit status if the command is to end: help was printed, or the
 *           usage is wrong, which was reported
 *
 * Returns whether the command goes on. */
bool crok_hall_usage_read(int argc, char **argv, crok_hall_usage *u,
                          int *status);

/* Write this machine's host name. */
void crok_hall_machine(char out[CROK_MACHINE_MAX]);

#endif
