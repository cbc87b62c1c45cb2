/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/tracking/trajectory.h"

#include <math.h>
#include <stdlib.h>

/* The shooter touches the outer line: its centre is this near to it, mm. */
#define NEAR_LINE_MM 12.0
/* It lies: seen within so much, for so long, with gaps no longer. */
#define LIES_MM 1.5
#define LIES_S 0.12
#define GAP_S 0.3
/* The shooter is on its way when it is so much nearer to the centre. */
#define INWARDS_MM 3.0
/* ... and is not back at its place sooner: from a disc 0.2 m away, there and
 * back at the speed of the fastest shots. */
#define RETURNS_S 0.1
/* A trajectory's place is that of a blob. */
#define SAME_BLOB_MM 0.01
/* Seen so near to where a disc came to rest, it is that disc, mm. */
#define RESTS_MM 5.0
/* No blob farther out is the game's, in parts of the line's radius. */
#define REACH 1.25
/* What slides on a powdered board loses about this much speed. */
#define SLIDE_MM_S2 1000.0
/* What is not as predicted is still expected within so much: of the detection,
 * and as a part of the way. */
#define GATE_MM 4.0
#define GATE_PART 0.15
#define KICK_GATE_MM 8.0
#define KICK_GATE_PART 0.3
#define ON_WAY_PART 0.1
#define KICKED_MM_S 600.0 /* a blow gives a slow disc so much at most */
#define SLOW_MM_S 200.0   /* its way is not known well */
#define WIDE_MM 8.0
#define WIDE_COST 10.0
#define MAX_COST 4.0 /* of what is as predicted, in motion */
/* Colours farther apart than that are not the same disc's. */
#define SAME_COLOUR 90
/* A disc that went so far in so long a time before (a frame at 30 a second: two
 * frames ago it may still have lain) is still on its way: places of one that
 * lies differ by a few tenths of a millimetre. One that is faster leaves the
 * board again. */
#define ARRIVES_NS INT64_C(30000000)
#define ARRIVES_MM 1.2
#define ARRIVES_MOST_MM 33.0
/* So much of a disc's place looks otherwise when it has gone: less where the
 * board is nearly of its colour, more than a shade's edge. */
#define GONE_PERCENT 33
/* A disc lies: seen within so much from frame to frame for so long. */
#define STILL_MM 1.0
#define STILL_S 0.06
/* ... in the hole: within this part of the hole's radius from its middle (deep
 * in it, it is seen a little off); what slides over the hole is faster. */
#define DROPPED_PART 0.25
/* ... and is seen no farther off then, until another comes over it. */
#define DROPPED_HOLD_MM 2.0
/* Speed along the line of centres that a blow passes on: (1 + e) / 2. */
#define PASSED_ON 0.9

crok_frame_blobs *crok_detections_next(crok_detections *r)
{
    if (r->n < CROK_MAX_TRACKED_FRAMES)
        return &r->frame[(r->first + r->n++) % CROK_MAX_TRACKED_FRAMES];
    r->first = (r->first + 1) % CROK_MAX_TRACKED_FRAMES;
    return &r->frame[(r->first + r->n - 1) % CROK_MAX_TRACKED_FRAMES];
}

void crok_detections_repeat(crok_detections *r, int64_t t_ns)
{
    if (r->n == 0)
        return;
    const crok_frame_blobs *last = crok_detections_at(r, r->n - 1);
    crok_frame_blobs *g = crok_detections_next(r);
    *g = *last;
    g->t_ns = t_ns;
}

/* The newest frame that is not after t_ns; -1: none. */
static int frame_at(const crok_detections *r, int64_t t_ns)
{
    int i = r->n - 1;
    while (i >= 0 && crok_detections_at(r, i)->t_ns > t_ns)
        i--;
    return i;
}

/* What is by itself nearest to a place; NULL where nothing is so near. */
static const crok_blob *alone_near(const crok_detections *r, int frame,
                                   crok_mm at, double within_mm)
{
    const crok_blob *best = NULL;
    for (int k = 0; frame >= 0 && k < crok_detections_at(r, frame)->n; k++) {
        const crok_blob *b = &crok_detections_at(r, frame)->blob[k];
        double d = crok_mm_apart(b->at, at);
        if (d >= within_mm || (double)b->ring_foreground >= CROK_ALONE)
            continue;
        within_mm = d;
        best = b;
    }
    return best;
}

