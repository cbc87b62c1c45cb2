/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/tracking/collisions.h"

#include <math.h>
#include <string.h>

/* Unless another source is given, the constants were chosen by hand and checked
 * on simulated rounds of all rule books at 30 and 60 frames a second
 * (bench_watch). With wider gates and limits more contacts are
 * reported as not observed; with narrower ones wrong contacts are reported. */

/* ---- departures ---- */

/* A disc has surely left its place if it is at least this far from it. */
#define AWAY_MM 5.0
/* The direction in which a disc left its place is known if it was detected away
 * from the place within this number of frames. If the detection is later, the
 * disc may have been deflected before. */
#define DIRECTION_FRAMES 4
/* Lowest speed, mm/s, from which the time of a disc's departure is computed. */
#define MIN_SPEED_MM_S 1.0
/* Shortest time, s, from which a velocity is computed. */
#define MIN_TIME_S 1e-4

/* ---- the striker of a disc at rest ---- */

/* The error of the estimated time of a disc's departure is at most this
 * fraction of a frame interval. The collision happened within this time before
 * or after the estimate. */
#define DEPARTURE_FRAMES 0.7
/* A struck disc leaves along the line of centres, so its direction gives the
 * place where the striker must have been. The gate around that place is
 * MISS_MM + MISS_PART times the striker's travel in one frame. */
#define MISS_MM 6.0
#define MISS_PART 0.15
/* If several discs can have been the striker, the best one is accepted if its
 * cost c is at most MAX_FIT gates and the cost of the second best is at least
 * MIN_RATIO * c + MIN_LEAD gates. */
#define MAX_FIT 1.5
#define MIN_RATIO 2.0
#define MIN_LEAD 1.0
/* Two discs may have touched if the gap between them was at most REACH_MM +
 * REACH_PART times the striker's travel in one frame. */
#define REACH_MM 10.0
#define REACH_PART 0.5

/* ---- collisions of two moving discs ---- */

/* Two moving discs may have collided if the gap between them was at most
 * NEAR_MM. They must have collided if their extrapolated positions overlap by
 * more than OVERLAP_MM. */
#define NEAR_MM 4.0
#define OVERLAP_MM 3.0
/* A disc that turned between two frames, at a peg or at another disc, did not
 * go on as its extrapolated position does. It turned where its positions
 * extrapolated from before and from after meet, if they come as near as NEAR_MM
 * plus TURN_PART of its travel in one frame; otherwise it turned more than
 * once. The time of the turn is inexact by up to TURN_MARGIN frames, because
 * friction slows a disc down after a collision. Chosen by hand. */
#define TURN_PART 0.1
#define TURN_MARGIN 0.2
/* Limits on the change of the relative velocity between two frames. With the
 * relative speed v, a change below CALM_MM_S + CALM_PART * v is no collision. A
 * change above both IMPACT_PART * v and 2 * CALM_MM_S is a collision. */
#define CALM_MM_S 90.0
#define CALM_PART 0.08
#define IMPACT_PART 0.35
/* A disc whose centre is more than this outside the inner edge of the outer
 * line does not collide with discs in play any more. */
#define OUT_MM 10.0
/* If one of two discs was lost (CROK_LOST_S), they may have collided if the
 * distance of their centres was below 2 disc radii plus this, mm. */
#define ANYTHING_MM 40.0

/* ---- discs without a trajectory ---- */

/* The comparison of rests ignores displacements below 2 mm. In simulated rounds
 * untouched discs were measured at most 0.083 mm off (195 discs), in a real
 * film 0.19 mm. If a disc was displaced by more than TAPPED_MM, and another
 * disc approached from the side opposite to the displacement, that disc struck
 * it. The angle between the line of centres and the displacement may be up to
 * 60 degrees (its cosine is TAPPED_ALONG); 48 degrees were seen in a simulated
 * round. If a disc approached from another side, it is uncertain whether it
 * struck, because a peg may have thrown the struck disc back. */
#define TAPPED_MM 0.4
#define TAPPED_ALONG 0.5
/* If no disc approached a disc that was displaced by more than SHIFTED_MM, it
 * may have been struck by a disc that hardly moved itself. If SHIFTED_MM is
 * smaller, contacts are reported as not observed because of measurement errors
 * of untouched discs; if larger, such collisions are missed (in one of a
 * simulated round the disc was displaced by 1.4 mm). */
#define SHIFTED_MM 0.8
/* A disc that starts or stops within BESIDE_RADII of another one (between the
 * centres, in disc radii) may shade it or hide a part of its outline in one of
 * the two rests. Then the two measurements of an untouched disc differ more (by
 * 1.2 mm in a simulated round), and it is uncertain whether the disc was moved
 * unless the displacement is at least BESIDE_SIGMAS times the standard
 * deviation of the difference. */
