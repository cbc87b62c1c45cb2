/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/tracking/collisions.h"

#include <math.h>
#include <string.h>

/* Unless another source is given, constants were chosen by hand and checked on
 * simulated rounds of all rule books at 30 and 60 frames a second (bench_track,
 * bench_watch). Wider gates and limits leave more contacts unknown; narrower
 * ones report wrong contacts. */

/* ---- departures ---- */

/* A disc has surely left its place if it is this far from it. */
#define AWAY_MM 5.0
/* Its first direction is known if it was detected away from its place within
 * this number of frames: then it was hardly deflected before. */
#define DIRECTION_FRAMES 4
/* A disc slower than this, mm/s, has no measured time of departure. */
#define MIN_SPEED_MM_S 1.0
/* Two times nearer than this, s, give no velocity. */
#define MIN_TIME_S 1e-4

/* ---- the striker of a disc at rest ---- */

/* The collision that set a disc in motion happened within this fraction of a
 * frame interval before or after the estimated time of departure. */
#define DEPARTURE_FRAMES 0.7
/* A struck disc leaves along the line of centres, so its direction gives the
 * place where the striker must have been. Gate around that place: a fixed
 * detection error, plus a part of the striker's way in a frame. */
#define MISS_MM 6.0
#define MISS_PART 0.15
/* Among several strikers the best must be within MAX_FIT gates, and the next
 * best at least at MIN_RATIO times its cost plus MIN_LEAD gates. */
#define MAX_FIT 1.5
#define MIN_RATIO 2.0
#define MIN_LEAD 1.0
/* Two discs may have touched if the gap between them was at most this: a fixed
 * part and a part of the way in a frame. */
#define REACH_MM 10.0
#define REACH_PART 0.5

/* ---- collisions of two moving discs ---- */

/* Two moving discs may have collided if their gap was below NEAR_MM, and must
 * have if their positions overlap by more than OVERLAP_MM. */
#define NEAR_MM 4.0
#define OVERLAP_MM 3.0
/* Changes of velocity between two frames: below CALM_MM_S plus CALM_PART of the
 * speed there was no collision; above IMPACT_PART of the speed, and twice
 * CALM_MM_S, there was. */
#define CALM_MM_S 90.0
#define CALM_PART 0.08
#define IMPACT_PART 0.35
/* A disc whose centre is this far beyond the outer line collides with no disc
 * in play any more. */
#define OUT_MM 10.0
/* If one of two discs was not detected for a while, they may have collided if
 * the distance of their centres was below 2 disc radii plus this, mm. */
#define ANYTHING_MM 40.0

/* ---- discs without a trajectory ---- */

/* The comparison of rests ignores displacements below 2 mm. In simulated rounds
 * an untouched disc was measured at most 0.083 mm off (195 discs), in a real
 * film 0.19 mm. A disc displaced by TAPPED_MM was struck by a disc that
 * approached from the side opposite to the displacement, within 60 degrees (the
 * cosine TAPPED_ALONG; 48 degrees were seen in a simulated round); if one
 * approached from another side, a peg may have thrown the struck disc back. */
#define TAPPED_MM 0.4
#define TAPPED_ALONG 0.5
/* If no disc approached it, a disc displaced by SHIFTED_MM may have been struck
 * by one that hardly moved itself. Smaller: measurements of untouched discs
 * leave shots open; larger: chains of such discs are missed (one was displaced
 * by 1.4 mm in a simulated round). */
#define SHIFTED_MM 0.8
/* A disc that stops or starts within BESIDE_RADII of another (centre to centre,
 * in disc radii) casts a shadow on it and hides a part of its outline. Then two
 * measurements of an untouched disc differ by their standard deviations (1.2 mm
 * in a simulated round), and the displacement must exceed BESIDE_SIGMAS of
 * them. */
#define BESIDE_RADII 3.0
#define BESIDE_SIGMAS 2.0

/* ---- swapped trajectories ---- */

/* Discs do not pass through each other: straight pieces that overlap by more
 * than this mean that the two trajectories were swapped between frames. In five
 * such shots of simulated rounds the swapped pair overlapped by 27 mm, the
 * others were 0 to 70 mm apart. */
#define THROUGH_MM 8.0

typedef struct state {
    double t_s;
    crok_mm at, v;
    bool has_v;
} state;

typedef struct impact {
    int a, b;         /* indices of trajectories, a moved first; or b is -1: */
    int displaced_id; /* the id of a struck disc without a trajectory */
    double t_s;
} impact;

