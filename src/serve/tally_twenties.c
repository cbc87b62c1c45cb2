/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/tally_twenties.h"

#include <stdio.h>

bool crok_tallies_twenties(const crok_match *m, bool is_watched)
{
    if (m->is_counted)
        return true;
    if (is_watched || m->n_discs > 0)
        return false;
    for (int i = 0; i < m->info.n_sides; i++)
        if (crok_match_left(m, i) < crok_match_dealt(m, i))
            return false;
    return true;
}

void crok_tally_twenties(const crok_match *m, crok_event *e)
{
    const int n = e->u.twenties.count;
    const int side = crok_match_side_of(m, e->u.twenties.side);
    const crok_match_side *s = &m->sides[side];
    crok_side_count count = {.by_ring = true, .has_out = true};
    if (m->is_counted && s->has_count)
        count = s->count;
    if (count.by_ring) {
        count.ring[0] = n;
    } else {
        count.total += (n - count.twenties) * m->info.book.value_hole;
        count.twenties = n;
    }
    (void)snprintf(count.side, sizeof count.side, "%s",
                   m->info.sides[side].side);
    *e = (crok_event){.type = CROK_EVENT_ROUND_COUNT,
                      .u.count = {.n = 1, .sides = {count}}};
}
