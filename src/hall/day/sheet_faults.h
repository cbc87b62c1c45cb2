/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/day/sheet_faults.h: what the check of the results database would refuse,
 * from results that are made already (hall/sheets.h, crok_sheet_faults).
 *
 * Room     hall, internal.
 * Threads  values only; any thread. */
#ifndef CROK_HALL_DAY_SHEET_FAULTS_H
#define CROK_HALL_DAY_SHEET_FAULTS_H

#include "hall/day/results.h"

/* Returned: one sentence a line; free with free(). NULL: no memory. */
char *crok_sheet_faults_of(const crok_day_results *r);

#endif
