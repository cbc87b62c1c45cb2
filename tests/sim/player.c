/* SPDX-License-Identifier: Apache-2.0 */
#include "sim/player.h"

#define MAX_MM_S 4000.0
/* One standard deviation of a player's hand: 8 mm at the hole. */
#define AIM_RAD 0.028
#define FORCE_REL 0.10
#define WILD_PART 0.10 /* fraction of shots without a particular aim */
#define TRIES 40
#define FAR_RAD                                                                \
    0.62 /* from the quadrant's middle to the disc's farthest place */

static double distance(crok_mm a, crok_mm b)
{
    return hypot(a.x - b.x, a.y - b.y);
}

/* From p to the nearest point between a and b. */
static double off_way(crok_mm p, crok_mm a, crok_mm b)
{
    double dx = b.x - a.x;
    double dy = b.y - a.y;
    double t = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy);
    t = fmin(fmax(t, 0.0), 1.0);
    return distance(p, (crok_mm){a.x + t * dx, a.y + t * dy});
}

static crok_mm place_of(const crok_sim_disc *d)
{
    return (crok_mm){d->at_mm.x, d->at_mm.y};
}

/* On the outer line or a little behind, inside the quadrant. */
static crok_mm some_start(const crok_sim_view *v, rnd *g)
{
    crok_mm to = crok_sim_seat(v->seat);
    double a = atan2(to.y, to.x) + rnd_between(g, -FAR_RAD, FAR_RAD);
    double d =
        v->table->board.line_mm[CROK_LINE_OUTER] + rnd_between(g, 0.0, 5.0);
    return (crok_mm){d * cos(a), d * sin(a)};
}

static bool is_in_way(const crok_sim_view *v, int but, crok_mm from, crok_mm to)
{
    double r = v->table->board.disc_mm;
    for (int i = 0; i < v->n; i++)
        if (i != but && v->discs[i].place == CROK_SIM_SURFACE &&
            off_way(place_of(&v->discs[i]), from, to) < 2.0 * r + 1.0)
            return true;
    for (int i = 0; i < CROK_SIM_N_PEGS; i++)
        if (off_way(crok_sim_peg(v->table, i), from, to) <
            r + v->table->peg_mm + 1.0)
            return true;
    return false;
}

static bool has_room(const crok_sim_view *v, crok_mm at)
{
    for (int i = 0; i < v->n; i++)
        if (v->discs[i].place == CROK_SIM_SURFACE &&
            distance(place_of(&v->discs[i]), at) <
                2.0 * v->table->board.disc_mm + 1.5)
            return false;
    return true;
}

static crok_mm free_start(const crok_sim_view *v, rnd *g)
{
    crok_mm at = some_start(v, g);
    for (int i = 0; i < 1000 && !has_room(v, at); i++)
        at = some_start(v, g);
    return at;
}

static crok_sim_stroke stroke_to(crok_mm from, crok_mm to, double mm_s, rnd *g)
{
    double a = atan2(to.y - from.y, to.x - from.x) + AIM_RAD * rnd_normal(g);
    double v = fmin(mm_s * (1.0 + FORCE_REL * rnd_normal(g)), MAX_MM_S);
    return (crok_sim_stroke){from, {v * cos(a), v * sin(a)}};
}

/* The speed that is left of v after the way is `left`. */
static double speed_for(const crok_sim_view *v, double way_mm, double left)
{
    return sqrt(left * left + 2.0 * v->slide_mm_s2 * way_mm);
}

static int some_target(const crok_sim_view *v, rnd *g)
{
    int n = 0;
    int pick = 0;
    for (int i = 0; i < v->n; i++)
        n += v->target[i];
    if (n == 0)
        return -1;
    pick = (int)(rnd_next(g) % (uint64_t)n);
    for (int i = 0;; i++)
        if (v->target[i] && pick-- == 0)
            return i;
}

static crok_sim_stroke for_the_hole(const crok_sim_view *v, rnd *g)
{
    static const crok_mm hole = {0.0, 0.0};
    crok_mm from = free_start(v, g);
    for (int i = 0; i < TRIES && is_in_way(v, -1, from, hole); i++)
        from = free_start(v, g);
    return stroke_to(
        from, hole,
        speed_for(v, distance(from, hole), rnd_between(g, 150.0, 750.0)), g);
}

static crok_sim_stroke at_target(const crok_sim_view *v, rnd *g)
{
    crok_mm from = free_start(v, g);
    int i = some_target(v, g);
    crok_mm to = place_of(&v->discs[i]);
    double cut = 0.4 * v->table->board.disc_mm * rnd_normal(g);
    double way = 0.0;
    for (int k = 0; k < TRIES && is_in_way(v, i, from, to); k++) {
        from = free_start(v, g);
        i = some_target(v, g);
        to = place_of(&v->discs[i]);
    }
    way = distance(from, to);
    to.x -= cut * (to.y - from.y) / way;
    to.y += cut * (to.x - from.x) / way;
    return stroke_to(from, to, speed_for(v, way, rnd_between(g, 500.0, 2200.0)),
                     g);
}

crok_sim_stroke crok_sim_player_wild(const crok_sim_view *view, double lo_mm_s,
                                     double hi_mm_s, rnd *g)
{
    crok_mm from = free_start(view, g);
    double a = rnd_between(g, -CROK_PI, CROK_PI);
    double r = rnd_between(g, 0.0, 250.0);
    crok_mm to = {r * cos(a), r * sin(a)};
    return stroke_to(from, to, rnd_between(g, lo_mm_s, hi_mm_s), g);
}

crok_sim_stroke crok_sim_player_round(const crok_sim_view *view,
                                      double *curl_rad_s, rnd *g)
{
    crok_mm from = free_start(view, g);
    double way = rnd_between(g, 0.0, 1.0) < 0.5 ? 1.0 : -1.0;
    double inward = rnd_between(g, 0.1, 0.6);
    double r = hypot(from.x, from.y);
    double v = rnd_between(g, 1300.0, 1900.0);
    double a = atan2(from.y, from.x) + way * (0.5 * CROK_PI + inward);
    *curl_rad_s = way * v / r * rnd_between(g, 0.70, 0.88);
    return (crok_sim_stroke){from, {v * cos(a), v * sin(a)}};
}

crok_sim_stroke crok_sim_player_shoots(const crok_sim_view *view, rnd *g)
{
    if (rnd_between(g, 0.0, 1.0) < WILD_PART)
        return crok_sim_player_wild(view, 600.0, 2500.0, g);
    return some_target(view, g) < 0 ? for_the_hole(view, g)
                                    : at_target(view, g);
}
