/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/pairings_file.h: reads the file of pairings of a day.
 *
 * Room     hall: reads a file.
 * Threads  values only; any thread. */
#ifndef CROK_HALL_PAIRINGS_FILE_H
#define CROK_HALL_PAIRINGS_FILE_H

#include "hall/day_file.h"
#include "hall/pairings.h"

/* Read a file of pairings. A table that the day's file does not have is one of
 * the faults; the pairing stays.
 *
 *   day      NULL: any table may be named
 *   singles  as crok_pairings_read
 *   out      written only on CROK_OK; free with crok_pairings_free
 *
 * CROK_EIO        it cannot be read
 * CROK_ETOOLARGE  it is above 8 MB
 * Others as crok_pairings_read */
CROK_MUST_USE crok_status crok_pairings_load(const char *path,
                                             const crok_day_file *day,
                                             bool singles, crok_pairings *out,
                                             crok_err *err);

/* Returns the table of the day's file that is called so, as pairings write
 * names; borrowed from the day's file. NULL: it has none. */
const crok_conf_settings *crok_pairings_table(const crok_day_file *day,
                                              const char *name);

/* Called with each fault: "p.csv:3:7: time: ..."; the text is valid for the
 * call. */
typedef void crok_pairings_tell(void *context, const char *what);

/* Tell the faults of a file that was read; of those that are not in the list
 * the number. */
void crok_pairings_tell_faults(const crok_pairings *p, const char *path,
                               crok_pairings_tell *tell, void *context);

#endif
