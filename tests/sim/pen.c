/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/pen.h"

/* A hand at this distance from the centre is out of view. */
#define AWAY_MM 1050.0
/* A hand that pushes or turns the board holds the rail so far from its outer
 * side, and so far above its top. */
#define HOLD_IN_MM 8.0
#define HOLD_UP_MM 4.0

void crok_sim_pen_key(crok_sim_pen *p, crok_vec3 tip, bool there)
{
    crok_sim_track *t = p->track;
    CROK_ASSERT(t->n < CROK_SIM_MAX_KEYS);
    t->keys[t->n++] =
        (crok_sim_key){.t_s = p->t_s, .tip_mm = tip, .there = there};
    p->at = tip;
}

crok_mm crok_sim_pen_seat(const crok_sim_pen *p)
{
    return crok_sim_on_board(&p->act->after.pose,
                             crok_sim_seat(p->track->seat));
}

static crok_vec3 away(const crok_sim_pen *p)
{
    crok_mm to = crok_sim_pen_seat(p);
    return (crok_vec3){AWAY_MM * to.x, AWAY_MM * to.y, 60.0};
}

void crok_sim_pen_wait(crok_sim_pen *p, double s)
{
    p->t_s += s;
    crok_sim_pen_key(p, p->at, true);
}

void crok_sim_pen_tremble(crok_sim_pen *p, double s, double tremble_mm,
                          double hz)
{
    crok_sim_key *from = NULL;
    crok_sim_pen_key(p, p->at, true);
    from = &p->track->keys[p->track->n - 1];
    from->tremble_mm = tremble_mm;
    from->tremble_hz = hz;
    crok_sim_pen_wait(p, s);
}

/* Half a second for the length of an arm. */
void crok_sim_pen_to(crok_sim_pen *p, crok_vec3 to)
{
    double way = hypot(to.x - p->at.x, to.y - p->at.y);
    p->t_s += (0.14 + 0.00055 * way) * rnd_between(p->g, 0.85, 1.3);
    crok_sim_pen_key(p, to, true);
}

void crok_sim_pen_enters(crok_sim_pen *p)
{
    crok_sim_pen_key(p, away(p), true);
}

void crok_sim_pen_leaves(crok_sim_pen *p)
{
    crok_sim_pen_to(p, away(p));
    p->track->keys[p->track->n - 1].there = false;
}

crok_vec3 crok_sim_pen_rail(const crok_sim_pen *p, double off_rad)
{
    const crok_sim_table *table = p->act->play.table;
    crok_mm to = crok_sim_pen_seat(p);
    double a = atan2(to.y, to.x) + off_rad;
    double r = table->rail_outer_mm - HOLD_IN_MM;
    return (crok_vec3){r * cos(a), r * sin(a), table->rail_z_mm + HOLD_UP_MM};
}

crok_vec3 crok_sim_above(crok_vec3 at, double z_mm)
{
    at.z += z_mm;
    return at;
}
