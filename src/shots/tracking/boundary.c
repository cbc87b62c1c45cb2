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
/* The upper limit of all speeds in a shot is SPEED_MARGIN times the shooter's
 * highest measured speed, if at least MIN_LEGS speeds were measured. Chosen by
 * hand. If it is smaller, a disc that was out may be reported as never out; if
 * larger, more crossings are reported as not observed. */
#define MIN_LEGS 3
#define SPEED_MARGIN 1.5
/* A disc came to rest where it was last detected if the positions differ by
 * less than this, mm. Chosen by hand. */
#define SAME_MM 5.0

typedef enum answer { NO, YES, UNSURE } answer;

typedef struct crossings {
    const crok_trajectories *c;
    const crok_frame_times *r;
    crok_motion_sight *out;
    double fastest_mm_s; /* upper limit of the speeds of all discs (fastest) */
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
 * disc, in frames f0 and f1. The disc was not detected in the frames between.
 */
typedef struct leg {
    int f0, f1;
    double r0, r1;       /* distances from the board's centre, mm */
    double dt_s, v_mm_s; /* duration, and speed along the straight line */
} leg;

/* The leg that ends at the detection in frame f. If that is the first one, the
 * leg begins at the disc's place before the motion. */
static leg leg_to(const crossings *e, const crok_trajectory *c, int f)
{
    leg l = {.f0 = f - 1, .f1 = f};
    crok_mm from = c->from;
    while (l.f0 > c->still && !c->seen[l.f0])
        l.f0--;
    if (l.f0 > c->still)
        from = c->at[l.f0];
    l.dt_s = crok_frame_s(e->r, f) - crok_frame_s(e->r, l.f0);
    l.r0 = radius(from);
    l.r1 = radius(c->at[f]);
    l.v_mm_s = hypot(c->at[f].x - from.x, c->at[f].y - from.y) / l.dt_s;
    return l;
}

/* An upper limit of the speeds of all discs in this shot, mm/s. The flick
 * gives the shooter its speed and collisions only pass it on, so the limit is
 * SPEED_MARGIN times the shooter's highest measured speed, or
 * CROK_FASTEST_MM_S if that is lower or too few speeds were measured. */
static double fastest(const crossings *e)
{
    const crok_trajectory *c = e->c->trajectory[0];
    double most = 0.0;
    int n = 0;
    for (int f = c->still + 2; e->c->has_spot && f < e->r->n; f++)
        if (c->seen[f] && c->seen[f - 1]) {
            most = fmax(most, leg_to(e, c, f).v_mm_s);
            n++;
        }
    return n < MIN_LEGS ? CROK_FASTEST_MM_S
                        : fmin(SPEED_MARGIN * most, CROK_FASTEST_MM_S);
}

/* The largest distance from the board's centre, mm, that a disc can have
 * reached on the leg `now`. With the distances r0 and r1 at the leg's ends, its
 * duration t and a speed v, a disc that goes out and comes back reaches at most
 * (r0 + r1 + v t) / 2. If frames without a detection are between, v is the
 * highest speed of the three legs. Otherwise v is the outward speed on the leg
 * before, and the distance is also limited to r0 + v t. */
static double farthest(const leg *before, const leg *now, const leg *after)
{
    double most = fmax(now->r0, now->r1);
    double v = fmax(before->v_mm_s, fmax(now->v_mm_s, after->v_mm_s));
    double out = (now->r0 - before->r0 > 0.0) && before->dt_s > 0.0
                     ? (now->r0 - before->r0) / before->dt_s
                     : 0.0;
    if (now->f1 - now->f0 > 1)
        return fmax(most, 0.5 * (now->r0 + now->r1 + v * now->dt_s));
    if (out > 0.0 && now->r1 - now->r0 < out * now->dt_s)
        most = fmax(most, fmin(now->r0 + out * now->dt_s,
                               0.5 * (now->r0 + now->r1 + out * now->dt_s)));
    return most;
}

/* After it hits the rail a disc has at most REBOUND times its speed before. So
 * a disc that comes back from the rail is too slow to get farther inside the
 * outer line than WELL_INSIDE_MM, and one that is at rest farther inside has
 * not hit the rail. Both chosen by hand. In 1896 simulated shots 3 discs came
 * back from the line, none farther than 90 mm. */
#define REBOUND 0.5
#define WELL_INSIDE_MM 120.0

typedef struct reach {
    bool left_line;     /* the disc was certainly clear of the outer line */
    bool may_have_left; /* the disc may have been clear of the line */
    bool in_doubt;  /* the disc moved outwards when it was not certain that it
                       was clear, or it may have reached the line while it was
                       lost */
    crok_mm last;   /* position of its last detection */
    int last_frame; /* frame of its last detection */
    double seen, maybe; /* largest distances from the board's centre since the
                           disc was clear of the line, mm: the largest detected
                           and the largest possible one */
} reach;

/* Was the disc undetected for so long that its next detection may be another
 * disc or a hand? */
static bool is_lost(const leg *l)
{
    return l->dt_s > CROK_LOST_S && l->v_mm_s * l->dt_s > SAME_MM;
}

/* Can the disc have reached the distance `limit` from the board's centre, mm,
 * during the leg? It goes out from r0 to limit, meets the rail or another disc,
 * and comes back to r1 with at most REBOUND times its speed. With the highest
 * speed v and the duration t this is possible if
 *
 *   (limit - r0) + (limit - r1) / REBOUND < v t
 *
 * where limit is reduced by the detection error. */
static bool may_reach(const leg *l, double limit, double fastest_mm_s)
{
    double out = limit - DETECTION_ERROR_MM - l->r0;
    double back = limit - DETECTION_ERROR_MM - l->r1;
    return out + back / REBOUND < fastest_mm_s * l->dt_s;
}

/* May the disc have touched the line on a leg on which it was lost? A shooter
 * that leaves the line under a hand must first get clear of it, meet something
 * and come back. FLICK_S is less than that takes. Chosen by hand: a finger
 * hides the shooter for one or two frames of a film of 25 frames a second. */
#define FLICK_S 0.14
static bool may_have_touched(const crossings *e, const leg *l, bool left_line)
{
    double rim = touch_radius(e);
    return is_lost(l) && may_reach(l, rim, e->fastest_mm_s) &&
           (left_line || l->r0 < rim || l->dt_s > FLICK_S);
}

/* Update the disc's reach by one leg. A detection that is not isolated may be a
 * hand and does not change out->seen. */
static void extend_reach(const crossings *e, const crok_trajectory *c,
                         const leg *before, const leg *now, const leg *after,
                         reach *out)
{
    double rim = touch_radius(e);
    out->in_doubt = out->in_doubt || may_have_touched(e, now, out->left_line);
    if (out->left_line) {
        if (c->alone[now->f1])
            out->seen = fmax(out->seen, now->r1);
        out->maybe = fmax(out->maybe, farthest(before, now, after));
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
                 .may_have_left = radius(c->from) < rim + DETECTION_ERROR_MM};
    leg before = {0};
    leg now = {0};
    for (int f = c->still + 1; f < e->r->n; f++) {
        leg after = {0};
        if (!c->seen[f])
            continue;
        after = leg_to(e, c, f);
        if (now.dt_s > 0.0)
            extend_reach(e, c, &before, &now, &after, &out);
        before = now;
        now = after;
    }
    if (now.dt_s > 0.0)
        extend_reach(e, c, &before, &now, &now, &out);
    out.last = now.dt_s > 0.0 ? c->at[now.f1] : c->from;
    out.last_frame = now.dt_s > 0.0 ? now.f1 : c->still;
    return out;
}

static answer beyond(double seen, double maybe, double limit)
{
    if (seen > limit + DETECTION_ERROR_MM)
        return YES;
    return maybe > limit - DETECTION_ERROR_MM ? UNSURE : NO;
}

/* An upper limit of the speed of a disc since frame f, mm/s. Another disc may
 * have struck it, so the limit is SPEED_MARGIN times the highest speed of all
 * discs since f, including the last known speed of each. It is never above the
 * limit of the whole shot (fastest_mm_s), which is used if any disc was
 * detected less than twice. */
static double fastest_since(const crossings *e, int f)
{
    double most = 0.0;
    for (int i = 0; i < e->c->n; i++) {
        const crok_trajectory *c = e->c->trajectory[i];
        double last = 0.0;
        if (c->n_seen < 2)
            return e->fastest_mm_s;
        for (int k = c->still + 1; k < e->r->n; k++) {
            if (!c->seen[k])
                continue;
            last = leg_to(e, c, k).v_mm_s;
            most = k < f ? most : fmax(most, last);
        }
        most = fmax(most, last);
    }
    return fmin(SPEED_MARGIN * most, e->fastest_mm_s);
}

/* Was the disc last detected where it is at rest? A disc in the hole lies
 * deeper than the tracker assumes, and seems to be elsewhere in it. */
static bool stayed(const crossings *e, const reach *r, const crok_sight_disc *d)
{
    bool is_in = d->state == CROK_DISC_HOLE || d->state == CROK_DISC_LEANING;
    return crok_mm_apart(r->last, d->at) <= SAME_MM ||
           (is_in && radius(r->last) < e->c->disc_mm);
}

/* May the disc have touched the outer line after its last detection? Only if it
 * is at rest elsewhere. If it cannot have got from the last detection to its
 * rest in the time, that detection was another object, and the answer is yes.
 */
static bool may_have_been_out(const crossings *e, const reach *r,
                              const crok_sight_disc *d)
{
    double way = crok_mm_apart(r->last, d->at);
    double v = 0.0;
    leg lost = {.r0 = radius(r->last),
                .r1 = radius(d->at),
                .dt_s = crok_frame_s(e->r, e->r->n - 1) -
                        crok_frame_s(e->r, r->last_frame)};
    if (stayed(e, r, d))
        return false;
    v = fastest_since(e, r->last_frame);
    return way > v * lost.dt_s || may_reach(&lost, touch_radius(e), v);
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

/* Is the disc at rest so far inside the line that it cannot have come back from
 * the rail (WELL_INSIDE_MM)? Only a detection beyond the line says otherwise.
 */
static bool stayed_inside(const crossings *e, const reach *r,
                          const crok_sight_disc *d)
{
    return radius(d->at) < e->c->line_mm - WELL_INSIDE_MM &&
           r->seen < touch_radius(e) - DETECTION_ERROR_MM;
}

/* Report the crossings of a disc that is at rest on the board. It may have been
 * out and have come back. */
static void report_on_board(crossings *e, const crok_trajectory *c,
                            const crok_sight_disc *d)
{
    double rim = touch_radius(e);
    reach r = reach_of(e, c);
    bool inside = is_inside_line(e, d);
    answer off =
        beyond(r.seen, r.maybe, e->c->line_mm + 0.5 * (SURFACE_MM + OFF_MM));
    answer line = inside ? beyond(r.seen, r.maybe, rim) : YES;
    if (stayed_inside(e, &r, d))
        return;
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
    if (r.in_doubt && off == YES)
        off = UNSURE;
    if (goes_off(e, &r, d))
        line = YES;
    else if (off != YES && /* for a disc that was off the surface it does not
                              matter what it did afterwards */
             (c->n_seen == 0 || may_have_been_out(e, &r, d) || off == UNSURE ||
              line == UNSURE))
        e->out->saw_boundary = false;
    if (line == YES)
        add_crossing(e, c->id, CROK_SIGHT_TOUCHED_LINE, inside);
    if (off == YES) {
        add_crossing(e, c->id, CROK_SIGHT_LEFT_SURFACE, true);
        add_crossing(e, c->id, CROK_SIGHT_HIT_RAIL, true);
    }
}

void crok_boundary_estimate(const crok_trajectories *trajectories,
                            const crok_frame_times *times,
                            crok_shot_sight *shot)
{
    crossings e = {.c = trajectories, .r = times, .out = &shot->motion};
    e.fastest_mm_s = fastest(&e);
    shot->motion.n_boundary = 0;
    shot->motion.saw_boundary = times->n > 1;
    shot->motion.may_lie_unseen = false;
    for (int i = 0; i < trajectories->n; i++) {
        const crok_trajectory *c = trajectories->trajectory[i];
        int at = crok_sight_find(&shot->after, c->id);
        const crok_sight_disc *d = at < 0 ? NULL : &shot->after.disc[at];
        if (i == 0 && d == NULL && c->n_seen == 0)
            shot->motion.may_lie_unseen = true;
        else if (d == NULL || d->state == CROK_DISC_OUT) {
            add_crossing(&e, c->id, CROK_SIGHT_TOUCHED_LINE, false);
            add_crossing(&e, c->id, CROK_SIGHT_LEFT_SURFACE, false);
        } else if (c->id != shot->shooter &&
                   was_nudged(c, d, trajectories->disc_mm))
            report_nudged(&e, c, d);
        else
            report_on_board(&e, c, d);
    }
}
