/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/tracking/side_colours.h"

#include <math.h>

/* Weight of the lightness L* in colour distances. It is below 1, because the
 * light on a board is uneven. Chosen by hand. */
#define LIGHTNESS 0.5
/* A colour is ambiguous unless its distance from the nearest side is below this
 * fraction of its distance from the second nearest side. Chosen by hand. If it
 * is lower, more discs are ambiguous; if higher, more are misclassified. */
#define MAX_RATIO 0.6
/* When the colours of all sides are learned, a detection in motion is rejected
 * if its colour is at least this far from each of them: distance in L*a*b*,
 * with L* weighted by LIGHTNESS. In simulated rounds 71 of 72 moving discs
 * were at a distance of at most 6 from their side's colour, and one disc beside
 * a hand at most 15. The distances of three hands over dark boards were 17
 * (from a black disc), 24 and 30. A lower value rejects discs beside a hand; a
 * higher one accepts hands. */
#define MAX_DISTANCE 20.0

crok_side_colours crok_side_colours_of(char names[][24], int n)
{
    crok_side_colours c = {.n = n};
    for (int i = 0; i < n; i++)
        if (!crok_colour_of_word(names[i], &c.lab[i]))
            c.n = 0;
    return c;
}

static crok_lab lab_of(const uint8_t rgb[3])
{
    return crok_lab_of((crok_rgb){rgb[0], rgb[1], rgb[2]});
}

void crok_side_colours_learn(crok_side_colours *c, int side,
                             const uint8_t rgb[3])
{
    if (side < 0 || side >= c->n)
        return;
    c->lab[side] = lab_of(rgb);
    c->is_learned[side] = true;
}

bool crok_side_colours_are_learned(const crok_side_colours *c)
{
    for (int i = 0; i < c->n; i++)
        if (!c->is_learned[i])
            return false;
    return c->n > 0;
}

bool crok_side_colours_may_be(const crok_side_colours *c, const uint8_t rgb[3])
{
    crok_lab lab = lab_of(rgb);
    for (int i = 0; i < c->n; i++)
        if (!c->is_learned[i] ||
            crok_lab_distance(c->lab[i], lab, LIGHTNESS) < MAX_DISTANCE)
            return true;
    return c->n == 0;
}

int crok_side_colours_classify(const crok_side_colours *c, const uint8_t rgb[3])
{
    crok_lab lab = lab_of(rgb);
    double least = HUGE_VAL;
    double next = HUGE_VAL;
    int best = -1;
    for (int i = 0; i < c->n; i++) {
        double d = crok_lab_distance(c->lab[i], lab, LIGHTNESS);
        if (d < least) {
            next = least;
            least = d;
            best = i;
        } else {
            next = fmin(next, d);
        }
    }
    return least < MAX_RATIO * next ? best : -1;
}