bool crok_detections_arrive(const crok_detections *r, crok_mm at,
                            double disc_mm, int64_t t_ns)
{
    const crok_blob *was = NULL;
    const crok_blob *is = alone_near(r, frame_at(r, t_ns), at, disc_mm);
    if (is != NULL)
        was = alone_near(r, frame_at(r, t_ns - ARRIVES_NS), is->at,
                         ARRIVES_MOST_MM);
    return was != NULL && crok_mm_apart(is->at, was->at) > ARRIVES_MM;
}

bool crok_detections_show(const crok_detections *r, crok_mm at, int64_t t_ns)
{
    return alone_near(r, frame_at(r, t_ns), at, RESTS_MM) != NULL;
}

bool crok_detections_miss(const crok_detections *r, int index, int64_t t_ns)
{
    int f = frame_at(r, t_ns);
    return f >= 0 && crok_detections_at(r, f)->changed[index] > GONE_PERCENT;
}

int crok_last_frame_at_rest(const crok_detections *r, int index)
{
    int i = r->n - 1;
    while (i >= 0 &&
           crok_detections_at(r, i)->changed[index] >= CROK_BLOB_STILL)
        i--;
    return i;
}

bool crok_same_colour(const uint8_t a[3], const uint8_t b[3])
{
    for (int k = 0; k < 3; k++)
        if (abs(a[k] - b[k]) > SAME_COLOUR)
            return false;
    return true;
}

/* ---- the shooter's place ---- */

/* Something that lies: the frames in which it was seen, seen from its last. */
typedef struct stay {
    int first, last, n;
    crok_mm at;
    double sum_sq;          /* of distances from `at` */
    double ring_foreground; /* lowest: a hand may have been near for a while */
    double rgb[3];
} stay;

static const crok_blob *blob_at(const crok_frame_blobs *g, crok_mm at,
                                double within_mm)
{
    for (int i = 0; i < g->n; i++)
        if (crok_mm_apart(g->blob[i].at, at) <= within_mm)
            return &g->blob[i];
    return NULL;
}

static void add_seen(stay *l, int i, const crok_blob *b)
{
    double d = crok_mm_apart(b->at, l->at);
    l->first = i;
    l->n++;
    l->at.x += (b->at.x - l->at.x) / l->n;
    l->at.y += (b->at.y - l->at.y) / l->n;
    l->sum_sq += d * d;
    l->ring_foreground = fmin(l->ring_foreground, (double)b->ring_foreground);
    for (int c = 0; c < 3; c++)
        l->rgb[c] += (b->rgb[c] - l->rgb[c]) / l->n;
}

static stay look_back(const crok_detections *r, int last, const crok_blob *b)
{
    stay l = {.first = last, .last = last, .at = b->at, .ring_foreground = 1.0};
    for (int i = last; i >= 0; i--) {
        const crok_blob *o = blob_at(crok_detections_at(r, i), l.at, LIES_MM);
        if (o != NULL)
            add_seen(&l, i, o);
        else if (crok_detections_s(r, l.first) - crok_detections_s(r, i) >
                 GAP_S)
            break;
    }
    return l;
}

static bool on_line(const crok_trajectories *c, crok_mm at)
{
    return fabs(hypot(at.x, at.y) - c->line_mm) < NEAR_LINE_MM;
}

static void keep_spot(crok_trajectories *c, const stay *l)
{
    crok_trajectory *s = &c->trajectory[0];
    c->has_spot = true;
    c->spot = l->at;
    c->spot_sigma_mm = sqrt(l->sum_sq) / l->n;
    c->spot_ring_foreground = l->ring_foreground;
    c->flick = l->last;
    s->from = l->at;
    s->still = l->last;
    for (int k = 0; k < 3; k++)
        s->rgb[k] = (uint8_t)l->rgb[k];
}

/* It has not left the place: a shot that came back lies near where it began. */
static bool lies_there_still(const crok_detections *r, const crok_blob *b)
{
    const crok_blob *o =
        blob_at(crok_detections_at(r, r->n - 1), b->at, LIES_MM);
    return o != NULL && crok_same_colour(o->rgb, b->rgb);
}

