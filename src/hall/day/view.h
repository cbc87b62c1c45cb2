/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/day/view.h: the day as it stands: each match with its pairing, its stage
 * and its players. hall/day.h says which pairing a match gets.
 *
 * Room     hall, internal: uses rules. Allocates.
 * Threads  one view, one thread at a time. */
#ifndef CROK_HALL_DAY_VIEW_H
#define CROK_HALL_DAY_VIEW_H

#include "hall/day/day_inner.h"
#include "hall/day/entries.h"

/* The entries for which a side's points and 20s count: its own, or in a stage
 * that is ranked by player (crok_day_settings.individual) one for each player.
 */
typedef struct crok_credit {
    int n;
    int entry[CROK_MAX_SEATS];
} crok_credit;

/* One match of a record. */
typedef struct crok_day_match {
    const crok_day_record *record;
    int number;                 /* in its record, from 1 */
    const crok_match_record *m; /* with its end */
    const crok_round_record *rounds;
    int n_rounds;
    const char *time;  /* when it began */
    const char *table; /* that of the record, else the match's own */
    int copy_of;       /* index of the same match in another record, which
                        * counts, or -1 */
    int pairing;       /* index, or -1: it is in none */
    int entry[CROK_MAX_SIDES];
    crok_credit credit[CROK_MAX_SIDES];
    bool is_over;
    bool is_broken;  /* over, but not decided */
    bool is_forfeit; /* nobody has begun it: a side of its pairing was
                      * disqualified in another match, whose record and time
                      * it has; its number is 0 */
    char *left_out;  /* owned by the view: why it counts for nothing, or
                      * NULL */
    char stage[CROK_TEXT_MAX], pool[CROK_TEXT_MAX];
    const char *game; /* "": not known */
} crok_day_match;

typedef struct crok_day_pairing {
    int match; /* index of the match that is played for it, or -1 */
    int entry[CROK_MAX_SIDES];
    char stage[CROK_TEXT_MAX], pool[CROK_TEXT_MAX];
} crok_day_pairing;

/* Valid until the day changes. */
typedef struct crok_day_view {
    const crok_day *day;
    crok_entries entries;
    int n_paired; /* the first so many entries are those of the pairings */
    int n_matches;
    crok_day_match *matches;     /* owned; in the order in which they began */
    crok_day_pairing *pairings;  /* owned; those of the day, in their order */
    crok_match_record *forfeits; /* owned: of the matches that are forfeits */
} crok_day_view;

/* Make the view of a day.
 *
 *   out  written only on CROK_OK; free with crok_day_view_free
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_day_view_make(const crok_day *day,
                                             crok_day_view *out, crok_err *err);
void crok_day_view_free(crok_day_view *v);

/* Are the players of a stage ranked, instead of its sides? */
bool crok_day_is_individual(const crok_day_view *v, const char *stage);

/* Returns the match of a pairing, or NULL: it has not begun. */
const crok_day_match *crok_day_match_of(const crok_day_view *v, int pairing);

/* Is the day over: has it pairings, and is every one of them played? */
bool crok_day_view_is_over(const crok_day_view *v);

#endif
