/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/tracking/flick.h"

#include <math.h>

/* The least number of detections of a disc that waits on the line, the least
 * number of frames in which a place is bare that a disc has left, and the part
 * of it that was covered at some time if a hand has taken the disc. Chosen by
 * hand. */
#define WAITED_HITS 6
#define BARE_FRAMES 3
#define TAKEN_COVERED 0.15
/* Least number of frames in which the shooter must be alone away from its
 * place. Chosen by hand: in one frame it may be confused with another thing. */
#define FRAMES_AWAY 3

/* ---- a disc that was not seen at rest ---- */

/* Speeds of a disc that was flicked, mm/s, and the longest time from the line
 * to the first detection, s: a slower thing is a hand, one that was seen later
 * comes from anywhere. Chosen by hand. */
#define LEAST_SPEED 300.0
#define LONGEST_S 0.2
/* The third detection lies where the first two predict it, to within this and
 * this part of the way: the error of a detection, and friction. */
#define OFF_MM 4.0
#define OFF_PART 0.15
/* 1 sd of a detection in motion, mm: half of the smear. */
#define SMEAR_MM 2.0
/* 1 sd of the place of a disc that was held on the line, mm. Chosen by hand. */
#define HELD_MM 2.5

bool crok_is_on_line(const crok_tracks *all, crok_mm at)
{
    return fabs(hypot(at.x, at.y) - all->line_mm) <
           CROK_PLACED_RADII * all->disc_mm;
}

/* The time before which a disc at `at` with velocity v crossed a circle about
 * the board's centre from outside, s; at most 0: it did not. */
static double since_line(crok_mm at, crok_mm v, double line_mm)
{
    double a = v.x * v.x + v.y * v.y;
    double b = at.x * v.x + at.y * v.y;
    double c = at.x * at.x + at.y * at.y - line_mm * line_mm;
    return (b + sqrt(fmax(b * b - a * c, 0.0))) / a;
}

/* Do three detections in successive frames come from the line? */
static bool is_launch(const crok_tracks *all, const crok_trajectory *c,
                      const int f[3], crok_flick *out)
{
    double dt =
        crok_frame_s(&all->times, f[1]) - crok_frame_s(&all->times, f[0]);
    double next_s =
        crok_frame_s(&all->times, f[2]) - crok_frame_s(&all->times, f[1]);
    crok_mm one = c->at[f[0]];
    crok_mm two = c->at[f[1]];
    crok_mm v = {(two.x - one.x) / dt, (two.y - one.y) / dt};
    crok_mm then = {two.x + v.x * next_s, two.y + v.y * next_s};
    double speed = hypot(v.x, v.y);
    double since = 0.0;
    if (!(speed >= LEAST_SPEED && speed <= CROK_FASTEST_MM_S) ||
        crok_mm_apart(then, c->at[f[2]]) > OFF_MM + OFF_PART * speed * next_s)
        return false;
    since = since_line(one, v, all->line_mm);
    if (since <= 0.0 || since > LONGEST_S)
        return false;
    out->at = (crok_mm){one.x - v.x * since, one.y - v.y * since};
    out->sigma_mm = SMEAR_MM * (1.0 + 2.0 * since / dt);
    out->covered = 0.0;
    out->still = f[0] - 1;
    while (out->still > 0 && crok_frame_s(&all->times, f[0]) -
                                     crok_frame_s(&all->times, out->still) <
                                 since)
        out->still--;
    if (out->still < 0)
        out->still = 0;
    return true;
}

static bool was_launched(const crok_tracks *all, const crok_track *t,
                         crok_flick *out)
{
    const crok_trajectory *c = &t->path;
    int f[3];
    for (int i = 0; i < 3; i++)
        f[i] = crok_trajectory_first(c, &all->times, i == 0 ? 0 : f[i - 1] + 1);
    if (f[2] >= all->times.n || f[2] - f[0] > 3 ||
        hypot(c->at[f[0]].x, c->at[f[0]].y) > all->line_mm - all->disc_mm)
        return false;
    return c->alone[f[0]] && c->alone[f[1]] && c->alone[f[2]] &&
           is_launch(all, c, f, out);
}

/* The last frame in which the disc was on the line before it went inwards. */
static bool was_held(const crok_tracks *all, const crok_track *t,
                     crok_flick *out)
{
    const crok_trajectory *c = &t->path;
    int last = -1;
    for (int f = 0; f < all->times.n; f++) {
        if (!c->seen[f])
            continue;
        if (crok_is_on_line(all, c->at[f]))
            last = f;
        else if (hypot(c->at[f].x, c->at[f].y) <
                 all->line_mm - 2.0 * all->disc_mm)
            break;
    }
    if (last < 0)
        return false;
    *out = (crok_flick){c->at[last], HELD_MM, 1.0, last};
    return true;
}

