/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/watch_missed.h"

bool crok_watch_one_came(const crok_shot_sight *change)
{
    int n = 0;
    for (int i = 0; i < change->after.n; i++)
        n += crok_sight_find(&change->before, change->after.disc[i].id) < 0;
    return n == 1 && change->side >= 0 &&
           crok_sight_find(&change->after, change->shooter) >= 0;
}

/* The side of who shot `sight`, as the match counts. */
static int side_of(const crok_match *m, const crok_watch_sides *sides,
                   const crok_shot_sight *sight)
{
    return sight->side < 0 ? -1
                           : crok_match_side_of(m, sides->name[sight->side]);
}

bool crok_watch_was_missed(const crok_match *m, const crok_watch_sides *sides,
                           const crok_shot_sight *change,
                           const crok_shot_sight *next)
{
    const crok_seats *seats = &m->info.seats;
    crok_turns turns = m->turns;
    int player = crok_watch_player(m, sides, change);
    int then = -1;
    if (m->state != CROK_STATE_PLAYING || player < 0 ||
        (next != NULL && crok_watch_player(m, sides, next) >= 0))
        return false;
    crok_turns_shot(&m->info.book, seats, &turns, player);
    then = crok_turns_player(&m->info.book, seats, &turns);
    if (next == NULL)
        return then < 0; /* it was the last */
    return then >= 0 && seats->side[then] == side_of(m, sides, next);
}
