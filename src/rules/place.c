/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/place.h"

#include <math.h>
#include <stddef.h>

/* The measured place of the shooting disc. A rule is broken only if a distance
 * is wrong by more than slack_mm, the tolerance of the measured position: what
 * is doubtful is decided for the player. */
typedef struct spot {
    double d_mm; /* distance of the disc's centre from the board's centre */
    double r_mm, half_width_mm, outer_mm, slack_mm; /* disc's radius, half the
                                                       width of a line, radius
                                                       of the outer line */
    double inside_mm; /* signed distance of the disc's centre from the nearer
                         quadrant line, > 0 inside the quadrant */
} spot;

/* Distance between the disc and the outer line, mm, > 0 if the whole disc lies
 * behind the line. */
static double behind_mm(const spot *s)
{
    return s->d_mm - s->r_mm - (s->outer_mm + s->half_width_mm);
}

static const char *broken_line(const crok_book *book, const spot *s,
                               const char **text)
{
    double short_of =
        s->outer_mm - s->half_width_mm - (s->d_mm + s->r_mm) - s->slack_mm;
    *text = "The shooter did not touch the outer line before the flick.";
    if (short_of > 0.0)
        return "L1";
    if (behind_mm(s) > s->slack_mm && book->placed_on == CROK_PLACED_TOUCHING)
        return "L1";
    *text = "More than half of the shooter lay inside the outer line.";
    if (book->half_inside_line &&
        s->outer_mm - s->half_width_mm - s->d_mm > s->slack_mm)
        return "L3";
    return NULL;
}

static const char *broken_quadrant(const crok_book *book, const spot *s,
                                   const char **text)
{
    double need_mm = book->placed_quadrant == CROK_QUADRANT_INSIDE
                         ? s->r_mm - s->half_width_mm
                         : -(s->r_mm + s->half_width_mm);
    *text = "The shooter lay outside the player's quadrant.";
    if (s->inside_mm + s->slack_mm < need_mm)
        return "L2";
    *text = "Behind the outer line the shooter lay beyond the quadrant line.";
    if (book->placed_quadrant == CROK_QUADRANT_TOUCHING_ON_LINE &&
        behind_mm(s) > s->slack_mm &&
        s->inside_mm + s->slack_mm < -s->half_width_mm)
        return "L2";
    *text = "More than half of the shooter lay over the quadrant line.";
    if (book->half_over_quadrant &&
        s->inside_mm + s->slack_mm < -s->half_width_mm)
        return "L3";
    return NULL;
}

/* Signed distance in mm of p from the nearer line of the quadrant `place`, > 0
 * inside. The quadrant lines are the two diagonals of the board. Let `out` be
 * the coordinate of p towards the seat and `along` the other one. Then
 *   distance = (out - |along|) / sqrt(2) */
static double inside_quadrant(crok_mm p, crok_place place)
{
    double out = place == CROK_SOUTH   ? -p.y
                 : place == CROK_WEST  ? -p.x
                 : place == CROK_NORTH ? p.y
                                       : p.x;
    double along = place == CROK_SOUTH || place == CROK_NORTH ? p.x : p.y;
    return (out - fabs(along)) / sqrt(2.0);
}

/* Signed distance in mm of the shooting disc from the nearer line of its
 * player's quadrant. Two players sit opposite each other, also if their seats
 * have the numbers 0 and 1. So if the place is not given, seat 1 may be west or
 * north, and the larger of the two distances is returned. */
static double inside_own_quadrant(const crok_shot *shot)
{
    crok_place place = shot->place == CROK_PLACE_NOT_GIVEN
                           ? (crok_place)shot->seat
                           : shot->place;
    double inside = inside_quadrant(shot->placed_at, place);
    if (shot->place == CROK_PLACE_NOT_GIVEN && shot->seat == 1)
        inside = fmax(inside, inside_quadrant(shot->placed_at, CROK_NORTH));
    return inside;
}

const char *crok_place_broken(const crok_book *book, const crok_shot *shot,
                              const char **text)
{
    spot s = {.r_mm = shot->disc_mm,
              .half_width_mm = shot->lines.width_mm / 2.0,
              .outer_mm = shot->lines.outer_mm,
              .slack_mm = CROK_CLOSE_K * shot->placed_sigma_mm + 1e-9};
    const char *rule = NULL;
    if (book->placed_flat == CROK_PLACED_FLAT_AT_REST &&
        (shot->placed_flat == CROK_NO || shot->at_rest == CROK_NO)) {
        *text = shot->placed_flat == CROK_NO
                    ? "The shooter did not lie flat before the flick."
                    : "Not everything was at rest before the flick.";
        return "L4";
    }
    if (!shot->has_placed_at || (shot->missing & CROK_MISS_PLACED_AT) != 0)
        return NULL;
    s.d_mm = hypot(shot->placed_at.x, shot->placed_at.y);
    s.inside_mm = inside_own_quadrant(shot);
    rule = broken_line(book, &s, text);
    return rule != NULL ? rule : broken_quadrant(book, &s, text);
}
