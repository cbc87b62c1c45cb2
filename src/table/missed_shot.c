/* SPDX-License-Identifier: Apache-2.0 */
#include "table/missed_shot.h"

#include "table/fit_shot.h"

/* Is the disc that left the surface the disc that appeared off the surface?
 * Then a hand carried it there. Colours are not compared, because the colour
 * may be measured differently off the surface. */
static bool is_carried(const crok_shot_seen *change)
{
    int at = crok_board_seen_find(&change->after, change->shooter);
    if (at < 0 || change->after.disc[at].state != CROK_DISC_OUT)
        return false;
    for (int i = 0; i < change->n_gone; i++)
        if (crok_board_seen_lying(&change->before, change->gone[i]) != NULL)
            return true;
    return false;
}

bool crok_missed_one_came(const crok_shot_seen *change)
{
    int n = 0;
    for (int i = 0; i < change->after.n; i++)
        n +=
            crok_board_seen_find(&change->before, change->after.disc[i].id) < 0;
    return n == 1 && change->side >= 0 && !is_carried(change) &&
           crok_board_seen_find(&change->after, change->shooter) >= 0;
}

bool crok_missed_shot(const crok_match *m, const crok_table_sides *sides,
                      const crok_shot_seen *change, const crok_shot_seen *next)
{
    const crok_seats *seats = &m->info.seats;
    crok_turns turns = m->turns;
    int player = crok_shot_player(m, sides, change);
    int then = -1;
    if ((m->state != CROK_STATE_PLAYING && m->state != CROK_STATE_CHECK) ||
        m->ask == CROK_ASK_STARTER || player < 0 ||
        (next != NULL && crok_shot_player(m, sides, next) >= 0))
        return false;
    crok_turns_shot(&m->info.book, seats, &turns, player);
    then = crok_turns_player(&m->info.book, seats, &turns);
    if (next == NULL)
        return then < 0; /* no player is left to shoot: `change` was the last
                          * shot of the round */
    return then >= 0 &&
           seats->side[then] == crok_table_match_side(m, sides, next->side);
}
