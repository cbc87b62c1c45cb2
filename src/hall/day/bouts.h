/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/day/bouts.h: what counts in the results: the matches that are over, and
 * of a match of several games in a stage that has them ("Final") each game.
 *
 * Room     hall, internal: uses rules. Allocates.
 * Threads  one list, one thread at a time. */
#ifndef CROK_HALL_DAY_BOUTS_H
#define CROK_HALL_DAY_BOUTS_H

#include "hall/day/view.h"

typedef struct crok_bout {
    const crok_day_match *match;
    int game;     /* of the match, if each of its games is a bout; else 0 */
    bool is_last; /* of its match, which it decides */
    char stage[CROK_TEXT_MAX + 16]; /* "Final G2" */
    int number;                     /* in its stage: the column Stage Game */
    const crok_round_record *rounds;
    int n;                     /* 0 if the whole match counts as forfeited */
    int extra[CROK_MAX_SIDES]; /* points in no round: penalties, handicaps, and
                                * rounds that were won because the other side
                                * gave up or was disqualified; of several games
                                * in the last one */
    int extra_twenties[CROK_MAX_SIDES]; /* 20s of handicaps, and that the stage
                                         * gives for these rounds */
    int points[CROK_MAX_SIDES], twenties[CROK_MAX_SIDES]; /* sums, points with
                                                           * extra */
    unsigned won; /* bit i: side i has won this match or game, alone */
} crok_bout;

typedef struct crok_bouts {
    int n;
    crok_bout *list; /* owned; in the order in which the matches began */
} crok_bouts;

/* Make the list from a view, which must outlive it.
 *
 *   out  written only on CROK_OK; free with crok_bouts_free
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_bouts_make(const crok_day_view *v,
                                          crok_bouts *out, crok_err *err);
void crok_bouts_free(crok_bouts *b);

#endif
