/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/day/stages.h: the stages of a tournament, as the sport's results
 * database names them.
 *
 * Room     hall, internal: pure.
 * Threads  values only; any thread.
 * Source   the list of stages that the database's check of its input allows
 *          (crokinolereference.com, its public scripts, step 9-1). */
#ifndef CROK_HALL_DAY_STAGES_H
#define CROK_HALL_DAY_STAGES_H

#include "hall/day.h"

/* Returns the database's spelling of a stage, or NULL if it has no such stage.
 * Capitals and spaces do not matter. */
const char *crok_stage_find(const char *text);

/* Place of a stage in the order of play, from 0; a game of a stage ("Final G2")
 * follows it. A stage that is not known comes first. */
int crok_stage_order(const char *stage);

/* Is it a stage of matches that somebody must win, after which the loser is
 * out? In the others the points of all matches count together. */
bool crok_stage_is_knockout(const char *stage);

/* Take the next name of a list of stages, "Prelim,Semi", and go on after it.
 * Returns false at the end. */
bool crok_stage_next(const char **list, char out[CROK_STAGE_LIST_MAX]);

/* Is a stage in a list, or is the list "all"? Capitals and spaces do not
 * matter. */
bool crok_stage_is_in(const char *list, const char *stage);

/* Is each game of a match in this stage a stage of its own: "Semi", "Final"? */
bool crok_stage_has_games(const char *stage);

#endif
