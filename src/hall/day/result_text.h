/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/day/result_text.h: a match of a history in one line, to show what a
 * correction has changed.
 *
 * Room     hall, internal: uses rules, report.
 * Threads  values only; any thread. */
#ifndef CROK_HALL_DAY_RESULT_TEXT_H
#define CROK_HALL_DAY_RESULT_TEXT_H

#include "hall/pairings.h"
#include "rules/history.h"

/* The rounds of a match.
 *
 *   match  index in h->matches
 *   n      written */
const crok_round_record *crok_day_rounds(const crok_history *h, int match,
                                         int *n);

/* Get the names of a side's players: those in the seats; if there are none, the
 * side's own name, split at '/' or '&'; if it has none, its colour. */
void crok_day_side_of(const crok_match_start *info, int side,
                      crok_pairing_side *out);

/* Write a match as
 *
 *   Prelim: Ann 6 (2, 2, 2, 0), 20s 4 (1, 0, 2, 1) : Bob 2 (0, 0, 0, 2), ...
 *
 * with "-1 penalty" or "+2 handicap" after the rounds, and at its end who won
 * a match that is over.
 *
 * Returned: free with free(). NULL if there is no memory. */
char *crok_day_result_text(const crok_history *h, int match);

#endif
