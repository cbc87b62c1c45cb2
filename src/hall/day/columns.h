/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/day/columns.h: which column of a file of pairings is which, by the names
 * in its first line (hall/pairings.h lists them).
 *
 * Room     hall, internal: pure.
 * Threads  values only; any thread. */
#ifndef CROK_HALL_DAY_COLUMNS_H
#define CROK_HALL_DAY_COLUMNS_H

#include "hall/day/csv_read.h"
#include "hall/pairings.h"

/* Recognise the columns of the header line that was just read.
 *
 *   twice  written: the index of a column whose meaning another one has
 *          already, which is ignored, or -1
 *
 * Returns the number of columns recognised. */
int crok_columns_find(const crok_csv_reader *header, crok_columns *out,
                      int *twice);

/* Do the columns say who plays? */
bool crok_columns_name_players(const crok_columns *c);

#endif