bool crok_flick_of(const crok_tracks *all, const crok_track *t, crok_flick *out)
{
    if (t->has_from && crok_is_on_line(all, t->path.from)) {
        *out = (crok_flick){t->path.from, t->from_sigma_mm, t->from_covered,
                            t->path.still};
        return true;
    }
    return was_launched(all, t, out) || was_held(all, t, out);
}

/* ---- was it flicked? ---- */

/* The frames after the flick in which the disc was alone: inside the board and
 * away from its place; and how far it came. */
typedef struct alone_frames {
    int n_inside, n_away, n_held; /* held: away, but not alone */
    double innermost_mm;          /* of all frames */
} alone_frames;

static alone_frames count_alone(const crok_tracks *all, const crok_track *t,
                                const crok_flick *flick)
{
    const crok_trajectory *c = &t->path;
    double far_mm = CROK_INTO_BOARD_RADII * all->disc_mm;
    alone_frames n = {.n_inside =
                          crok_track_frames_inside(all, t, flick->still),
                      .innermost_mm = HUGE_VAL};
    for (int f = flick->still + 1; f < all->times.n; f++) {
        double r = hypot(c->at[f].x, c->at[f].y);
        bool is_away = crok_mm_apart(c->at[f], flick->at) > far_mm;
        if (!c->seen[f])
            continue;
        n.innermost_mm = fmin(n.innermost_mm, r);
        n.n_away += c->alone[f] && is_away;
        n.n_held += !c->alone[f] && is_away;
    }
    return n;
}

bool crok_was_in_reach(const crok_track *t)
{
    return t->most_covered > TAKEN_COVERED;
}

bool crok_has_left_line(const crok_tracks *all, const crok_track *t)
{
    return !t->is_in_play && t->has_from && t->n_hits >= WAITED_HITS &&
           t->n_bare >= BARE_FRAMES && crok_is_on_line(all, t->path.from);
}

/* Has a disc in play gone from the surface, unseen, but not by a hand? */
static bool is_gone(const crok_tracks *all, const crok_track *t)
{
    return t->is_in_play && !t->has_left && t->n_bare >= BARE_FRAMES &&
           !crok_was_in_reach(t) &&
           hypot(t->path.from.x, t->path.from.y) < all->line_mm;
}

/* Has a disc in play left its place since, alone? */
static bool has_driven_off(const crok_tracks *all, const crok_flick *flick)
{
    for (int i = 0; i < all->n; i++) {
        const crok_track *o = &all->track[i];
        if (o->path.still >= flick->still && is_gone(all, o))
            return true;
        for (int f = flick->still + 1;
             o->is_in_play && o->has_left && o->path.still >= flick->still &&
             f < all->times.n;
             f++)
            if (o->path.seen[f] && o->path.alone[f] &&
                crok_mm_apart(o->path.at[f], o->path.from) > all->disc_mm)
                return true;
    }
    return false;
}

bool crok_was_flicked(const crok_tracks *all, const crok_track *t,
                      const crok_flick *flick)
{
    alone_frames n = count_alone(all, t, flick);
    double in = all->line_mm - n.innermost_mm;
    if (in >= CROK_INTO_BOARD_RADII * all->disc_mm)
        return n.n_inside >= CROK_FRAMES_INSIDE;
    if (n.n_away >= FRAMES_AWAY && in >= all->disc_mm)
        return true;
    return (crok_mm_apart(t->at, flick->at) > all->disc_mm ||
            crok_has_left_line(all, t)) &&
           has_driven_off(all, flick);
}

bool crok_is_flicked(const crok_tracks *all, const crok_track *t,
                     crok_flick *out)
{
    crok_flick flick;
    if (!crok_flick_of(all, t, &flick) || !crok_was_flicked(all, t, &flick))
        return false;
    *out = flick;
    return true;
}

bool crok_has_left(const crok_tracks *all, const crok_track *t,
                   const crok_flick *flick)
{
    double far_mm = CROK_INTO_BOARD_RADII * all->disc_mm;
    alone_frames n = count_alone(all, t, flick);
    int last = crok_trajectory_last(&t->path, &all->times);
    crok_mm end = t->at;
    if (n.n_held > n.n_away)
        return false;
    if (crok_mm_apart(end, flick->at) > far_mm &&
        hypot(end.x, end.y) > all->line_mm - far_mm)
        return true;
    end = crok_trajectory_predict_rest(&t->path, &all->times, last);
    return hypot(end.x, end.y) > all->line_mm && n.n_away >= FRAMES_AWAY;
}
