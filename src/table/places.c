/* SPDX-License-Identifier: Apache-2.0 */
#include "table/places.h"

#include <math.h>

#include "table/fit_shot.h"

/* Votes by which one turn of the seats must lead. Chosen by hand: with 1 a
 * single wrong place decides; with 3 one more shot of each match is not tested.
 */
enum { PLACES_LEAD = 2, QUARTERS = CROK_MAX_SEATS };

/* A place within this many radii of a disc from a quadrant line, about the
 * accuracy of a hand, belongs to neither quadrant. */
#define CLEAR_RADII 2.0

/* How far the place lies inside the quadrant of its seat, mm. */
static double inside_mm(crok_mm at)
{
    return fabs(fabs(at.x) - fabs(at.y)) / sqrt(2.0);
}

static bool is_clear(const crok_shot *s)
{
    return s->has_placed_at &&
           inside_mm(s->placed_at) >= CLEAR_RADII * s->disc_mm;
}

static void count_votes(const crok_log *log, int votes[QUARTERS])
{
    crok_event e;
    for (int i = log->n - 1; i >= 0; i--) {
        crok_kept_event(log->events[i], &e);
        if (e.type == CROK_EVENT_MATCH_START)
            return;
        if (e.type == CROK_EVENT_SHOT && is_clear(&e.u.shot.shot)) {
            const crok_shot *s = &e.u.shot.shot;
            int there = crok_shot_seat_at(s->placed_at);
            votes[(there - s->seat + QUARTERS) % QUARTERS]++;
        }
    }
}

crok_places crok_places_of(const crok_table_setup *setup, const crok_log *log)
{
    crok_places places = {.is_known = setup->n_seats > 0};
    int votes[QUARTERS] = {0};
    int most = 0;
    int second = 0;
    if (places.is_known)
        return places;
    count_votes(log, votes);
    for (int k = 1; k < QUARTERS; k++)
        if (votes[k] > votes[most])
            most = k;
    for (int k = 0; k < QUARTERS; k++)
        if (k != most && votes[k] > second)
            second = votes[k];
    places.is_known = votes[most] - second >= PLACES_LEAD;
    places.turns = places.is_known ? most : 0;
    return places;
}

/* Where the player of the shot sits. */
static int place_of(const crok_places *places, const crok_shot *s)
{
    if (!places->is_known && s->has_placed_at)
        return crok_shot_seat_at(s->placed_at);
    return (s->seat + places->turns) % QUARTERS;
}

void crok_places_apply(const crok_places *places, crok_shot *shot)
{
    int place = place_of(places, shot);
    shot->place = (crok_place)place;
    if (!shot->has_placed_at || crok_shot_seat_at(shot->placed_at) == place ||
        inside_mm(shot->placed_at) < CLEAR_RADII * shot->disc_mm)
        return;
    shot->has_placed_at = false;
    shot->placed_at = (crok_mm){0.0, 0.0};
    shot->placed_sigma_mm = 0.0;
    shot->missing |= CROK_MISS_PLACED_AT;
}
