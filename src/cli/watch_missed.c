/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/watch_missed.h"

/* What has left the board and what has come beside it are one: a hand carried
 * it there, and may give it another colour. */
static bool is_carried(const crok_shot_sight *change)
{
    int at = crok_sight_find(&change->after, change->shooter);
    if (at < 0 || change->after.disc[at].state != CROK_DISC_OUT)
        return false;
    for (int i = 0; i < change->n_gone; i++)
        if (crok_sight_lying(&change->before, change->gone[i]) != NULL)
            return true;
    return false;
}

bool crok_watch_one_came(const crok_shot_sight *change)
{
    int n = 0;
    for (int i = 0; i < change->after.n; i++)
        n += crok_sight_find(&change->before, change->after.disc[i].id) < 0;
    return n == 1 && change->side >= 0 && !is_carried(change) &&
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
