/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/tracking/boundary.h"

#include <math.h>

/* A place that was seen in motion is true within so much, mm. */
#define DETECTION_ERROR_MM 2.0
#define OUTWARD_MM 0.5 /* more than two frames of a disc that lies differ */
/* From the outer line to the surface's crossings: 1 in on tournament boards,
 * less on others; a disc whose centre was beyond the second was off the
 * surface. */
#define SURFACE_MM 15.0
#define OFF_MM 28.0
/* No line is wider, mm. */
#define LINE_MM 4.0
/* It was seen no farther out than where it came to rest, within so much. */
#define NO_FARTHER_MM 1.0
/* The shooter's speed is known from so many frames; it was that much faster
 * where it was not seen. */
#define MIN_LEGS 3
#define SPEED_MARGIN 1.5
/* It came to rest where it was seen last: within so much, mm. */
#define SAME_MM 5.0

typedef enum answer { NO, YES, UNSURE } answer;

typedef struct crossings {
    const crok_trajectories *c;
    const crok_detections *r;
    crok_motion_sight *out;
    double fastest_mm_s; /* no disc of this shot was faster */
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

/* The farthest from the centre that a disc does not touch the outer line. */
static double touch_radius(const crossings *e)
{
    return e->c->line_mm - e->c->disc_mm;
}

/* A stretch between two frames in which a disc was seen. */
typedef struct leg {
    int f0, f1;
    double r0, r1;       /* from the centre */
    double dt_s, v_mm_s; /* along the straight way */
} leg;

/* The leg that ends at frame f. */
static leg leg_to(const crossings *e, const crok_trajectory *c, int f)
{
    leg l = {.f0 = f - 1, .f1 = f};
    crok_mm from = c->from;
    while (l.f0 > c->still && !c->seen[l.f0])
        l.f0--;
    if (l.f0 > c->still)
        from = c->at[l.f0];
    l.dt_s = crok_detections_s(e->r, f) - crok_detections_s(e->r, l.f0);
    l.r0 = radius(from);
    l.r1 = radius(c->at[f]);
    l.v_mm_s = hypot(c->at[f].x - from.x, c->at[f].y - from.y) / l.dt_s;
    return l;
}

/* What the shooter had at the flick, and blows share out: none is faster than
 * it was seen to be at most, from frame to frame. */
static double fastest(const crossings *e)
{
    const crok_trajectory *c = &e->c->trajectory[0];
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

/* The farthest from the centre that it can have been on a leg. Unseen in
 * between it may have gone out and come back, as fast as it was before or
 * after; seen, no farther than straight on from before. */
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

/* The rail takes half of a disc's speed; and so far within the outer line none
 * comes to rest that has met it. */
#define REBOUND 0.5
#define WELL_INSIDE_MM 120.0

typedef struct reach {
    bool left_line;     /* was clear of the outer line */
    bool may_have_left; /* or may have been */
    bool in_doubt;      /* it went out again before it surely had been, or was
                           lost from sight on its way */
    crok_mm last;       /* where it was seen last ... */
    int last_frame;     /* ... and when */
    double seen, maybe; /* farthest from the centre after that */
} reach;

/* Unseen for so long that it may be another disc, or a hand, that is seen. */
static bool is_lost(const leg *l)
{
    return l->dt_s > CROK_LOST_S && l->v_mm_s * l->dt_s > SAME_MM;
}

/* Can it have been so far out meanwhile and have come back, for which it must
 * have met the rail or another disc, if it was no faster than that? */
static bool may_reach(const leg *l, double limit, double fastest_mm_s)
{
    double out = limit - DETECTION_ERROR_MM - l->r0;
    double back = limit - DETECTION_ERROR_MM - l->r1;
    return out + back / REBOUND < fastest_mm_s * l->dt_s;
}

/* What is seen beside a hand may be the hand. */
static void extend_reach(const crossings *e, const crok_trajectory *c,
                         const leg *before, const leg *now, const leg *after,
                         reach *out)
{
    double rim = touch_radius(e);
    out->in_doubt =
        out->in_doubt || (is_lost(now) && may_reach(now, rim, e->fastest_mm_s));
    if (out->left_line) {
        if (crok_trajectory_is_isolated(c, e->r, now->f1))
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

/* The speed of a disc since frame f, at most: what it was seen to have, or what
 * one that may have struck it was seen to have after that or last. Of one that
 * was hardly seen nothing is known. */
static double fastest_since(const crossings *e, int f)
{
    double most = 0.0;
    for (int i = 0; i < e->c->n; i++) {
        const crok_trajectory *c = &e->c->trajectory[i];
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

/* It was lost on its way and lies elsewhere: may it have been out since? If it
 * cannot have come there, it was another that was seen. */
static bool may_have_been_out(const crossings *e, const reach *r,
                              const crok_sight_disc *d)
{
    double way = crok_mm_apart(r->last, d->at);
    double v = 0.0;
    leg lost = {.r0 = radius(r->last),
                .r1 = radius(d->at),
                .dt_s = crok_detections_s(e->r, e->r->n - 1) -
                        crok_detections_s(e->r, r->last_frame)};
    if (way <= SAME_MM)
        return false;
    v = fastest_since(e, r->last_frame);
    return way > v * lost.dt_s || may_reach(&lost, touch_radius(e), v);
}

/* It was moved by less than its radius, and never seen off its place. */
static bool was_nudged(const crok_trajectory *c, const crok_sight_disc *d,
                       double disc_mm)
{
    return c->n_seen == 0 && c->index >= 0 &&
           crok_mm_apart(c->from, d->at) < disc_mm;
}

/* Is the disc inside, or so near to touching the line that it is a close call?
 * The motion does not decide a close call. */
static bool is_inside_line(const crossings *e, const crok_sight_disc *d)
{
    return radius(d->at) < touch_radius(e) + CROK_CLOSE_K * d->sigma_mm;
}

/* It goes off as it lies, wherever it was meanwhile: on the line, which it had
 * been clear of, or wholly beyond it. */
static bool goes_off(const crossings *e, const reach *r,
                     const crok_sight_disc *d)
{
    double beyond_mm = e->c->line_mm + LINE_MM + e->c->disc_mm;
    return !is_inside_line(e, d) &&
           (r->left_line || radius(d->at) > beyond_mm + DETECTION_ERROR_MM);
}

/* It went from place to place, and no farther. */
static void report_nudged(crossings *e, const crok_trajectory *c,
                          const crok_sight_disc *d)
{
    if (!is_inside_line(e, d) && radius(c->from) < touch_radius(e))
        add_crossing(e, c->id, CROK_SIGHT_TOUCHED_LINE, false);
}

/* A disc that lies on the board in the end. */
static void report_on_board(crossings *e, const crok_trajectory *c,
                            const crok_sight_disc *d)
{
    double rim = touch_radius(e);
    reach r = reach_of(e, c);
    bool inside = is_inside_line(e, d);
    answer off =
        beyond(r.seen, r.maybe, e->c->line_mm + 0.5 * (SURFACE_MM + OFF_MM));
    answer line = inside ? beyond(r.seen, r.maybe, rim) : YES;
    if (r.seen > e->c->line_mm + SURFACE_MM && r.seen < e->c->line_mm + OFF_MM)
        off = UNSURE;
    if (r.maybe < radius(d->at) + NO_FARTHER_MM) { /* no farther than it lies */
        off = NO;
        line = inside ? NO : YES;
    }
    if (!inside && !r.left_line) /* never left it */
        line = NO;
    if (r.in_doubt || (r.may_have_left && !r.left_line))
        line = UNSURE;
    if (r.in_doubt && off == YES)
        off = UNSURE;
    if (goes_off(e, &r, d))
        line = YES;
    else if (off != YES && /* it has been out: what it did since is the same */
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

/* Has anything been seen to move? */
static bool was_watched(const crok_detections *detections)
{
    for (int f = 0; f < detections->n; f++)
        if (crok_detections_at(detections, f)->n > 0)
            return true;
    return false;
}

void crok_boundary_estimate(const crok_trajectories *trajectories,
                            const crok_detections *detections,
                            crok_shot_sight *shot)
{
    crossings e = {.c = trajectories, .r = detections, .out = &shot->motion};
    e.fastest_mm_s = fastest(&e);
    shot->motion.n_boundary = 0;
    shot->motion.saw_boundary =
        trajectories->has_spot || was_watched(detections);
    for (int i = 0; i < trajectories->n; i++) {
        const crok_trajectory *c = &trajectories->trajectory[i];
        int at = crok_sight_find(&shot->after, c->id);
        const crok_sight_disc *d = at < 0 ? NULL : &shot->after.disc[at];
        /* Without the shooter's place before the flick nobody is followed. What
         * came to rest well inside did not come back off the rail: it is too
         * slow for that. */
        if (!trajectories->has_spot && was_watched(detections) &&
            c->n_seen == 0 && d != NULL &&
            radius(d->at) < trajectories->line_mm - WELL_INSIDE_MM)
            continue;
        if (d == NULL || d->state == CROK_DISC_OUT) {
            add_crossing(&e, c->id, CROK_SIGHT_TOUCHED_LINE, false);
            add_crossing(&e, c->id, CROK_SIGHT_LEFT_SURFACE, false);
        } else if (was_nudged(c, d, trajectories->disc_mm))
            report_nudged(&e, c, d);
        else
            report_on_board(&e, c, d);
    }
}