#define BESIDE_RADII 3.0
#define BESIDE_SIGMAS 2.0

/* ---- swapped trajectories ---- */

/* Discs do not pass through each other. If the straight pieces of two
 * trajectories between frames overlap by more than this, mm, the trajectories
 * may have been swapped there. In five shots of simulated rounds that were
 * examined, the pair that was swapped overlapped by 27 mm, and the other pairs
 * were 0 to 70 mm apart. */
#define THROUGH_MM 8.0

typedef struct state {
    double t_s;
    crok_mm at, v;
    bool has_v;
} state;

typedef struct impact {
    int a, b;         /* indices of the trajectories; disc a was in motion
                         before disc b. b is -1 if it has no trajectory */
    int displaced_id; /* if b is -1: the id of the struck disc */
    double t_s;
} impact;

typedef struct estimate {
    const crok_trajectories *c;
    const crok_frame_times *r;
    bool sure;
    int n;
    impact impact[CROK_SIGHT_MAX_CONTACTS];
    bool moving[CROK_MAX_DISCS + 1];
    double departed_s[CROK_MAX_DISCS + 1]; /* time at which it left its place */
    crok_mm direction[CROK_MAX_DISCS + 1]; /* in which it left; unit vector */
    bool has_direction[CROK_MAX_DISCS + 1];
} estimate;

static double seconds(const estimate *m, int f)
{
    return crok_frame_s(m->r, f);
}

/* ---- what is known of a trajectory ---- */

/* Returns the last frame up to f in which the disc was detected (k = 0), or the
 * k-th one before that; -1: none. */
static int seen_before(const crok_trajectory *c, int f, int k)
{
    for (; f >= 0; f--)
        if (c->seen[f] && k-- == 0)
            return f;
    return -1;
}

static int seen_after(const estimate *m, const crok_trajectory *c, int f)
{
    while (f < m->r->n && !c->seen[f])
        f++;
    return f < m->r->n ? f : -1;
}

static crok_mm speed_between(const estimate *m, const crok_trajectory *c, int f,
                             int g)
{
    double dt = seconds(m, g) - seconds(m, f);
    return (crok_mm){(c->at[g].x - c->at[f].x) / dt,
                     (c->at[g].y - c->at[f].y) / dt};
}

/* Position and velocity of disc i before frame f, from its last two detections
 * up to f. If there is only one, its place and its time of departure are used
 * in place of the other. If there is none, the velocity is unknown. */
static state arriving(const estimate *m, int i, int f)
{
    const crok_trajectory *c = m->c->trajectory[i];
    int b = seen_before(c, f, 0);
    int a = b < 0 ? -1 : seen_before(c, b - 1, 0);
    state s = {.at = c->from, .t_s = m->departed_s[i]};
    if (b < 0)
        return s;
    s.at = c->at[b];
    s.t_s = seconds(m, b);
    s.has_v = true;
    if (a >= 0) {
        s.v = speed_between(m, c, a, b);
    } else if (s.t_s > m->departed_s[i] + MIN_TIME_S) {
        s.v.x = (s.at.x - c->from.x) / (s.t_s - m->departed_s[i]);
        s.v.y = (s.at.y - c->from.y) / (s.t_s - m->departed_s[i]);
    } else {
        s.has_v = false;
    }
    return s;
}

/* Position and velocity of disc i after frame f, from its first two detections
 * from f on. If there is only one, the velocity is unknown. */
static state leaving(const estimate *m, int i, int f)
{
    const crok_trajectory *c = m->c->trajectory[i];
    int a = seen_after(m, c, f);
    int b = a < 0 ? -1 : seen_after(m, c, a + 1);
    state s = {.at = c->from};
    if (a < 0)
        return s;
    s.at = c->at[a];
    s.t_s = seconds(m, a);
    s.has_v = b >= 0;
    if (b >= 0)
        s.v = speed_between(m, c, a, b);
    return s;
}

static crok_mm at_time(const state *s, double t_s)
{
    double dt = t_s - s->t_s;
    return (crok_mm){s->at.x + dt * s->v.x, s->at.y + dt * s->v.y};
}

static double speed_of(const state *s)
{
    return hypot(s->v.x, s->v.y);
}

/* The smallest distance to the point p, mm, between the times t0 and t1, of a
 * disc that moves with constant velocity. With the position x and the velocity
 * v of the state s, the disc is nearest to p at the time
 * -((x - p) . v) / (v . v) after s->t_s, limited to the interval [t0, t1]. */
