/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/observation.h"

#include <stdio.h>
#include <string.h>

const char *crok_unseen_name(crok_unseen_why why)
{
    static const char *const name[] = {[CROK_UNSEEN_COVERED] = "covered",
                                       [CROK_UNSEEN_OUTSIDE] = "outside",
                                       [CROK_UNSEEN_GLARE] = "glare"};
    return name[why];
}

/* Adjust a disc's side indices after the insertion of a side at index `at`. */
static void move_sides(crok_seen_disc *d, int at)
{
    d->side += d->side >= at;
    d->other_side += d->other_side >= at;
}

int crok_observation_add_side(crok_observation *o, const char *name,
                              const uint8_t rgb[3])
{
    crok_side side = {.rgb = {rgb[0], rgb[1], rgb[2]}};
    int at = 0;
    CROK_ASSERT(o->n_sides < CROK_MAX_SIDES);
    (void)snprintf(side.name, sizeof side.name, "%s", name);
    while (at < o->n_sides && strcmp(o->sides[at].name, name) < 0)
        at++;
    memmove(&o->sides[at + 1], &o->sides[at],
            (size_t)(o->n_sides - at) * sizeof side);
    o->sides[at] = side;
    o->n_sides++;
    for (int i = 0; i < o->n_discs; i++)
        move_sides(&o->discs[i], at);
    for (int i = 0; i < o->n_maybe; i++)
        move_sides(&o->maybe[i], at);
    return at;
}

/* Adjust a disc's side indices after the removal of the side at index `at`. */
static void move_sides_back(crok_seen_disc *d, int at)
{
    CROK_ASSERT(d->side != at && d->other_side != at);
    d->side -= d->side > at;
    d->other_side -= d->other_side > at;
}

void crok_observation_drop_side(crok_observation *o, int side)
{
    int n = 0;
    CROK_ASSERT(side >= 0 && side < o->n_sides);
    for (int i = 0; i < o->n_maybe; i++)
        if (o->maybe[i].side != side)
            o->maybe[n++] = o->maybe[i];
    o->n_maybe = n;
    o->n_sides--;
    memmove(&o->sides[side], &o->sides[side + 1],
            (size_t)(o->n_sides - side) * sizeof o->sides[0]);
    for (int i = 0; i < o->n_discs; i++)
        move_sides_back(&o->discs[i], side);
    for (int i = 0; i < o->n_maybe; i++)
        move_sides_back(&o->maybe[i], side);
}

bool crok_observation_shows_sides(const crok_observation *o, int n)
{
    bool shows[CROK_MAX_SIDES] = {false};
    for (int i = 0; i < o->n_discs; i++)
        if (o->discs[i].state == CROK_DISC_FLAT)
            shows[o->discs[i].side] = true;
    for (int i = 0; i < n; i++)
        if (!shows[i])
            return false;
    return o->n_sides == n;
}

bool crok_observation_has_disc_within(const crok_observation *o, crok_mm p,
                                      double reach_mm)
{
    for (int i = 0; i < o->n_discs; i++)
        if (crok_mm_apart(o->discs[i].at, p) < reach_mm)
            return true;
    return false;
}