/* The longest that lay on the line and left it before `until`. */
void crok_trajectories_find_shooter(crok_trajectories *c,
                                    const crok_detections *r, int until)
{
    int n = 0;
    c->has_spot = false;
    c->flick = -1;
    for (int i = until < r->n ? until : r->n - 1; i >= 0; i--) {
        const crok_frame_blobs *g = crok_detections_at(r, i);
        for (int k = 0; k < g->n; k++) {
            stay l;
            if (!on_line(c, g->blob[k].at) ||
                lies_there_still(r, &g->blob[k]) ||
                (c->has_spot && crok_mm_apart(g->blob[k].at, c->spot) < 20.0))
                continue;
            l = look_back(r, i, &g->blob[k]);
            if (l.n > n &&
                crok_detections_s(r, l.last) - crok_detections_s(r, l.first) >=
                    LIES_S) {
                n = l.n;
                keep_spot(c, &l);
            }
        }
    }
}

/* ---- following ---- */

/* A place that moves on freely from the frame in which the disc was seen last.
 */
typedef struct glide {
    crok_mm at, v_mm_s;
} glide;

typedef struct mover {
    bool active, kicked;
    bool has_v;
    int last; /* frame in which it was seen last */
    crok_mm at, v_mm_s;
    double was_mm_s; /* its speed as seen a step before: one that turns back on
                        its way from frame to frame seems slow */
    int lies_from;   /* frame since which it has hardly moved, if in the hole */
    bool may_strike; /* it may have struck a disc since, then it is here: */
    glide struck;
} mover;

typedef struct chase {
    crok_trajectories *c;
    const crok_detections *r;
    mover m[CROK_MAX_DISCS + 1];
} chase;

typedef struct match {
    int mover, blob;
    double cost;
} match;

static double speed_of(const mover *m)
{
    return hypot(m->v_mm_s.x, m->v_mm_s.y);
}

/* Where a disc that slides freely is after dt_s. */
static crok_mm slid(crok_mm at, crok_mm v_mm_s, double dt_s)
{
    double v = hypot(v_mm_s.x, v_mm_s.y);
    double t = fmin(dt_s, v / SLIDE_MM_S2);
    double way = t - 0.5 * SLIDE_MM_S2 * t * t / fmax(v, 1e-9);
    return (crok_mm){at.x + way * v_mm_s.x, at.y + way * v_mm_s.y};
}

/* When x, at speed v, is as near as 2 r to d: within dt_s, else dt_s. */
static double meets_after(crok_mm x, crok_mm v, crok_mm d, double r2,
                          double dt_s)
{
    double px = x.x - d.x;
    double py = x.y - d.y;
    double a = v.x * v.x + v.y * v.y;
    double b = px * v.x + py * v.y;
    double q = b * b - a * (px * px + py * py - r2 * r2);
    double t = a > 0.0 && q > 0.0 ? (-b - sqrt(q)) / a : dt_s;
    return fmin(fmax(t, 0.0), dt_s);
}

/* A disc that lay still until now was hit by h, if h came straight on: the
 * speeds of both after, and where h goes on from. */
static void blow(const chase *c, mover *h, mover *d, double dt_s)
{
    double t = meets_after(h->at, h->v_mm_s, d->at, 2.0 * c->c->disc_mm, dt_s);
    crok_mm x = slid(h->at, h->v_mm_s, t);
    double dist = fmax(crok_mm_apart(x, d->at), 1e-6);
    crok_mm n = {(d->at.x - x.x) / dist, (d->at.y - x.y) / dist};
    double along = PASSED_ON * (h->v_mm_s.x * n.x + h->v_mm_s.y * n.y);
    if (along <= 0.0)
        return;
    d->v_mm_s = (crok_mm){along * n.x, along * n.y};
    d->has_v = true;
    h->may_strike = true;
    h->struck.v_mm_s =
        (crok_mm){h->v_mm_s.x - along * n.x, h->v_mm_s.y - along * n.y};
    h->struck.at =
        (crok_mm){x.x - t * h->struck.v_mm_s.x, x.y - t * h->struck.v_mm_s.y};
}

/* Who is near enough to have hit it, and nearest. */
static mover *hitter_of(chase *c, const mover *d, double t_s)
{
    mover *best = NULL;
    double least = 0.0;
    for (int i = 0; i < c->c->n; i++) {
        mover *h = &c->m[i];
        double dt = t_s - crok_detections_s(c->r, h->last);
        double off = 0.0;
        if (!h->active || h == d || !h->has_v)
            continue;
        off = crok_mm_apart(slid(h->at, h->v_mm_s, 0.5 * dt), d->at) -
              2.0 * c->c->disc_mm - 0.6 * dt * speed_of(h);
        if (off < 10.0 && (best == NULL || off < least)) {
            best = h;
            least = off;
        }
    }
    return best;
}

