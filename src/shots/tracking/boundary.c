/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/tracking/boundary.h"

#include <math.h>

/* Largest error of a detected position, mm. A position within this distance of
 * a limit may be on either side of it. Chosen by hand. If it is larger, more
 * crossings are reported as not observed. */
#define DETECTION_ERROR_MM 2.0
/* A disc has moved outwards if its distance from the centre has increased by
 * more than this between two detections, mm. For a disc at rest it changes
 * less. */
#define OUTWARD_MM 0.5
/* Distances of a disc's centre outside the outer line, mm. The distance from
 * the line to the edge of the surface is 1 in (25.4 mm) on tournament boards
 * and less on others. A disc that stayed within SURFACE_MM was on the surface
 * of any board; a disc beyond OFF_MM was off it. Chosen by hand. */
#define SURFACE_MM 15.0
#define OFF_MM 28.0
/* The largest width of the outer line of any board, mm. Chosen by hand. */
#define LINE_MM 4.0
/* If the largest distance of a disc from the board's centre exceeds its
 * distance at rest by less than this, mm, the disc was never farther out than
 * at rest. Chosen by hand. */
#define NO_FARTHER_MM 1.0
/* A disc came to rest where it was last detected if the positions differ by
 * less than this, mm. Chosen by hand. */
#define SAME_MM 5.0

typedef enum answer { NO, YES, UNSURE } answer;

typedef struct crossings {
    const crok_trajectories *c;
    const crok_frame_times *r;
    crok_motion_sight *out;
    int n_off; /* discs that have left the surface and lie beside it now */
} crossings;

static void add_crossing(crossings *e, int id, crok_sight_crossing what,
                         bool returned)
{
    if (e->out->n_boundary == CROK_SIGHT_MAX_BOUNDARY) {
        e->out->saw_boundary = false;
        return;
    }
    e->out->boundary[e->out->n_boundary++] =
        (crok_sight_boundary){id, what, returned};
}

static double radius(crok_mm p)
{
    return hypot(p.x, p.y);
}

/* The largest distance from the centre at which a disc does not touch the
 * outer line, mm. */
static double touch_radius(const crossings *e)
{
    return e->c->line_mm - e->c->disc_mm;
}

/* A leg: the part of a trajectory between two successive detections of the
 * disc. It may not have been detected in frames between them. */
typedef struct leg {
    crok_mm from, to;
    double r0, r1; /* distances from the board's centre, mm */
    double dt_s;
} leg;

/* The leg that ends at the detection in frame f. If that is the first one, the
 * leg begins at the disc's place before the motion. */
static leg leg_to(const crossings *e, const crok_trajectory *c, int f)
{
    leg l = {.from = c->from, .to = c->at[f]};
    int f0 = f - 1;
    while (f0 > c->still && !c->seen[f0])
        f0--;
    if (f0 > c->still)
        l.from = c->at[f0];
    l.dt_s = crok_frame_s(e->r, f) - crok_frame_s(e->r, f0);
    l.r0 = radius(l.from);
    l.r1 = radius(l.to);
    return l;
}

/* Where a disc that went along a leg is after t_s more, if nothing strikes it.
 */
static crok_mm goes_on_to(const leg *l, double t_s)
{
    crok_mm v = {(l->to.x - l->from.x) / l->dt_s,
                 (l->to.y - l->from.y) / l->dt_s};
    return l->dt_s > 0.0 ? crok_slid(l->to, v, t_s) : l->to;
}

/* The largest distance from the board's centre, mm, for which there is a sign
 * that the disc has reached it on the leg `now`: where it was seen, or halfway
 * to where it was about to be, if it turned back between two frames. A disc
 * that was lost was not at the line: it struck another one. Of 1896 simulated
 * shots 3 came back from the line. */
static double farthest(const leg *before, const leg *now)
{
    double most = fmax(now->r0, now->r1);
    if (now->dt_s > CROK_LOST_S)
        return most;
    return fmax(most, 0.5 * (now->r1 + radius(goes_on_to(before, now->dt_s))));
}