static double nearest(const state *s, double t0, double t1, crok_mm p)
{
    double v2 = s->v.x * s->v.x + s->v.y * s->v.y;
    double t = s->t_s;
    if (v2 > 0.0)
        t -= ((s->at.x - p.x) * s->v.x + (s->at.y - p.y) * s->v.y) / v2;
    return crok_mm_apart(at_time(s, fmin(fmax(t, t0), t1)), p);
}

/* Estimate when disc i left its place and in which direction, from its first
 * detections away from it. */
static void estimate_departure(estimate *m, int i)
{
    const crok_trajectory *c = m->c->trajectory[i];
    int f = seen_after(m, c, c->still + 1);
    double t0 = seconds(m, c->still);
    double t1 = c->still + 1 < m->r->n ? seconds(m, c->still + 1) : t0;
    state s;
    m->departed_s[i] = 0.5 * (t0 + t1);
    while (f >= 0 && crok_mm_apart(c->at[f], c->from) < AWAY_MM)
        f = seen_after(m, c, f + 1);
    if (f < 0)
        return;
    s = leaving(m, i, f);
    if (s.has_v && speed_of(&s) > MIN_SPEED_MM_S)
        m->departed_s[i] =
            fmin(fmax(s.t_s - crok_mm_apart(s.at, c->from) / speed_of(&s),
                      t0 - 0.5 * (t1 - t0)),
                 t1);
    m->direction[i] =
        (crok_mm){(c->at[f].x - c->from.x) / crok_mm_apart(c->at[f], c->from),
                  (c->at[f].y - c->from.y) / crok_mm_apart(c->at[f], c->from)};
    m->has_direction[i] = f - c->still <= DIRECTION_FRAMES;
}

/* ---- the striker of a disc at rest ---- */

/* The cost of the hypothesis that disc x struck disc d: the distance of x from
 * the place where the striker must have been, divided by the gate. 0 is the
 * best; negative: x cannot have struck d. */
static double strike_cost(const estimate *m, int x, int d)
{
    const crok_trajectory *c = m->c->trajectory[d];
    double r2 = 2.0 * m->c->disc_mm;
    double dt = seconds(m, c->still + 1) - seconds(m, c->still);
    double t0 = m->departed_s[d] - DEPARTURE_FRAMES * dt;
    double t1 = m->departed_s[d] + DEPARTURE_FRAMES * dt;
    state s = arriving(m, x, c->still);
    double way = speed_of(&s) * dt;
    crok_mm want = {c->from.x - r2 * m->direction[d].x,
                    c->from.y - r2 * m->direction[d].y};
    if (m->departed_s[x] > t1)
        return -1.0;
    if (!s.has_v) { /* x was not detected since it left its place, so its
                       position is only known within a circle */
        double reach =
            r2 + REACH_MM + CROK_FASTEST_MM_S * (t1 - m->departed_s[x]);
        state after = leaving(m, x, c->still + 1);
        if (x != 0) /* x left its place so lately that its velocity is taken
                       from the detections after it */
            after = (state){.at = m->c->trajectory[x]->from,
                            .t_s = m->departed_s[x],
                            .v = after.v,
                            .has_v = after.has_v};
        if (crok_mm_apart(s.at, c->from) > reach)
            return -1.0;
        if (x == 0 || !after.has_v || !m->has_direction[d])
            return 1.0;
        return nearest(&after, t0, t1, want) /
               (MISS_MM + MISS_PART * speed_of(&after) * dt);
    }
    if (t0 - s.t_s > CROK_LOST_S) /* x was lost and may have been deflected */
        return crok_mm_apart(s.at, c->from) >
                       r2 + REACH_MM + speed_of(&s) * (t1 - s.t_s)
                   ? -1.0
                   : 1.0;
    if (nearest(&s, t0, t1, c->from) > r2 + REACH_MM + REACH_PART * way)
        return -1.0;
    if (!m->has_direction[d])
        return MAX_FIT;
    return nearest(&s, t0, t1, want) / (MISS_MM + MISS_PART * way);
}

static void add_impact(estimate *m, const impact *b)
{
    if (m->n == CROK_SIGHT_MAX_CONTACTS) {
        m->sure = false;
        return;
    }
    m->impact[m->n++] = *b;
}

/* Returns the moving disc that struck d; -1: it is ambiguous, or there is none.
 * *best is the lowest cost. */
static int striker(const estimate *m, int d, double *best)
{
    double next = -1.0;
    int who = -1;
    *best = -1.0;
    for (int x = 0; x < m->c->n; x++) {
        double e = 0.0;
        if (!m->moving[x] || x == d)
            continue;
        e = strike_cost(m, x, d);
        if (e < 0.0)
            continue;
        if (*best < 0.0 || e < *best) {
            next = *best;
            *best = e;
            who = x;
        } else if (next < 0.0 || e < next) {
            next = e;
        }
    }
    if (who < 0 || next < 0.0) /* no other disc can have struck it */
        return who;
    if (*best > MAX_FIT || next < MIN_RATIO * *best + MIN_LEAD)
        return -1;
    return who;
}

