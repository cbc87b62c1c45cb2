/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/day/day_inner.h: the parts of a day, for the files of this wing.
 *
 * Room     hall, internal.
 * Threads  one day, one thread at a time. */
#ifndef CROK_HALL_DAY_INNER_H
#define CROK_HALL_DAY_INNER_H

#include "hall/day/corrections.h"
#include "hall/day/records.h"

/* The reason, and what follows from it. */
#define CROK_PAIRINGS_TROUBLE 384

struct crok_day {
    crok_day_settings settings;
    crok_pairings pairings;
    char pairings_trouble[CROK_PAIRINGS_TROUBLE]; /* why they are older than
                                                   * their file, or "" */
    int n, cap;
    crok_day_record **records; /* owned */
    crok_correction_list corrections;
};

#endif
