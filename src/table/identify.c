/* SPDX-License-Identifier: Apache-2.0 */
#include "table/identify.h"

#include <math.h>
#include <string.h>

#include "table/compare.h"
#include "table/fit_shot.h"

/* Return the id of the disc of the match that a hand put back at the position
 * of `d`: the nearest disc within CROK_PUT_BACK_MM that has the same side and
 * is not detected under its own id, on the board or in the ditch. Returns -1 if
 * there is none. */
static int put_back_as(const crok_table *t, const crok_board_seen *rest,
                       const crok_disc *d)
{
    const crok_match *m = crok_table_match(t);
    double best = CROK_PUT_BACK_MM;
    int id = -1;
    for (int i = 0; i < m->n_discs; i++) {
        const crok_disc *old = &m->discs[i];
        double apart = hypot(old->x_mm - d->x_mm, old->y_mm - d->y_mm);
        if (apart > best || crok_board_seen_find(rest, old->id) >= 0 ||
            strcmp(m->info.sides[old->side].side, crok_table_side_name(t, d)) !=
                0)
            continue;
        best = apart;
        id = old->id;
    }
    return id;
}

void crok_identify_side(crok_job *j, crok_disc *d)
{
    const crok_match *m = crok_table_match(j->table);
    int at = crok_disc_find(m->discs, m->n_discs, d->id);
    int side = d->side;
    if (at >= 0)
        side = crok_table_side(&j->table->setup.sides,
                               m->info.sides[m->discs[at].side].side);
    j->out->sets_rest = j->out->sets_rest || side != d->side;
    d->side = side;
}

void crok_identify(crok_job *j, crok_board_seen *rest, crok_shot_seen *seen)
{
    const crok_match *m = crok_table_match(j->table);
    for (int i = 0; i < rest->n; i++) {
        crok_disc *d = &rest->disc[i];
        int from = d->id;
        int to = -1;
        crok_identify_side(j, d);
        if (d->state == CROK_DISC_OUT || crok_match_is_gone(m, d->id) ||
            crok_disc_find(m->discs, m->n_discs, d->id) >= 0)
            continue;
        to = put_back_as(j->table, rest, d);
        if (to < 0)
            continue;
        d->id = to;
        if (seen != NULL)
            crok_shot_seen_rename(seen, from, to);
        j->out->sets_rest = true;
    }
}