/* Find the next disc that was struck: among the discs that do not move yet and
 * whose striker is unambiguous, the one that left its place first. *by is set
 * to its striker. Returns -1 if there is none. */
static int next_struck(const estimate *m, int *by)
{
    int pick = -1;
    for (int d = 1; d < m->c->n; d++) {
        double cost = 0.0;
        int x = m->moving[d] ? -1 : striker(m, d, &cost);
        if (x < 0 || (pick >= 0 && m->departed_s[d] >= m->departed_s[pick]))
            continue;
        pick = d;
        *by = x;
    }
    return pick;
}

/* Assign a striker to each disc. Repeatedly take the next disc that was struck;
 * from then on it is a moving disc, which can strike others. */
static void assign_strikers(estimate *m)
{
    m->moving[0] = true;
    for (int left = m->c->n - 1; left > 0; left--) {
        int by = -1;
        int pick = next_struck(m, &by);
        if (pick < 0) {
            m->sure = false;
            return;
        }
        m->moving[pick] = true;
        add_impact(m,
                   &(impact){.a = by, .b = pick, .t_s = m->departed_s[pick]});
    }
}

/* ---- collisions of two moving discs ---- */

static bool have_met(const estimate *m, int a, int b)
{
    for (int i = 0; i < m->n; i++)
        if ((m->impact[i].a == a && m->impact[i].b == b) ||
            (m->impact[i].a == b && m->impact[i].b == a))
            return true;
    return false;
}

static state minus(const state *a, const state *b, double t_s)
{
    crok_mm p = at_time(a, t_s);
    crok_mm q = at_time(b, t_s);
    return (state){.t_s = t_s,
                   .at = {p.x - q.x, p.y - q.y},
                   .v = {a->v.x - b->v.x, a->v.y - b->v.y},
                   .has_v = a->has_v && b->has_v};
}

/* The time at which a disc turned between the times t0 and t1, from its motions
 * before and after; `otherwise` if that is not known. */
static double turn_s(const state *before, const state *after, double t0,
                     double t1, double otherwise)
{
    state apart = minus(before, after, t0);
    double v2 = apart.v.x * apart.v.x + apart.v.y * apart.v.y;
    double t = t0;
    crok_mm at;
    if (!apart.has_v || !(v2 > 0.0))
        return otherwise;
    t -= (apart.at.x * apart.v.x + apart.at.y * apart.v.y) / v2;
    t = fmin(fmax(t, t0), t1);
    at = at_time(&apart, t);
    return hypot(at.x, at.y) <
                   NEAR_MM + TURN_PART * speed_of(before) * (t1 - t0)
               ? t
               : otherwise;
}

/* The last time at which the disc may have moved as before, and the first at
 * which it may have moved as after. */
static double last_s(const state *before, const state *after, double t0,
                     double t1)
{
    return fmin(turn_s(before, after, t0, t1, t1) + TURN_MARGIN * (t1 - t0),
                t1);
}

static double first_s(const state *before, const state *after, double t0,
                      double t1)
{
    return fmax(turn_s(before, after, t0, t1, t0) - TURN_MARGIN * (t1 - t0),
                t0);
}

typedef enum verdict { APART, MET, UNSURE } verdict;

/* Did disc a collide with another disc between frames f and f + 1? b0 is the
 * motion of the other disc before frame f, and b1 its motion after frame f + 1.
 * The motions are extrapolated between the frames:
 *
 *  - APART: the discs were not near enough, or the relative velocity did not
 *    change and they did not overlap;
 *  - MET: the relative velocity changed much and the distance of the centres,
 *    extrapolated from before, was below 2 disc radii minus overlap_mm;
 *  - UNSURE: all other cases. */
