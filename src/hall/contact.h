/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/contact.h: whether a hall hears of its tables: while the broker cannot
 * be reached, everything that the pages show may be old, and they say so.
 *
 * Room     hall: uses core, cJSON.
 * Threads  values only; any thread. */
#ifndef CROK_HALL_CONTACT_H
#define CROK_HALL_CONTACT_H

#include <cjson/cJSON.h>
#include <stdint.h>

/* Times of crok_clock_ms. */
typedef struct crok_hall_contact {
    int64_t away_ms; /* since when the broker cannot be reached; 0: it can, or
                      * there is none */
    int64_t read_ms; /* while it is away: when it was read last; 0: never */
} crok_hall_contact;

/* Add the field `away` to crokeye.tables/1 or crokeye.day/1: null, or an object
 * with `since` and `read`. */
void crok_hall_contact_add(cJSON *doc, const crok_hall_contact *contact);

#endif
