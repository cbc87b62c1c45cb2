/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/gen.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rules/book_json.h"

/* splitmix64 (Steele, Lea and Flood 2014). */
uint32_t gen_next(gen *g)
{
    uint64_t z = (g->state += 0x9E3779B97F4A7C15U);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return (uint32_t)((z ^ (z >> 31)) >> 32);
}

int gen_below(gen *g, int n)
{
    return (int)(gen_next(g) % (uint32_t)n);
}

double gen_between(gen *g, double lo, double hi)
{
    return lo + (hi - lo) * (gen_next(g) / 4294967296.0);
}

static void change_one(gen *g, crok_book *book)
{
    int n = 0;
    const crok_setting *all = crok_settings(&n);
    const crok_setting *s = &all[gen_below(g, n)];
    crok_book changed = *book;
    if (crok_setting_put(s, gen_below(g, 4), &changed) &&
        crok_book_check(&changed, "gen", NULL) == CROK_OK)
        *book = changed;
}

crok_book gen_book(gen *g)
{
    static crok_book preset[8]; /* read once */
    crok_book book;
    int n = 0;
    while (crok_preset_name(n) != NULL) {
        if (preset[n].name[0] == '\0')
            CROK_ASSERT(crok_book_preset(crok_preset_name(n), &preset[n], NULL,
                                         NULL) == CROK_OK);
        n++;
    }
    book = preset[gen_below(g, n)];
    for (int i = gen_below(g, 5); i > 0; i--)
        change_one(g, &book);
    return book;
}

/* Somewhere; often near a line, where the calls are. */
static crok_mm somewhere(gen *g)
{
    static const double near_mm[] = {5.0, 85.0, 118.3, 186.5, 288.1, 304.8};
    double d = gen_below(g, 2) == 0
                   ? gen_between(g, 0.0, 330.0)
                   : near_mm[gen_below(g, 6)] + gen_between(g, -1.0, 1.0);
    double a = gen_between(g, 0.0, 2.0 * CROK_PI);
    return (crok_mm){d * cos(a), d * sin(a)};
}

static void put_somewhere(gen *g, crok_disc *d)
{
    crok_mm at = somewhere(g);
    d->x_mm = at.x;
    d->y_mm = at.y;
    d->sigma_mm = gen_below(g, 3) == 0 ? gen_between(g, 0.0, 0.5) : 0.0;
    d->state = CROK_DISC_FLAT;
}

static void before(gen *g, crok_shot *s)
{
    s->n_before = gen_below(g, 11);
    for (int i = 0; i < s->n_before; i++) {
        s->before[i].id = i + 1;
        s->before[i].side = gen_below(g, 2);
        put_somewhere(g, &s->before[i]);
        s->before[i].sigma_mm = 0.0;
    }
}

static bool has_moved(const crok_shot *s, int id)
{
    for (int i = 0; i < s->n_moved; i++)
        if (s->moved[i] == id)
            return true;
    return false;
}

/* A disc that has moved meets one that has or has not. */
static void contacts(gen *g, crok_shot *s)
{
    int n = s->n_before == 0 ? 0 : gen_below(g, 6);
    s->moved[s->n_moved++] = s->shot_disc;
    for (int i = 0; i < n; i++) {
        int a = s->moved[gen_below(g, s->n_moved)];
        int b = s->before[gen_below(g, s->n_before)].id;
        if (a == b)
            continue;
        s->contacts[s->n_contacts++] = (crok_contact){a, b};
        if (!has_moved(s, b))
            s->moved[s->n_moved++] = b;
    }
}

/* A disc that moved: gone, in the hole, leaning, or somewhere. */
static void settle(gen *g, crok_shot *s, crok_disc d)
{
    int fate = gen_below(g, 10);
    bool gone = fate < 3;
    put_somewhere(g, &d);
    if (fate == 3 || fate == 4) {
        d.x_mm = gen_between(g, -1.0, 1.0);
        d.y_mm = gen_between(g, -1.0, 1.0);
        d.state = fate == 3 ? CROK_DISC_HOLE : CROK_DISC_LEANING;
        d.state_unsure = gen_below(g, 4) == 0;
    }
    if (!gone)
        s->after[s->n_after++] = d;
    if (gen_below(g, 6) == 0)
        s->boundary[s->n_boundary++] = (crok_boundary){
            d.id, (crok_boundary_what)gen_below(g, CROK_N_BOUNDARY), !gone};
}

static void after(gen *g, crok_shot *s)
{
    for (int i = 0; i < s->n_before; i++)
        if (has_moved(s, s->before[i].id))
            settle(g, s, s->before[i]);
        else
            s->after[s->n_after++] = s->before[i];
    settle(g, s, (crok_disc){.id = s->shot_disc, .side = s->shooter});
}

crok_shot gen_shot(gen *g)
{
    crok_shot s = crok_shot_empty();
    s.n_sides = 2;
    (void)snprintf(s.side[0], CROK_NAME_MAX, "black");
    (void)snprintf(s.side[1], CROK_NAME_MAX, "white");
    s.shooter = gen_below(g, 2);
    s.seat = gen_below(g, 4);
    s.place = (crok_place)s.seat;
    s.shot_disc = 20;
    before(g, &s);
    contacts(g, &s);
    after(g, &s);
    s.has_last_played = gen_below(g, 4) != 0;
    s.last_played = 1 + gen_below(g, 11); /* often one that is there */
    s.fouls = gen_below(g, 12) == 0 ? CROK_FOUL_ONE_CHEEK : 0U;
    if (gen_below(g, 3) == 0) {
        double a = (s.seat * -90.0 - 90.0) * CROK_PI / 180.0 +
                   gen_between(g, -0.85, 0.85);
        double d = gen_between(g, 280.0, 330.0);
        s.has_placed_at = true;
        s.placed_at = (crok_mm){d * cos(a), d * sin(a)};
    }
    return s;
}