static verdict classify_encounter(const estimate *m, int a, const state *b0,
                                  const state *b1, int f, double overlap_mm)
{
    static const crok_mm zero = {0.0, 0.0};
    double r2 = 2.0 * m->c->disc_mm;
    double t0 = seconds(m, f);
    double t1 = seconds(m, f + 1);
    state a0 = arriving(m, a, f);
    state a1 = leaving(m, a, f + 1);
    state pre = minus(&a0, b0, t0);
    state post = minus(&a1, b1, t1);
    double near0 = nearest(&pre, t0, t1, zero);
    double before = nearest(&pre, t0, last_s(&a0, &a1, t0, t1), zero);
    double after = nearest(&post, first_s(&a0, &a1, t0, t1), t1, zero);
    double turn = hypot(post.v.x - pre.v.x, post.v.y - pre.v.y);
    double v = hypot(pre.v.x, pre.v.y);
    if (fmin(before, after) > r2 + NEAR_MM)
        return APART;
    if (!pre.has_v || !post.has_v)
        return UNSURE;
    if (turn < CALM_MM_S + CALM_PART * v)
        return near0 > r2 - OVERLAP_MM ? APART : UNSURE;
    if (turn > IMPACT_PART * v && turn > 2.0 * CALM_MM_S &&
        near0 < r2 - overlap_mm)
        return MET;
    return UNSURE;
}

/* Did a and b, both moving, collide between frames f and f + 1? */
static verdict classify_pair(const estimate *m, int a, int b, int f)
{
    state b0 = arriving(m, b, f);
    state b1 = leaving(m, b, f + 1);
    return classify_encounter(m, a, &b0, &b1, f, OVERLAP_MM);
}

/* The time between two detections of a disc. */
typedef struct blind {
    bool has_from, has_to; /* there is a detection before it, and after it */
    crok_mm from, to;      /* the places; without has_from the one of rest */
    double s;              /* its length */
    double most_mm;        /* the way that a disc can go in it */
} blind;

/* The time between the detections of disc i before and after frame f. */
static blind blind_around(const estimate *m, int i, int f)
{
    const crok_trajectory *c = m->c->trajectory[i];
    int a = seen_before(c, f, 0);
    int b = seen_after(m, c, f + 1);
    double t0 = a < 0 ? m->departed_s[i] : seconds(m, a);
    double t1 = b < 0 ? seconds(m, m->r->n - 1) : seconds(m, b);
    blind t = {.has_from = a >= 0,
               .has_to = b >= 0,
               .from = a < 0 ? c->from : c->at[a],
               .s = t1 - t0,
               .most_mm = CROK_FASTEST_MM_S * (t1 - t0)};
    if (b >= 0)
        t.to = c->at[b];
    return t;
}

/* Is disc i lost around frame f, that is, were more than CROK_LOST_S between
 * its detections before and after, or are they farther apart than it can have
 * gone? Then one of them was of a hand. */
static bool is_lost(const estimate *m, int i, int f)
{
    blind t = blind_around(m, i, f);
    return t.s > CROK_LOST_S ||
           (t.has_from && t.has_to && crok_mm_apart(t.from, t.to) > t.most_mm);
}

/* May disc i, which was lost around frame f, have been within reach_mm of `at`
 * meanwhile? It may if it can have gone there and on to its next detection in
 * the time between, or if the time is not known, because one of the detections
 * was of a hand. */
static bool may_have_been_at(const estimate *m, int i, int f, crok_mm at,
                             double reach_mm)
{
    blind t = blind_around(m, i, f);
    double way = crok_mm_apart(t.from, at) - reach_mm;
    if (t.has_to)
        way += crok_mm_apart(at, t.to) - reach_mm;
    return way <= t.most_mm ||
           (t.has_to && crok_mm_apart(t.from, t.to) > t.most_mm);
}

/* Was disc i inside the outer line before frame a? The shooter was not until it
 * was detected there: a hand may take it back behind the line and flick again.
 */
static bool was_inside(const estimate *m, int i, int a)
{
    const crok_trajectory *c = m->c->trajectory[i];
    for (int f = 0; f < a && i == 0; f++)
        if (c->seen[f] &&
            hypot(c->at[f].x, c->at[f].y) < m->c->line_mm - 2.0 * m->c->disc_mm)
            return true;
    return i != 0;
}

static bool is_out(const estimate *m, int i, int f)
{
    const crok_trajectory *c = m->c->trajectory[i];
    int a = seen_before(c, f, 0);
    return a >= 0 && hypot(c->at[a].x, c->at[a].y) > m->c->line_mm + OUT_MM &&
           was_inside(m, i, a);
}

/* Detect the first collision of two moving discs. */
static void detect_collision(estimate *m, int a, int b)
{
    int f = m->c->trajectory[a]->still + 1;
    if (m->c->trajectory[b]->still + 1 > f)
        f = m->c->trajectory[b]->still + 1;
    for (; f + 1 < m->r->n && !have_met(m, a, b); f++) {
        verdict v = APART;
        if (is_out(m, a, f) || is_out(m, b, f))
            return;
        if (is_lost(m, a, f) || is_lost(m, b, f)) {
            state s = arriving(m, a, f);
            state t = arriving(m, b, f);
            if (crok_mm_apart(s.at, t.at) < 2.0 * m->c->disc_mm + ANYTHING_MM)
                m->sure = false;
            continue;
        }
        v = classify_pair(m, a, b, f);
        if (v == UNSURE)
            m->sure = false;
        if (v == MET)
            add_impact(
                m, &(impact){.a = a,
                             .b = b,
                             .t_s = 0.5 * (seconds(m, f) + seconds(m, f + 1))});
    }
}