static void start(chase *c, int i, int f)
{
    const crok_trajectory *trajectory = &c->c->trajectory[i];
    mover *m = &c->m[i];
    mover *h = NULL;
    *m = (mover){.active = true,
                 .kicked = true,
                 .last = trajectory->still,
                 .lies_from = trajectory->still,
                 .at = trajectory->from};
    h = hitter_of(c, m, crok_detections_s(c->r, f));
    if (h != NULL)
        blow(c, h, m,
             crok_detections_s(c->r, f) - crok_detections_s(c->r, h->last));
}

/* The shooter's first way is inwards: what stays behind is the hand. */
static bool is_behind(const chase *c, int i, const crok_blob *b, int f)
{
    crok_mm from = c->c->trajectory[0].from;
    double r = fmax(hypot(from.x, from.y), 1.0);
    double since_s =
        crok_detections_s(c->r, f) - crok_detections_s(c->r, c->c->flick);
    return i == 0 && (!c->m[0].has_v || since_s < RETURNS_S) &&
           (b->at.x * from.x + b->at.y * from.y) / r > r - INWARDS_MM;
}

/* A disc that was still in the frame before its last moved for a part of the
 * time only: it goes on the same way, how far is not known. In motion, negative
 * where it cannot be. */
static double cost_on_way(const mover *m, const crok_blob *b, double dt_s)
{
    double v = speed_of(m);
    crok_mm d = {b->at.x - m->at.x, b->at.y - m->at.y};
    double on = (d.x * m->v_mm_s.x + d.y * m->v_mm_s.y) / fmax(v, 1e-9);
    double off = fabs(d.x * m->v_mm_s.y - d.y * m->v_mm_s.x) / fmax(v, 1e-9);
    if (v < SLOW_MM_S || on < 0.5 * v * dt_s || on > CROK_FASTEST_MM_S * dt_s)
        return -1.0;
    return 1.0 + off / (KICK_GATE_MM + ON_WAY_PART * on);
}

/* How ill a blob fits a mover that went on freely, in motion. */
static double cost_free(const mover *m, const crok_blob *b, double dt_s)
{
    double way = (m->has_v ? speed_of(m) : CROK_FASTEST_MM_S) * dt_s;
    double motion = m->kicked ? KICK_GATE_MM + KICK_GATE_PART * way
                              : GATE_MM + GATE_PART * way;
    crok_mm to = m->has_v ? slid(m->at, m->v_mm_s, dt_s) : m->at;
    return crok_mm_apart(b->at, to) / motion;
}

/* The same of one that struck a disc on its way. */
static double cost_struck(const mover *m, const crok_blob *b, double dt_s)
{
    const glide *g = &m->struck;
    double way = hypot(g->v_mm_s.x, g->v_mm_s.y) * dt_s;
    return crok_mm_apart(b->at, slid(g->at, g->v_mm_s, dt_s)) /
           (KICK_GATE_MM + KICK_GATE_PART * way);
}

/* Has it dropped into the hole, and is the blob elsewhere? */
static bool is_held(const chase *c, int i, const crok_blob *b)
{
    return c->c->trajectory[i].dropped >= 0 &&
           crok_mm_apart(b->at, c->m[i].at) > DROPPED_HOLD_MM;
}

/* How ill a blob fits a mover, in motion; more than WIDE_COST where it is not
 * where it was expected; negative where it cannot be. */
static double cost_of(const chase *c, int i, const crok_blob *b, int f)
{
    const mover *m = &c->m[i];
    double dt = crok_detections_s(c->r, f) - crok_detections_s(c->r, m->last);
    double v = m->has_v ? speed_of(m) : CROK_FASTEST_MM_S;
    double way = v * dt;
    double straight = cost_free(m, b, dt);
    double cost = straight;
    bool begins = m->kicked && c->c->trajectory[i].n_seen == 1;
    if (!crok_same_colour(b->rgb, c->c->trajectory[i].rgb) || is_held(c, i, b))
        return -1.0;
    if (m->may_strike)
        cost = fmin(straight, cost_struck(m, b, dt));
    if (m->has_v && cost <= MAX_COST)
        return cost;
    if (begins) {
        cost = cost_on_way(m, b, dt);
        if (cost >= 0.0 && cost <= MAX_COST)
            return cost;
    }
    if (m->kicked && m->has_v)
        way = (begins && v < SLOW_MM_S ? CROK_FASTEST_MM_S
                                       : fmax(v, KICKED_MM_S)) *
              dt;
    way = fmax(way, m->was_mm_s * dt);
    if (crok_mm_apart(b->at, m->at) <= way + WIDE_MM)
        return WIDE_COST + straight;
    return -1.0;
}

