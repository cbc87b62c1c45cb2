/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/day/results.h: what the sheets and the document of a day are made from.
 *
 * Room     hall, internal. Allocates.
 * Threads  one set of results, one thread at a time. */
#ifndef CROK_HALL_DAY_RESULTS_H
#define CROK_HALL_DAY_RESULTS_H

#include "hall/day/bouts.h"
#include "hall/standings.h"

/* Valid until the day changes. */
typedef struct crok_day_results {
    crok_day_view view;
    crok_bouts bouts;
    crok_standings standings;
} crok_day_results;

/* Make the results of a day.
 *
 *   out  written in any case; free with crok_day_results_free, also on failure
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_day_results_make(const crok_day *day,
                                                crok_day_results *out,
                                                crok_err *err);
void crok_day_results_free(crok_day_results *r);

/* Rank the bouts of a view: the work of crok_standings_of. Returns false, and
 * writes nothing, if there is no memory. */
bool crok_standings_make(const crok_day_view *v, const crok_bouts *b,
                         crok_standings *out);

#endif