/* ---- discs without a trajectory ---- */

static bool has_trajectory(const estimate *m, int id)
{
    for (int i = 0; i < m->c->n; i++)
        if (m->c->trajectory[i]->id == id)
            return true;
    return false;
}

/* Does a disc that moves from state s with constant velocity come nearer to p
 * than within_mm between the times t0 and t1, s? *where is set to the first
 * such position, tried in steps of (t1 - t0) / 16. */
static bool comes_near(const state *s, double t0, double t1, crok_mm p,
                       double within_mm, crok_mm *where)
{
    enum { STEPS = 16 };
    for (int k = 0; k <= STEPS; k++) {
        *where = at_time(s, t0 + (t1 - t0) * k / STEPS);
        if (crok_mm_apart(*where, p) < within_mm)
            return true;
    }
    return false;
}

/* Did the disc move away from `where` when it went from `was` to `is`? */
static bool moved_away_from(crok_mm where, crok_mm was, crok_mm is)
{
    double away =
        (was.x - where.x) * (is.x - was.x) + (was.y - where.y) * (is.y - was.y);
    return away >
           TAPPED_ALONG * crok_mm_apart(where, was) * crok_mm_apart(was, is);
}

/* Did disc i strike the displaced disc, which was at `was` and is at `is`? MET:
 * the first approach of disc i came from the side opposite to the displacement.
 * UNSURE: it came from another side. APART: disc i was never near. *t_s is set
 * to the time of the approach. */
static verdict tap_verdict(const estimate *m, int i, crok_mm was, crok_mm is,
                           double *t_s)
{
    double touch = 2.0 * m->c->disc_mm + NEAR_MM;
    for (int f = m->c->trajectory[i]->still + 1; f + 1 < m->r->n; f++) {
        state s = arriving(m, i, f);
        state next = leaving(m, i, f + 1);
        double t0 = seconds(m, f);
        crok_mm where;
        *t_s = seconds(m, f + 1);
        if (is_out(m, i, f))
            return APART;
        if (!is_lost(m, i, f) &&
            comes_near(&s, t0, last_s(&s, &next, t0, *t_s), was, touch, &where))
            return moved_away_from(where, was, is) ? MET : UNSURE;
    }
    return APART;
}

/* Add the collision with the first disc that struck the displaced disc. MET:
 * one was added. UNSURE: a disc was near but not on the right side, or none was
 * near although the displacement is above SHIFTED_MM. APART: the disc was not
 * struck.
 */
static verdict add_first_tap(estimate *m, int id, crok_mm was, crok_mm is)
{
    impact first = {.a = -1, .b = -1, .displaced_id = id};
    bool any_near = false;
    for (int i = 0; i < m->c->n; i++) {
        double t_s = 0.0;
        verdict v = tap_verdict(m, i, was, is, &t_s);
        any_near = any_near || v != APART;
        if (v != MET || (first.a >= 0 && t_s >= first.t_s))
            continue;
        first.a = i;
        first.t_s = t_s;
    }
    if (first.a >= 0) {
        add_impact(m, &first);
        return MET;
    }
    return any_near || crok_mm_apart(was, is) > SHIFTED_MM ? UNSURE : APART;
}

/* Report a disc without a trajectory: if it was struck (MET), add it to
 * shot->moved; if it may have been (UNSURE), set may_have_moved. */
static void report_moved(verdict was_struck, int id, crok_shot_sight *shot)
{
    if (was_struck == UNSURE)
        shot->motion.may_have_moved = true;
    if (was_struck == MET && shot->n_moved < CROK_MAX_DISCS)
        shot->moved[shot->n_moved++] = id;
}

/* Did a disc that moved start or stop within BESIDE_RADII of `at`? */
static bool moved_beside(const estimate *m, const crok_shot_sight *shot,
                         crok_mm at)
{
    double near_mm = BESIDE_RADII * m->c->disc_mm;
    for (int k = 0; k < shot->n_moved; k++) {
        const crok_sight_disc *was =
            crok_sight_lying(&shot->before, shot->moved[k]);
        const crok_sight_disc *is =
            crok_sight_lying(&shot->after, shot->moved[k]);
        if ((was != NULL && crok_mm_apart(was->at, at) < near_mm) ||
            (is != NULL && crok_mm_apart(is->at, at) < near_mm))
            return true;
    }
    return false;
}