typedef struct estimate {
    const crok_trajectories *c;
    const crok_detections *r;
    bool sure;
    int n;
    impact impact[CROK_SIGHT_MAX_CONTACTS];
    bool moving[CROK_MAX_DISCS + 1];
    double departed_s[CROK_MAX_DISCS + 1]; /* when it was set in motion, s */
    crok_mm direction[CROK_MAX_DISCS + 1]; /* its first one, a unit vector */
    bool has_direction[CROK_MAX_DISCS + 1];
} estimate;

static double seconds(const estimate *m, int f)
{
    return crok_detections_s(m->r, f);
}

/* ---- what is known of a trajectory ---- */

/* The k-th frame up to f in which the disc was detected; -1: none. */
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

/* Position and velocity as disc i comes to frame f, from its detections up to
 * f. No velocity is known of a disc that was not detected since its departure.
 */
static state arriving(const estimate *m, int i, int f)
{
    const crok_trajectory *c = &m->c->trajectory[i];
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

/* Position and velocity as disc i goes on from frame f, from its detections
 * from f on. */
static state leaving(const estimate *m, int i, int f)
{
    const crok_trajectory *c = &m->c->trajectory[i];
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

/* Smallest distance to p, between two times, of a disc that moves as s: at the
 * time -((x - p) . v) / v^2 after s, limited to the interval. */
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
    const crok_trajectory *c = &m->c->trajectory[i];
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

/* The cost of the hypothesis that x struck d, in gates: 0 is the best;
 * negative: it is impossible. */
static double strike_cost(const estimate *m, int x, int d)
{
    const crok_trajectory *c = &m->c->trajectory[d];
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
    if (!s.has_v) { /* not detected since its departure: it may be anywhere
                       within reach */
        double reach =
            r2 + REACH_MM + CROK_FASTEST_MM_S * (t1 - m->departed_s[x]);
        state after = leaving(m, x, c->still + 1);
        if (x != 0) /* it was set in motion a moment ago: its velocity
                       afterwards counts */
            after = (state){.at = m->c->trajectory[x].from,
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
    if (t0 - s.t_s >
        CROK_LOST_S) /* not detected for long: it may have been deflected */
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

/* The striker of d among the moving discs, and its cost; -1: ambiguous or
 * none. */
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

/* Of the discs not yet moving whose striker is unambiguous, the one that
 * departed earliest, with its striker; -1: none. */
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

/* Assign strikers: repeatedly take the next disc that was struck, and count it
 * as moving. */
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

typedef enum verdict { APART, MET, UNSURE } verdict;

/* Did disc a collide between frames f and f + 1 with a disc that moved as b0
 * before and as b1 after? Both are extrapolated: where they would overlap, a
 * change of a's relative velocity decides. */
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
    double near1 = nearest(&post, t0, t1, zero);
    double turn = hypot(post.v.x - pre.v.x, post.v.y - pre.v.y);
    double v = hypot(pre.v.x, pre.v.y);
    if (fmin(near0, near1) > r2 + NEAR_MM)
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

/* Was disc i detected too seldom around frame f to know its motion? */
static bool is_lost(const estimate *m, int i, int f)
{
    const crok_trajectory *c = &m->c->trajectory[i];
    int a = seen_before(c, f, 0);
    int b = seen_after(m, c, f + 1);
    double t0 = a < 0 ? m->departed_s[i] : seconds(m, a);
    double t1 = b < 0 ? seconds(m, m->r->n - 1) : seconds(m, b);
    return t1 - t0 > CROK_LOST_S;
}

static bool is_out(const estimate *m, int i, int f)
{
    const crok_trajectory *c = &m->c->trajectory[i];
    int a = seen_before(c, f, 0);
    return a >= 0 && hypot(c->at[a].x, c->at[a].y) > m->c->line_mm + OUT_MM;
}

/* Detect the first collision of two moving discs. */
static void detect_collision(estimate *m, int a, int b)
{
    int f = m->c->trajectory[a].still + 1;
    if (m->c->trajectory[b].still + 1 > f)
        f = m->c->trajectory[b].still + 1;
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
        if (m->c->trajectory[i].id == id)
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

/* Did disc i strike the displaced disc? MET: its first approach came from the
 * side opposite to the displacement. UNSURE: from another side. APART: it was
 * never near. */
static verdict tap_verdict(const estimate *m, int i, crok_mm was, crok_mm is,
                           double *t_s)
{
    double touch = 2.0 * m->c->disc_mm + NEAR_MM;
    for (int f = m->c->trajectory[i].still + 1; f + 1 < m->r->n; f++) {
        state s = arriving(m, i, f);
        crok_mm where;
        *t_s = seconds(m, f + 1);
        if (is_out(m, i, f))
            return APART;
        if (!is_lost(m, i, f) &&
            comes_near(&s, seconds(m, f), *t_s, was, touch, &where))
            return moved_away_from(where, was, is) ? MET : UNSURE;
    }
    return APART;
}

/* Add the first disc that struck it. UNSURE: one did, but which one is
 * ambiguous, or it was displaced far though none was near. */
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

/* Add a disc without a trajectory to those that moved, or that may have. */
static void report_moved(verdict was_struck, int id, crok_shot_sight *shot)
{
    if (was_struck == UNSURE)
        shot->motion.may_have_moved = true;
    if (was_struck == MET && shot->n_moved < CROK_MAX_DISCS)
        shot->moved[shot->n_moved++] = id;
}

/* Did a disc that moved start or stop beside `at`? */
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

/* Was a disc without a trajectory struck? */
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

/* Did disc i strike the disc that leaned at `at`? It is deflected as by any
 * disc, but the extent of a leaning disc is less well known. */
static verdict strike_verdict(const estimate *m, int i, crok_mm at, double *t_s)
{
    double reach_mm = 2.0 * m->c->disc_mm + ANYTHING_MM;
    state b = {.at = at, .has_v = true};
    for (int f = m->c->trajectory[i].still + 1; f + 1 < m->r->n; f++) {
        verdict v = APART;
        state s = arriving(m, i, f);
        if (is_out(m, i, f))
            return APART;
        *t_s = seconds(m, f + 1);
        if (is_lost(m, i, f))
            v = crok_mm_apart(s.at, at) < reach_mm ? UNSURE : APART;
        else
            v = classify_encounter(m, i, &b, &b, f, -NEAR_MM);
        if (v == MET && was_turned(m, i, seconds(m, f > 0 ? f - 1 : 0), *t_s))
            v = UNSURE;
        if (v != APART)
            return v;
    }
    return APART;
}

/* Add the first disc that struck it. */
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

/* Report discs that leaned and were struck: such a disc hardly moves and may
 * look unchanged. */
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

/* ---- swapped trajectories ---- */

static bool is_known(const crok_trajectory *c, int f)
{
    return c->seen[f] || f <= c->still;
}

/* Vector from disc b to disc a. */
static crok_mm between(const estimate *m, int a, int b, int f)
{
    const crok_trajectory *p = &m->c->trajectory[a];
    const crok_trajectory *q = &m->c->trajectory[b];
    crok_mm at = p->seen[f] ? p->at[f] : p->from;
    crok_mm from = q->seen[f] ? q->at[f] : q->from;
    return (crok_mm){at.x - from.x, at.y - from.y};
}

/* May two trajectories have been swapped between frames f and g? */
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
        if (!is_known(&m->c->trajectory[a], g) ||
            !is_known(&m->c->trajectory[b], g))
            continue;
        if (f >= 0 && may_have_swapped(m, a, b, f, g))
            return true;
        f = g;
    }
    return false;
}

/* May the shooter be another disc of its side? A shooter that was never
 * detected in motion may be any. */
static bool shooter_may_be_other(const estimate *m, const crok_shot_sight *shot)
{
    for (int i = 1; i < m->c->n; i++) {
        int at = crok_sight_find(&shot->before, m->c->trajectory[i].id);
        if (at >= 0 && shot->before.disc[at].side == shot->side &&
            (m->c->trajectory[0].n_seen == 0 || may_be_each_other(m, 0, i)))
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
                              const crok_detections *detections,
                              crok_shot_sight *shot)
{
    crok_motion_sight *out = &shot->motion;
    estimate m = {
        .c = trajectories, .r = detections, .sure = trajectories->has_spot};
    out->saw_contacts = out->may_have_moved = false;
    out->n_contacts = 0;
    for (int i = 0; i < trajectories->n && m.sure; i++) {
        int still = trajectories->trajectory[i].still;
        m.sure = still >= trajectories->flick && still + 1 < detections->n;
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
            trajectories->trajectory[b->a].id,
            b->b < 0 ? b->displaced_id : trajectories->trajectory[b->b].id};
    }
}
