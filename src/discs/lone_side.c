/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/lone_side.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "discs/twenty.h"

bool crok_sides_all_seen(const crok_finds *f, const crok_assignment *to,
                         const crok_scan_options *options)
{
    bool seen[CROK_MAX_SIDES] = {false};
    int n = 0;
    for (int i = 0; i < f->n_sure; i++)
        if (to->side[i] >= 0 && f->disc[i].on_board)
            seen[to->side[i]] = true;
    for (int i = 0; i < CROK_MAX_SIDES; i++)
        n += seen[i];
    return n >= crok_scan_sides(options);
}

static bool has_disc_outside_hole(const crok_observation *o, int side)
{
    for (int i = 0; i < o->n_discs; i++)
        if (o->discs[i].side == side && (o->discs[i].state == CROK_DISC_FLAT ||
                                         o->discs[i].state == CROK_DISC_OUT))
            return true;
    return false;
}

/* A side's colour: that of its name if it is a colour word, else the mean
 * colour of its discs. */
static crok_lab colour_of(const crok_side *side)
{
    crok_lab lab;
    return crok_colour_of_word(side->name, &lab)
               ? lab
               : crok_lab_of(
                     (crok_rgb){side->rgb[0], side->rgb[1], side->rgb[2]});
}

/* The index of the side nearest in colour, of those without a disc outside the
 * hole, or -1 if there is no such side. Sets *distance to its colour distance,
 * L*a*b*. */
static int nearest_without_discs(const crok_observation *o, crok_lab colour,
                                 double *distance)
{
    int best = -1;
    *distance = HUGE_VAL;
    for (int i = 0; i < o->n_sides; i++) {
        double d = crok_hole_colour_distance(colour_of(&o->sides[i]), colour);
        if (has_disc_outside_hole(o, i) || d >= *distance)
            continue;
        *distance = d;
        best = i;
    }
    return best;
}

/* Add a side of that colour. If a side with the same colour word exists, the
 * new one is named "dark" or "light" plus that word, depending on which of the
 * two is lighter. */
static int new_side(crok_observation *o, crok_rgb rgb)
{
    crok_lab lab = crok_lab_of(rgb);
    const char *word = crok_colour_word(lab);
    uint8_t c[3];
    char name[24];
    (void)snprintf(name, sizeof name, "%s", word);
    for (int i = 0; i < o->n_sides; i++) {
        const uint8_t *k = o->sides[i].rgb;
        crok_lab other = crok_lab_of((crok_rgb){k[0], k[1], k[2]});
        if (strcmp(o->sides[i].name, word) == 0)
            (void)snprintf(name, sizeof name, "%s %.15s",
                           lab.l < other.l ? "dark" : "light", word);
    }
    crok_rgb_bytes(rgb, c);
    return crok_observation_add_side(o, name, c);
}

int crok_lone_side_of(const crok_scan_options *options, crok_rgb rgb,
                      crok_observation *o)
{
    double distance = HUGE_VAL;
    int side = nearest_without_discs(o, crok_lab_of(rgb), &distance);
    bool is_full =
        options->n_side_names > 0 || o->n_sides >= crok_scan_sides(options);
    return is_full || (side >= 0 && distance < CROK_HOLE_COLOUR)
               ? side
               : new_side(o, rgb);
}