/* Was a disc without a trajectory struck? If so, the collision is added. */
static verdict touch_verdict(estimate *m, const crok_sight_disc *was,
                             const crok_sight_disc *is,
                             const crok_shot_sight *shot)
{
    double off_mm = crok_mm_apart(was->at, is->at);
    double sigma_mm = hypot(was->sigma_mm, is->sigma_mm);
    if (off_mm <= TAPPED_MM)
        return APART;
    if (off_mm < BESIDE_SIGMAS * sigma_mm && moved_beside(m, shot, is->at))
        return UNSURE;
    return add_first_tap(m, was->id, was->at, is->at);
}

static void classify_displaced(estimate *m, crok_shot_sight *shot)
{
    for (int i = 0; i < shot->before.n; i++) {
        const crok_sight_disc *was = &shot->before.disc[i];
        const crok_sight_disc *is = crok_sight_lying(&shot->after, was->id);
        if (is != NULL && was->state == CROK_DISC_FLAT &&
            is->state == CROK_DISC_FLAT && !has_trajectory(m, was->id))
            report_moved(touch_verdict(m, was, is, shot), was->id, shot);
    }
}

/* ---- discs that leaned on the hole ---- */

static bool was_turned(const estimate *m, int i, double t0, double t1)
{
    for (int k = 0; k < m->n; k++)
        if ((m->impact[k].a == i || m->impact[k].b == i) &&
            m->impact[k].t_s > t0 && m->impact[k].t_s < t1)
            return true;
    return false;
}

/* Did disc i strike the disc that leaned at `at`? A collision changes the
 * velocity of disc i. Because the extent of a leaning disc is less well known
 * than that of a flat one, a gap up to NEAR_MM counts as a touch. The answer is
 * UNSURE if another collision may have changed the velocity. */
static verdict strike_verdict(const estimate *m, int i, crok_mm at, double *t_s)
{
    double reach_mm = 2.0 * m->c->disc_mm + ANYTHING_MM;
    state b = {.at = at, .has_v = true};
    for (int f = m->c->trajectory[i]->still + 1; f + 1 < m->r->n; f++) {
        verdict v = APART;
        if (is_out(m, i, f))
            return APART;
        *t_s = seconds(m, f + 1);
        if (is_lost(m, i, f))
            v = may_have_been_at(m, i, f, at, reach_mm) ? UNSURE : APART;
        else
            v = classify_encounter(m, i, &b, &b, f, -NEAR_MM);
        if (v == MET && was_turned(m, i, seconds(m, f > 0 ? f - 1 : 0), *t_s))
            v = UNSURE;
        if (v != APART)
            return v;
    }
    return APART;
}

/* Find the first disc, in the order of the trajectories, that struck the
 * leaning disc or may have, and return its verdict. If it is MET, the collision
 * is added. */
static verdict add_first_strike(estimate *m, int id, crok_mm at)
{
    for (int i = 0; i < m->c->n; i++) {
        impact b = {.a = i, .b = -1, .displaced_id = id};
        verdict v = strike_verdict(m, i, at, &b.t_s);
        if (v == MET)
            add_impact(m, &b);
        if (v != APART)
            return v;
    }
    return APART;
}

/* Report discs that leaned on the hole and were struck. Such a disc hardly
 * moves and may look unchanged, so it has no trajectory. */
static void classify_leaning(estimate *m, crok_shot_sight *shot)
{
    for (int k = 0; k < shot->before.n; k++) {
        const crok_sight_disc *was = &shot->before.disc[k];
        const crok_sight_disc *is = crok_sight_lying(&shot->after, was->id);
        if (is != NULL && crok_sight_may_lean(was) &&
            crok_disc_in_hole(is->state) && !has_trajectory(m, was->id))
            report_moved(add_first_strike(m, was->id, was->at), was->id, shot);
    }
}

/* If the motion was not seen well enough to know the collisions: may a disc
 * without a trajectory have been struck? One that is measured off its place may
 * have been, and one that leaned on the hole, which looks nearly as before when
 * it was struck into it. */
static bool may_have_been_struck(const estimate *m, const crok_shot_sight *shot)
{
    for (int i = 0; i < shot->before.n; i++) {
        const crok_sight_disc *was = &shot->before.disc[i];
        const crok_sight_disc *is = crok_sight_lying(&shot->after, was->id);
        if (is == NULL || has_trajectory(m, was->id))
            continue;
        if (crok_sight_may_lean(was) && crok_disc_in_hole(is->state))
            return true;
        if (was->state == CROK_DISC_FLAT &&
            crok_mm_apart(was->at, is->at) >
                fmax(SHIFTED_MM,
                     BESIDE_SIGMAS * hypot(was->sigma_mm, is->sigma_mm)))
            return true;
    }
    return false;
}

