/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/day_document.h: the day as JSON: crokeye.day/1 for the page of the day,
 * and crokeye.next/1, the matches that are next at a table.
 *
 * Room     hall: uses rules, cJSON. Allocates the texts.
 * Threads  values only; any thread.
 * Source   crokeye.day/1, crokeye.next/1 in docs/FORMATS.md. */
#ifndef CROK_HALL_DAY_DOCUMENT_H
#define CROK_HALL_DAY_DOCUMENT_H

#include "hall/contact.h"
#include "hall/day.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Write the day. Returned: free with cJSON_free. NULL: no memory.
 *
 *   contact  with the broker from which the day comes */
char *crok_day_document(const crok_day *day, const crok_hall_contact *contact);

/* Write the matches that the pairings have for a table and that have not begun,
 * the next one first. Returned: free with cJSON_free. NULL: no memory.
 *
 *   table  its name; capitals and spaces do not matter */
char *crok_day_next_document(const crok_day *day, const char *table);

/* Find the next match of a table: the first pairing of it that has no match.
 *
 *   out  written only on CROK_OK: the pairing, owned by the day; NULL: there is
 *        none
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_day_next(const crok_day *day, const char *table,
                                        const crok_pairing **out,
                                        crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