typedef struct reach {
    bool left_line;     /* the disc was certainly clear of the outer line */
    bool may_have_left; /* the disc may have been clear of the line */
    bool in_doubt;      /* it moved outwards when it was not certain that it was
                           clear */
    leg last;           /* that ends at its last detection */
    double seen, maybe; /* largest distances from the board's centre since the
                           disc was clear of the line, mm: the largest detected
                           and the largest for which there is a sign */
} reach;

/* Update the disc's reach by one leg. A detection that is not isolated may be a
 * hand and does not change out->seen. */
static void extend_reach(const crossings *e, bool alone, const leg *before,
                         const leg *now, reach *out)
{
    double rim = touch_radius(e);
    if (out->left_line) {
        if (alone)
            out->seen = fmax(out->seen, now->r1);
        out->maybe = fmax(out->maybe, farthest(before, now));
    } else if (out->may_have_left && now->r1 > now->r0 + OUTWARD_MM)
        out->in_doubt = true;
    out->left_line = out->left_line || now->r1 < rim - DETECTION_ERROR_MM;
    out->may_have_left =
        out->may_have_left || now->r1 < rim + DETECTION_ERROR_MM;
}

static reach reach_of(const crossings *e, const crok_trajectory *c)
{
    double rim = touch_radius(e);
    reach out = {.left_line = radius(c->from) < rim - DETECTION_ERROR_MM,
                 .may_have_left = radius(c->from) < rim + DETECTION_ERROR_MM,
                 .last = {.from = c->from, .to = c->from}};
    for (int f = c->still + 1; f < e->r->n; f++) {
        leg now = {0};
        if (!c->seen[f])
            continue;
        now = leg_to(e, c, f);
        extend_reach(e, c->alone[f], &out.last, &now, &out);
        out.last = now;
    }
    return out;
}

static answer beyond(double seen, double maybe, double limit)
{
    if (seen > limit + DETECTION_ERROR_MM)
        return YES;
    return maybe > limit - DETECTION_ERROR_MM ? UNSURE : NO;
}

/* Was the disc last detected where it is at rest? A disc in the hole lies
 * deeper than the tracker assumes, and seems to be elsewhere in it. */
static bool stayed(const crossings *e, const reach *r, const crok_sight_disc *d)
{
    bool is_in = d->state == CROK_DISC_HOLE || d->state == CROK_DISC_LEANING;
    return crok_mm_apart(r->last.to, d->at) <= SAME_MM ||
           (is_in && radius(r->last.to) < e->c->disc_mm);
}

/* May the disc have touched the outer line after its last detection? It may if
 * it was lost just before the line and is at rest elsewhere. */
static bool may_have_been_out(const crossings *e, const reach *r,
                              const crok_sight_disc *d)
{
    double next_s = fmin(r->last.dt_s, CROK_LOST_S);
    return !stayed(e, r, d) && radius(goes_on_to(&r->last, next_s)) >
                                   touch_radius(e) - DETECTION_ERROR_MM;
}

/* Was the disc moved by less than its radius, and never detected away from its
 * old place? */
static bool was_nudged(const crok_trajectory *c, const crok_sight_disc *d,
                       double disc_mm)
{
    return c->n_seen == 0 && crok_mm_apart(c->from, d->at) < disc_mm;
}

/* Is the disc at rest inside the outer line, or so near to it that it is a
 * close call? A close call is decided from the position at rest and not from
 * the motion. */
static bool is_inside_line(const crossings *e, const crok_sight_disc *d)
{
    return radius(d->at) < touch_radius(e) + CROK_CLOSE_K * d->sigma_mm;
}

/* Is the disc certainly out of play at rest? It is if it is on the outer line
 * after it had been clear of it, or if it is wholly beyond the line. */
static bool goes_off(const crossings *e, const reach *r,
                     const crok_sight_disc *d)
{
    double beyond_mm = e->c->line_mm + LINE_MM + e->c->disc_mm;
    return !is_inside_line(e, d) &&
           (r->left_line || radius(d->at) > beyond_mm + DETECTION_ERROR_MM);
}