/* ---- swapped trajectories ---- */

static bool is_known(const crok_trajectory *c, int f)
{
    return c->seen[f] || f <= c->still;
}

/* The vector from disc b to disc a in frame f, mm. */
static crok_mm between(const estimate *m, int a, int b, int f)
{
    const crok_trajectory *p = m->c->trajectory[a];
    const crok_trajectory *q = m->c->trajectory[b];
    crok_mm at = p->seen[f] ? p->at[f] : p->from;
    crok_mm from = q->seen[f] ? q->at[f] : q->from;
    return (crok_mm){at.x - from.x, at.y - from.y};
}

/* May two trajectories have been swapped between frames f and g? They may if
 * their straight pieces overlap by more than THROUGH_MM or, if the time between
 * the frames is above CROK_LOST_S, if the gap is below ANYTHING_MM. */
static bool may_have_swapped(const estimate *m, int a, int b, int f, int g)
{
    static const crok_mm zero = {0.0, 0.0};
    double t0 = seconds(m, f);
    double t1 = seconds(m, g);
    crok_mm p = between(m, a, b, f);
    crok_mm q = between(m, a, b, g);
    state s = {.t_s = t0,
               .at = p,
               .v = {(q.x - p.x) / (t1 - t0), (q.y - p.y) / (t1 - t0)}};
    double apart = nearest(&s, t0, t1, zero) - 2.0 * m->c->disc_mm;
    return apart < (t1 - t0 > CROK_LOST_S ? ANYTHING_MM : -THROUGH_MM);
}

static bool may_be_each_other(const estimate *m, int a, int b)
{
    int f = -1;
    for (int g = 0; g < m->r->n; g++) {
        if (!is_known(m->c->trajectory[a], g) ||
            !is_known(m->c->trajectory[b], g))
            continue;
        if (f >= 0 && may_have_swapped(m, a, b, f, g))
            return true;
        f = g;
    }
    return false;
}

/* May the shooter have been confused with another disc of its side? It may if
 * their trajectories may have been swapped, or if the shooter was never
 * detected in motion. */
static bool shooter_may_be_other(const estimate *m, const crok_shot_sight *shot)
{
    for (int i = 1; i < m->c->n; i++) {
        int at = crok_sight_find(&shot->before, m->c->trajectory[i]->id);
        if (at >= 0 && shot->before.disc[at].side == shot->side &&
            (m->c->trajectory[0]->n_seen == 0 || may_be_each_other(m, 0, i)))
            return true;
    }
    return false;
}

static void sort_impacts(estimate *m)
{
    for (int i = 1; i < m->n; i++)
        for (int k = i; k > 0 && m->impact[k].t_s < m->impact[k - 1].t_s; k--) {
            impact b = m->impact[k];
            m->impact[k] = m->impact[k - 1];
            m->impact[k - 1] = b;
        }
}

void crok_collisions_estimate(const crok_trajectories *trajectories,
                              const crok_frame_times *times,
                              crok_shot_sight *shot)
{
    crok_motion_sight *out = &shot->motion;
    estimate m = {
        .c = trajectories, .r = times, .sure = trajectories->has_spot};
    out->saw_contacts = out->may_have_moved = false;
    out->n_contacts = 0;
    for (int i = 0; i < trajectories->n && m.sure; i++) {
        int still = trajectories->trajectory[i]->still;
        m.sure =
            still >= trajectories->trajectory[0]->still && still + 1 < times->n;
        if (m.sure)
            estimate_departure(&m, i);
    }
    if (m.sure)
        assign_strikers(&m);
    for (int a = 0; a < trajectories->n && m.sure; a++)
        for (int b = a + 1; b < trajectories->n && m.sure; b++)
            detect_collision(&m, a, b);
    if (m.sure)
        classify_displaced(&m, shot);
    if (m.sure)
        classify_leaning(&m, shot);
    if (!m.sure && may_have_been_struck(&m, shot))
        out->may_have_moved = true;
    m.sure = m.sure && !out->may_have_moved;
    out->may_be_other = shooter_may_be_other(&m, shot);
    if (!m.sure)
        return;
    sort_impacts(&m);
    out->saw_contacts = true;
    out->n_contacts = m.n;
    for (int i = 0; i < m.n; i++) {
        const impact *b = &m.impact[i];
        out->contact[i] = (crok_sight_contact){
            trajectories->trajectory[b->a]->id,
            b->b < 0 ? b->displaced_id : trajectories->trajectory[b->b]->id};
    }
}
