/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/day/rank.h: adds the bouts of a stage up and ranks who played in it, by
 * the rules of hall/standings.h.
 *
 * Room     hall, internal. Allocates.
 * Threads  one list, one thread at a time. */
#ifndef CROK_HALL_DAY_RANK_H
#define CROK_HALL_DAY_RANK_H

#include "hall/day/bouts.h"

/* What one entry has in one stage. */
typedef struct crok_rank_row {
    int entry;
    int rank;
    int games, won, points, twenties, between;
    int forfeited;     /* rounds, one by one */
    bool disqualified; /* in a match of the stage, or before it */
    int settled; /* its place among those whose order was settled by hand; the
                  * others have a number above all of these */
} crok_rank_row;

/* By what rows are ranked. */
typedef struct crok_rank_order {
    bool by_won;       /* matches won first */
    bool only_won;     /* ... and nothing else, but what was settled */
    bool head_to_head; /* `between` goes before 20s */
} crok_rank_order;

/* One stage and pool. */
typedef struct crok_rank_group {
    const char *stage, *pool; /* of the bouts that it was made from */
    int n;
    crok_rank_row *rows; /* owned; by rank */
} crok_rank_group;

/* Add up and rank those who played in a stage.
 *
 *   stage, pool  borrowed, kept
 *
 * Returns false if there is no memory. */
bool crok_rank_stage(const crok_day_view *v, const crok_bouts *b,
                     const char *stage, const char *pool, crok_rank_group *out);

/* Rank all who played, by the last stage in which they did.
 *
 *   out  stage and pool are NULL
 *
 * Returns false if there is no memory. */
bool crok_rank_day(const crok_day_view *v, const crok_bouts *b,
                   crok_rank_group *out);
void crok_rank_free(crok_rank_group *g);

#endif
