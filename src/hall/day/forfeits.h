/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/day/forfeits.h: the pairings of who was disqualified. Those that nobody
 * has begun are settled as matches in which that side was disqualified before
 * the first shot, so that whatever is made from the matches of a day follows:
 * standings, sheets, the next matches of a table, the end of the day.
 *
 * Room     hall, internal: uses rules. Allocates.
 * Threads  one view, one thread at a time. */
#ifndef CROK_HALL_DAY_FORFEITS_H
#define CROK_HALL_DAY_FORFEITS_H

#include "hall/day/view.h"

/* Add a match for each open pairing of two sides of which one was disqualified
 * in a match of the day. It is played by the rules of a match of its stage, or
 * else of that match. The view has its pairings and stages. Returns false if
 * there is no memory. */
bool crok_day_forfeit(crok_day_view *v);

/* Rounds of a match that count as forfeited to a side although nobody has
 * forfeited them one by one: all of them if the other one was disqualified, or
 * those that were not played because it gave up. 0 where the book plays no
 * fixed number of rounds, or several games.
 *
 *   worth  written if the result is not 0: what each of them gives */
int crok_day_forfeited_to(const crok_day_match *match, int side,
                          crok_forfeit *worth);

/* Does every round of the match count as forfeited, those that were played as
 * well? */
bool crok_day_is_forfeited(const crok_day_match *match);

#endif