static int by_cost(const void *a, const void *b)
{
    const match *x = a;
    const match *y = b;
    if (x->cost < y->cost || x->cost > y->cost)
        return x->cost < y->cost ? -1 : 1;
    return x->mover != y->mover ? x->mover - y->mover : x->blob - y->blob;
}

/* Seen at b in frame f: does it lie in the hole? */
static void note_drop(chase *c, int i, const crok_blob *b, int f)
{
    crok_trajectory *trajectory = &c->c->trajectory[i];
    mover *m = &c->m[i];
    if (hypot(b->at.x, b->at.y) > DROPPED_PART * c->c->hole_mm ||
        crok_mm_apart(b->at, m->at) > STILL_MM) {
        m->lies_from = f;
        return;
    }
    if (trajectory->dropped < 0 &&
        crok_detections_s(c->r, f) - crok_detections_s(c->r, m->lies_from) >=
            STILL_S)
        trajectory->dropped = m->lies_from;
}

static void take(chase *c, int i, const crok_blob *b, int f)
{
    crok_trajectory *trajectory = &c->c->trajectory[i];
    mover *m = &c->m[i];
    double dt = crok_detections_s(c->r, f) - crok_detections_s(c->r, m->last);
    bool struck = m->may_strike && cost_struck(m, b, dt) < cost_free(m, b, dt);
    crok_mm from = struck ? m->struck.at : m->at;
    note_drop(c, i, b, f);
    m->was_mm_s = trajectory->n_seen > 1 ? speed_of(m) : 0.0;
    if (dt > 0.0) {
        m->v_mm_s = (crok_mm){(b->at.x - from.x) / dt, (b->at.y - from.y) / dt};
        m->has_v = true;
    }
    m->may_strike = false;
    m->kicked = struck || trajectory->n_seen == 0; /* part of dt it lay still */
    m->at = b->at;
    m->last = f;
    trajectory->seen[f] = true;
    trajectory->at[f] = b->at;
    trajectory->n_seen++;
}

static bool is_near(const chase *c, const crok_blob *b)
{
    return hypot(b->at.x, b->at.y) < REACH * c->c->line_mm;
}

static void share_out(chase *c, int f)
{
    enum { MOST = (CROK_MAX_DISCS + 1) * CROK_MAX_BLOBS };
    const crok_frame_blobs *g = crok_detections_at(c->r, f);
    match all[MOST];
    bool taken[CROK_MAX_BLOBS] = {false};
    int n = 0;
    for (int i = 0; i < c->c->n; i++)
        for (int k = 0; c->m[i].active && k < g->n; k++) {
            double cost =
                is_near(c, &g->blob[k]) && !is_behind(c, i, &g->blob[k], f)
                    ? cost_of(c, i, &g->blob[k], f)
                    : -1.0;
            if (cost >= 0.0)
                all[n++] = (match){i, k, cost};
        }
    qsort(all, (size_t)n, sizeof *all, by_cost);
    for (int k = 0; k < n; k++) {
        if (taken[all[k].blob] || c->c->trajectory[all[k].mover].seen[f])
            continue;
        taken[all[k].blob] = true;
        take(c, all[k].mover, &g->blob[all[k].blob], f);
    }
}

void crok_trajectories_associate(crok_trajectories *trajectories,
                                 const crok_detections *detections)
{
    chase c = {.c = trajectories, .r = detections};
    for (int i = 0; i < trajectories->n; i++) {
        trajectories->trajectory[i].n_seen = 0;
        trajectories->trajectory[i].dropped = -1;
        for (int f = 0; f < detections->n; f++)
            trajectories->trajectory[i].seen[f] = false;
    }
    for (int f = trajectories->flick + 1;
         trajectories->has_spot && f < detections->n; f++) {
        for (int i = 0; i < trajectories->n; i++)
            if (!c.m[i].active && trajectories->trajectory[i].still >= 0 &&
                f > trajectories->trajectory[i].still)
                start(&c, i, f);
        share_out(&c, f);
    }
}

/* ---- where it came to rest ---- */

static int last_seen(const crok_trajectory *c, const crok_detections *r)
{
    int f = r->n - 1;
    while (f >= 0 && !c->seen[f])
        f--;
    return f;
}

/* The middle one of its places in the hole: others pass over it and shade it.
 */
