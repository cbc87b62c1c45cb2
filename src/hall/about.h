/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/about.h: what the director says of the day, from the day's file
 * (hall/day_file.h) or from options.
 *
 * Room     hall: pure.
 * Threads  values only; any thread. */
#ifndef CROK_HALL_ABOUT_H
#define CROK_HALL_ABOUT_H

#include <stdbool.h>

#include "hall/day.h"
#include "hall/day_file.h"

/* Texts that are NULL are not given. The fields are those of crok_day_settings
 * in hall/day.h. All borrowed. */
typedef struct crok_hall_about {
    const char *date, *tournament, *division, *category, *league, *format;
    const char *stage, *individual;
    bool head_to_head, count_unpaired;
    const char *pairings;      /* path of the CSV file; kept */
    const crok_day_file *file; /* whose tables the pairings may name, kept;
                                * NULL: any table */
} crok_hall_about;

/* Is each side of the day one player, by its category? */
bool crok_is_singles(const char *category);

/* Returns what a day's file says. It borrows the file. */
crok_hall_about crok_hall_about_of(const crok_day_file *file);

/* Set the texts that are given, where there is none yet, and the flags that are
 * true.
 *
 * CROK_EARG  a text is too long; s is undefined */
CROK_MUST_USE crok_status crok_hall_about_settings(const crok_hall_about *about,
                                                   crok_day_settings *s,
                                                   crok_err *err);

#endif
