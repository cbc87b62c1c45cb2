/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/day/corrections.h: finds which events of a record correct it. An undo, a
 * ruling, a count that replaces another, 20s, a board, names, or a round begun
 * again is a correction if it changes the result of a match that has a round
 * that ended, or that is over. So is a penalty that is given after the end, or
 * for an earlier moment, and a disqualification at any time, since other
 * pairings follow from it.
 *
 * Room     hall, internal: uses rules. Allocates.
 * Threads  one list, one thread at a time. */
#ifndef CROK_HALL_DAY_CORRECTIONS_H
#define CROK_HALL_DAY_CORRECTIONS_H

#include "hall/day/records.h"

typedef struct crok_correction_list {
    int n, cap;
    crok_correction *list; /* owned, with before and after */
} crok_correction_list;

/* The results of a record before a row. */
typedef struct crok_results_before {
    int n;
    char **text; /* owned; NULL: nothing of the match could be corrected */
} crok_results_before;

/* Can the event, which the record is about to get, be a correction? */
bool crok_may_correct(const crok_day_record *r, const crok_event *e);

/* Note the results of a record before it gets the event. Free with
 * crok_results_forget. Returns false if there is no memory. */
bool crok_results_note(crok_day_record *r, const crok_event *e,
                       crok_results_before *out);
void crok_results_forget(crok_results_before *before);

/* Add what event e, the record's last one, has corrected.
 *
 *   row  whose line says who made it
 *
 * Returns false if there is no memory. */
bool crok_corrections_add(crok_correction_list *list, crok_day_record *r,
                          const crok_results_before *before,
                          const crok_event *e, const crok_day_row *row);
void crok_corrections_free(crok_correction_list *list);

#endif