/* Report the crossing of a disc that was nudged. It is assumed to have moved
 * straight from its old position to the new one. */
static void report_nudged(crossings *e, const crok_trajectory *c,
                          const crok_sight_disc *d)
{
    if (!is_inside_line(e, d) && radius(c->from) < touch_radius(e))
        add_crossing(e, c->id, CROK_SIGHT_TOUCHED_LINE, false);
}

/* Report the crossings of a disc that is at rest on the board. It may have been
 * out and have come back; but if another disc went off in this shot, it may be
 * that one which was seen out there, since two discs that meet are confused
 * more often than a disc comes back. */
static void report_on_board(crossings *e, const crok_trajectory *c,
                            const crok_sight_disc *d)
{
    double rim = touch_radius(e);
    reach r = reach_of(e, c);
    bool inside = is_inside_line(e, d);
    answer off =
        beyond(r.seen, r.maybe, e->c->line_mm + 0.5 * (SURFACE_MM + OFF_MM));
    answer line = inside ? beyond(r.seen, r.maybe, rim) : YES;
    if (inside && line == YES && e->n_off > 0)
        line = UNSURE;
    if (r.seen > e->c->line_mm + SURFACE_MM && r.seen < e->c->line_mm + OFF_MM)
        off = UNSURE;
    if (r.maybe <
        radius(d->at) + NO_FARTHER_MM) { /* it was never farther out */
        off = NO;
        line = inside ? NO : YES;
    }
    if (!inside && !r.left_line) /* the disc was never clear of the line */
        line = NO;
    if (r.in_doubt || (r.may_have_left && !r.left_line))
        line = UNSURE;
    if ((r.in_doubt || e->n_off > 0) && off == YES)
        off = UNSURE;
    if (goes_off(e, &r, d))
        line = YES;
    else if (off != YES && /* for a disc that was off the surface it does not
                              matter what it did afterwards */
             (may_have_been_out(e, &r, d) || off == UNSURE || line == UNSURE))
        e->out->saw_boundary = false;
    if (line == YES)
        add_crossing(e, c->id, CROK_SIGHT_TOUCHED_LINE, inside);
    if (off == YES) {
        add_crossing(e, c->id, CROK_SIGHT_LEFT_SURFACE, true);
        add_crossing(e, c->id, CROK_SIGHT_HIT_RAIL, true);
    }
}

/* Does the disc lie beside the surface, or has it not been found? */
static bool is_off(const crok_shot_sight *shot, int id)
{
    int at = crok_sight_find(&shot->after, id);
    return at < 0 || shot->after.disc[at].state == CROK_DISC_OUT;
}

void crok_boundary_estimate(const crok_trajectories *trajectories,
                            const crok_frame_times *times,
                            crok_shot_sight *shot)
{
    crossings e = {.c = trajectories, .r = times, .out = &shot->motion};
    shot->motion.n_boundary = 0;
    shot->motion.saw_boundary = times->n > 1;
    shot->motion.may_lie_unseen = false;
    for (int i = 0; i < trajectories->n; i++)
        e.n_off += is_off(shot, trajectories->trajectory[i]->id);
    for (int i = 0; i < trajectories->n; i++) {
        const crok_trajectory *c = trajectories->trajectory[i];
        int at = crok_sight_find(&shot->after, c->id);
        const crok_sight_disc *d = at < 0 ? NULL : &shot->after.disc[at];
        if (i == 0 && d == NULL && c->n_seen == 0)
            shot->motion.may_lie_unseen = true;
        else if (is_off(shot, c->id)) {
            add_crossing(&e, c->id, CROK_SIGHT_TOUCHED_LINE, false);
            add_crossing(&e, c->id, CROK_SIGHT_LEFT_SURFACE, false);
        } else if (c->id != shot->shooter &&
                   was_nudged(c, d, trajectories->disc_mm))
            report_nudged(&e, c, d);
        else
            report_on_board(&e, c, d);
    }
}
