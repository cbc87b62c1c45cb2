/* SPDX-License-Identifier: Apache-2.0 */
#include "report/seen_sides.h"

#include "report/calls.h"

static bool may_be_of(const crok_seen_disc *d, int side)
{
    return d->side == side || d->other_side == side;
}

static bool may_have_value(const crok_observation *o,
                           const crok_value_rules *rules,
                           const crok_seen_disc *d)
{
    crok_value v;
    return crok_score_disc_value(o, rules, d, &v) && v.hi > 0;
}

/* Are there possible discs of the side, all of them worth nothing, and no
 * others? */
static bool is_worthless(const crok_observation *o,
                         const crok_value_rules *rules, int side)
{
    int n_maybe = 0;
    for (int i = 0; i < o->n_discs; i++)
        if (may_be_of(&o->discs[i], side))
            return false;
    for (int i = 0; i < o->n_maybe; i++) {
        const crok_seen_disc *d = &o->maybe[i];
        if (!may_be_of(d, side))
            continue;
        if (d->side != side || may_have_value(o, rules, d))
            return false;
        n_maybe++;
    }
    return n_maybe > 0;
}

void crok_seen_sides_keep(crok_observation *o, const crok_value_rules *rules)
{
    for (int side = o->n_sides - 1; side >= 0; side--)
        if (is_worthless(o, rules, side))
            crok_observation_drop_side(o, side);
}
