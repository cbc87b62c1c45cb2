/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/standings.h: the standings of a day: of each stage and pool, and the
 * final ranking.
 *
 * A stage of which the matches count together is ranked by points, then by 20s;
 * with the setting head_to_head by points, then by the points of the matches
 * between those who are level on points, then by 20s. In a stage whose losers
 * are out (R16, R8, Quarter, Page Playoff, Semi, Final), the matches won go
 * before the points. Who is still level shares the rank, unless a shoot-out at
 * the hole was settled by hand (crok_day_settings.settled).
 *
 * In a stage of the setting `individual` each player has a row, with the
 * matches, points and 20s of all sides in which he or she played. A player who
 * then plays alone in a later stage is the same in the final ranking.
 *
 * The final ranking has those who came into a later stage before all others.
 * Those who came equally far are ranked as in that stage; where it has several
 * pools, by points and 20s over all of them; and where its losers are out,
 * those with equally many matches won share the rank, unless that was settled
 * by hand.
 *
 * Matches count that are over and not left out; they are as many as the sheets
 * have (hall/sheets.h).
 *
 * Room     hall: uses rules. Allocates the lists.
 * Threads  values only; any thread.
 * Source   docs/RULES.md T5. */
#ifndef CROK_HALL_STANDINGS_H
#define CROK_HALL_STANDINGS_H

#include "hall/day.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_standing {
    int rank;         /* from 1; those who share one have the same */
    const char *name; /* "Ann", of a team "Ann/Bob"; owned by the standings */
    bool is_team;     /* of several players */
    int games;        /* matches; of a stage as "Final G1" games */
    int won;
    int points, twenties;
    int forfeited; /* rounds */
    bool disqualified;
    int between; /* with head_to_head: points in matches with those who are
                  * level on points; else 0 */
} crok_standing;

typedef struct crok_stage_standings {
    const char *stage, *pool; /* owned by the standings */
    bool is_individual;       /* the rows are of players, not of sides */
    int n;
    crok_standing *rows; /* owned; by rank */
} crok_stage_standings;

typedef struct crok_standings {
    int n;
    crok_stage_standings *stages; /* owned; in the order of play, the pools of
                                   * each in that of their names */
    int n_ranking;
    crok_standing *ranking; /* owned; by rank: games, won, points and 20s of the
                             * last stage in which each played */
    bool is_over; /* the day has pairings, and all are played, or its settings
                   * say that the ranking is final */
    char *names;  /* owned: the texts of all rows */
} crok_standings;

/* Make the standings of a day.
 *
 *   out  written only on CROK_OK; free with crok_standings_free
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_standings_of(const crok_day *day,
                                            crok_standings *out, crok_err *err);
void crok_standings_free(crok_standings *s);

#ifdef __cplusplus
}
#endif
#endif
