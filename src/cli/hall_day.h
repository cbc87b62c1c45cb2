/* SPDX-License-Identifier: Apache-2.0
 *
 * cli/hall_day.h: reads the day of a hall for a command: its file, pairings and
 * the records that are on this machine.
 *
 * Room     cli.
 * Threads  the main thread only. */
#ifndef CROK_CLI_HALL_DAY_H
#define CROK_CLI_HALL_DAY_H

#include "hall/about.h"

/* A record of the command line. */
typedef struct crok_hall_record {
    const char *path;
    const char *table; /* "": the table that its matches name */
} crok_hall_record;

/* What a command line says of the day. The texts borrow argv. */
typedef struct crok_hall_given {
    const char *who;      /* the command, for its messages */
    bool makes_pairings;  /* the file of pairings may be missing or empty */
    const char *pairings; /* path, or NULL */
    const char *day;      /* path of the day's file, or NULL */
    crok_day_settings settings;
    int n;
    crok_hall_record *records; /* owned by the command; those of a day's file
                                * are not among them */
} crok_hall_given;

/* Read the day, and report what is missing or wrong. What the command line says
 * goes before the day's file.
 *
 *   day   new, with the settings of the command line
 *   file  written: the day's file, to be freed with crok_day_file_free, or
 *         NULL
 *
 * Returns an exit status: 0; 1 something is missing or has faults; 3 could not
 * run */
int crok_hall_read_day(const crok_hall_given *given, crok_day *day,
                       crok_day_file **file);

#endif