static crok_mm place_in_hole(const crok_trajectory *c, const crok_detections *r)
{
    double x[CROK_MAX_TRACKED_FRAMES];
    double y[CROK_MAX_TRACKED_FRAMES];
    int n = 0;
    for (int f = c->dropped; f < r->n; f++) {
        if (!c->seen[f])
            continue;
        x[n] = c->at[f].x;
        y[n++] = c->at[f].y;
    }
    return (crok_mm){crok_quantile(x, n, 0.5), crok_quantile(y, n, 0.5)};
}

crok_mm crok_trajectory_end(const crok_trajectory *c, const crok_detections *r)
{
    int f = c->n_seen > 0 ? last_seen(c, r) : -1;
    if (f >= 0 && c->dropped >= 0)
        return place_in_hole(c, r);
    return f < 0 ? c->from : c->at[f];
}

bool crok_trajectory_has_stopped(const crok_trajectory *c,
                                 const crok_detections *r)
{
    int last = last_seen(c, r);
    int first = last;
    if (c->dropped >= 0)
        return true;
    for (int f = last; f >= 0; f--) {
        if (!c->seen[f])
            continue;
        if (crok_mm_apart(c->at[f], c->at[last]) > STILL_MM)
            break;
        first = f;
    }
    return last >= 0 &&
           crok_detections_s(r, last) - crok_detections_s(r, first) >= STILL_S;
}

/* The blob that it was seen as in frame f, if that is by itself; else NULL. */
static const crok_blob *seen_alone(const crok_trajectory *c,
                                   const crok_detections *r, int f)
{
    return c->seen[f] ? alone_near(r, f, c->at[f], SAME_BLOB_MM) : NULL;
}

bool crok_trajectory_is_isolated(const crok_trajectory *c,
                                 const crok_detections *r, int f)
{
    return seen_alone(c, r, f) != NULL;
}

void crok_trajectory_colour(const crok_trajectory *c, const crok_detections *r,
                            uint8_t rgb[3])
{
    unsigned sum[3] = {0};
    unsigned n = 0;
    for (int f = 0; f < r->n; f++) {
        const crok_blob *b = seen_alone(c, r, f);
        for (int k = 0; k < 3 && b != NULL; k++)
            sum[k] += b->rgb[k];
        n += b != NULL;
    }
    for (int k = 0; k < 3; k++)
        rgb[k] = (uint8_t)(n == 0 ? c->rgb[k] : (sum[k] + n / 2) / n);
}

crok_mm crok_trajectory_predict_rest(const crok_trajectory *c,
                                     const crok_detections *r, int f)
{
    crok_mm v = {0.0, 0.0};
    crok_mm at = f < 0 ? c->from : c->at[f];
    if (f > 0 && c->seen[f - 1]) {
        double dt = crok_detections_s(r, f) - crok_detections_s(r, f - 1);
        v.x = (at.x - c->at[f - 1].x) / dt;
        v.y = (at.y - c->at[f - 1].y) / dt;
    }
    return slid(at, v, hypot(v.x, v.y) / SLIDE_MM_S2);
}

/* Forgets what was seen last, from where nothing comes to `at` in time. */
static void forget_others(crok_trajectory *c, const crok_detections *r,
                          crok_mm at)
{
    for (int f = r->n - 1; f >= 0 && c->n_seen > 0; f--) {
        double way = crok_mm_apart(c->at[f], at) - RESTS_MM;
        double left_s =
            crok_detections_s(r, r->n - 1) - crok_detections_s(r, f);
        if (!c->seen[f])
            continue;
        if (way <= CROK_FASTEST_MM_S * left_s)
            return;
        c->seen[f] = false;
        c->n_seen--;
    }
}

void crok_trajectory_set_rest(crok_trajectory *c, const crok_detections *r,
                              crok_mm at)
{
    int last = -1;
    forget_others(c, r, at);
    last = c->n_seen > 0 ? last_seen(c, r) : c->still;
    if (last < c->dropped) /* what lay in the hole was another too */
        c->dropped = -1;
    if (last < 0 || crok_mm_apart(crok_trajectory_end(c, r), at) < RESTS_MM)
        return;
    for (int f = r->n - 1; f > last; f--) {
        const crok_blob *b = blob_at(crok_detections_at(r, f), at, RESTS_MM);
        if (b == NULL || !crok_same_colour(b->rgb, c->rgb))
            continue;
        c->seen[f] = true;
        c->at[f] = b->at;
        c->n_seen++;
    }
}
