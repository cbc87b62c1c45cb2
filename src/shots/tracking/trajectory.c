/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/tracking/trajectory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Lengths are in mm and times in s, unless a name says otherwise. The constants
 * were chosen on simulated rounds (tests/sim) of all rule books at 30 to 60
 * frames a second; `bench_track FPS HEIGHT SHOTS` prints how many contacts and
 * boundary crossings are right. With wider gates hands and other discs are
 * associated with a trajectory; with narrower ones discs are lost at
 * collisions. */

/* ---- the shooter before the flick ---- */

/* The shooter is placed on the outer line. This is the largest distance of its
 * centre from the inner edge of the line. */
#define NEAR_LINE_MM 12.0
/* The shooter is at rest if it was detected within LIES_MM of one place for at
 * least LIES_S. Gaps between detections are at most GAP_S: a hand may cover the
 * shooter. */
#define LIES_MM 1.5
#define LIES_S 0.12
#define GAP_S 0.3
/* A blob nearer than this to the place that was found for the shooter belongs
 * to the same stay and is not examined again. */
#define SAME_SPOT_MM 20.0
/* After the flick the shooter is nearer to the board's centre than its place by
 * at least this distance. A blob that is not is the hand. */
#define INWARDS_MM 3.0
/* Shortest time after which the shooter can be back at its place. It is about
 * the time for 0.2 m to another disc and 0.2 m back at CROK_FASTEST_MM_S. */
#define RETURNS_S 0.1

/* ---- association ---- */

/* Detections farther from the centre than this fraction of the outer line's
 * radius are ignored. */
#define REACH 1.25
/* Deceleration by friction on a powdered board. */
#define SLIDE_MM_S2 1000.0
/* Validation gate: a fixed detection error plus a fraction of the predicted
 * travel. The wider gate (KICK_) is for a disc that was struck or flicked after
 * its last detection, because its velocity is uncertain. */
#define GATE_MM 4.0
#define GATE_PART 0.15
#define KICK_GATE_MM 8.0
#define KICK_GATE_PART 0.3
/* A disc can have struck another one if the gap between them was less than
 * STRIKER_GAP_MM. The gap is measured at the middle of the predicted travel and
 * reduced by STRIKER_WAY_PART of the travel: half of it reaches either end, and
 * a tenth is a tolerance. */
#define STRIKER_GAP_MM 10.0
#define STRIKER_WAY_PART 0.6
/* Sideways gate of a disc that moved for an unknown part of the time, as a
 * fraction of its distance along the direction of motion. */
#define ON_WAY_PART 0.1
/* Lower limit of the highest speed that is assumed for a disc after a
 * collision. */
#define KICKED_MM_S 600.0
/* Below this speed the direction of motion is too uncertain to be used. */
#define SLOW_MM_S 200.0
/* A detection outside the gate may still be associated, at a cost above
 * WIDE_COST, if the disc can have got there: the distance is at most the travel
 * at its highest possible speed plus WIDE_MM. */
#define WIDE_MM 8.0
#define WIDE_COST 10.0
/* A cost is the distance between a detection and its prediction, divided by the
 * gate. A detection with a higher cost than MAX_COST does not fit the
 * prediction. */
#define MAX_COST 4.0
/* Largest difference per RGB channel, of 255, between two views of one disc. */
#define SAME_COLOUR 90
/* Fraction of the striker's speed along the line of centres that the struck
 * disc gets: (1 + e) / 2 with the coefficient of restitution e = 0.8. */
#define PASSED_ON 0.9

/* ---- at rest again ---- */

/* A position in a trajectory is that of a blob if they differ by less than
 * this. */
#define SAME_BLOB_MM 0.01
/* A detection is of a disc at rest if it is nearer than this to the disc's
 * place. */
#define RESTS_MM 5.0
/* A disc is still in motion if it has moved more than ARRIVES_MM in ARRIVES_NS
 * (about one frame at 30 frames a second) and more than SETTLED_MM in
 * ARRIVES_LONG_NS. Detections of a disc at rest differ
 * only by a few tenths of a millimetre. A detection farther away than
 * ARRIVES_MOST_MM is not of the same disc, because a disc with such a speed
 * (1.1 m/s) does not stop on the board. */
#define ARRIVES_NS INT64_C(30000000)
#define ARRIVES_LONG_NS INT64_C(120000000)
#define ARRIVES_MM 1.2
#define ARRIVES_MOST_MM 33.0
/* Two detections are of one disc at rest if they differ by at most SETTLED_MM,
 * and its place in the background has not changed if its changed part differs
 * by at most SETTLED_PERCENT. Chosen by hand: detections of a disc at rest
 * differ by a few tenths of a millimetre, and by up to 1 mm in a compressed
 * film. */
#define SETTLED_MM 2.0
#define SETTLED_PERCENT 12
/* A detection is a part of a hand if at least this fraction of the ring around
 * it is foreground; two discs that touch cover a quarter of each other's ring.
 * A hand is over the board in at least HAND_FRAMES frames. Chosen by hand. */
#define HAND_RING 0.45
#define HAND_FRAMES 4
/* A disc has left its place if more than this percentage of the place has
 * changed. The edge of a shadow changes less; even on a board with nearly the
 * disc's colour more changes when the disc leaves. */
#define GONE_PERCENT 33
/* A disc has stopped if its detections are within STILL_MM of each other for at
 * least STILL_S. */
#define STILL_MM 1.0
#define STILL_S 0.06
/* A disc has dropped into the hole if it stops nearer to the hole's centre than
 * this fraction of the hole's radius. It is not exactly at the centre, because
 * a disc deep in the hole appears displaced. A disc that slides over the hole
 * does not stop. */
#define DROPPED_PART 0.25
/* A detection is not of a disc that has dropped into the hole if it is farther
 * than this from that disc's last detection. */
#define DROPPED_HOLD_MM 2.0

/* ---- detections ---- */

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

const crok_blob *crok_blob_nearest(const crok_frame_blobs *frame, crok_mm at,
                                   double within_mm, double ring_most)
{
    const crok_blob *best = NULL;
    for (int i = 0; i < frame->n; i++) {
        double d = crok_mm_apart(frame->blob[i].at, at);
        if (d >= within_mm ||
            (double)frame->blob[i].ring_foreground >= ring_most)
            continue;
        within_mm = d;
        best = &frame->blob[i];
    }
    return best;
}

/* The isolated blob of frame i (-1: none) that is nearest to `at`; NULL: none
 * is nearer than within_mm. */
static const crok_blob *isolated_near(const crok_detections *r, int frame,
                                      crok_mm at, double within_mm)
{
    return frame < 0 ? NULL
                     : crok_blob_nearest(crok_detections_at(r, frame), at,
                                         within_mm, CROK_ISOLATED);
}

/* The distance of a detection from the nearest isolated one at t_ns, mm; at
 * least ARRIVES_MOST_MM if there is none. */
static double moved_since(const crok_detections *r, crok_mm at, int64_t t_ns)
{
    const crok_blob *was =
        isolated_near(r, frame_at(r, t_ns), at, ARRIVES_MOST_MM);
    return was == NULL ? ARRIVES_MOST_MM : crok_mm_apart(at, was->at);
}

bool crok_detections_is_moving(const crok_detections *r, crok_mm at,
                               double disc_mm, int64_t t_ns)
{
    const crok_blob *is = isolated_near(r, frame_at(r, t_ns), at, disc_mm);
    double moved = 0.0;
    if (is == NULL)
        return false;
    moved = moved_since(r, is->at, t_ns - ARRIVES_NS);
    return moved > ARRIVES_MM && moved < ARRIVES_MOST_MM &&
           moved_since(r, is->at, t_ns - ARRIVES_LONG_NS) > SETTLED_MM;
}

/* Is it the place of a disc at rest in the background? Whether that disc is
 * still there is decided by the changed part of its place. */
static bool is_old_place(const crok_rest_sight *before, crok_mm at)
{
    for (int i = 0; i < before->n; i++)
        if (crok_mm_apart(before->disc[i].at, at) < RESTS_MM)
            return true;
    return false;
}

/* Does each detection of frame a within core_mm have one at its place in b? Not
 * if a hand is there: a detection that is not isolated. */
static bool is_among(const crok_frame_blobs *a, const crok_frame_blobs *b,
                     const crok_rest_sight *before, double core_mm)
{
    for (int i = 0; i < a->n; i++) {
        crok_mm at = a->blob[i].at;
        bool found = false;
        if (hypot(at.x, at.y) > core_mm || is_old_place(before, at))
            continue;
        for (int k = 0; k < b->n && !found; k++)
            found = crok_mm_apart(at, b->blob[k].at) < SETTLED_MM;
        if (!found || (double)a->blob[i].ring_foreground >= CROK_ISOLATED)
            return false;
    }
    return true;
}

static bool is_same(const crok_frame_blobs *a, const crok_frame_blobs *b,
                    const crok_rest_sight *before, double core_mm)
{
    for (int i = 0; i < before->n; i++)
        if (hypot(before->disc[i].at.x, before->disc[i].at.y) < core_mm &&
            abs(a->changed[i] - b->changed[i]) > SETTLED_PERCENT)
            return false;
    return is_among(a, b, before, core_mm) && is_among(b, a, before, core_mm);
}

int64_t crok_detections_still_ns(const crok_detections *r,
                                 const crok_rest_sight *before, double core_mm)
{
    const crok_frame_blobs *now = NULL;
    int64_t still_ns = 0;
    if (r->n == 0)
        return 0;
    now = crok_detections_at(r, r->n - 1);
    for (int i = r->n - 2; i >= 0 && still_ns < CROK_STILL_MOST_NS; i--) {
        const crok_frame_blobs *g = crok_detections_at(r, i);
        if (!is_same(now, g, before, core_mm))
            break;
        still_ns = now->t_ns - g->t_ns;
    }
    return still_ns;
}

static bool has_hand(const crok_frame_blobs *g, double core_mm)
{
    for (int k = 0; k < g->n; k++)
        if ((double)g->blob[k].ring_foreground >= HAND_RING &&
            hypot(g->blob[k].at.x, g->blob[k].at.y) < core_mm)
            return true;
    return false;
}

bool crok_detections_had_hand(const crok_detections *r, double core_mm)
{
    int n = 0;
    for (int i = 0; i < r->n; i++)
        n += has_hand(crok_detections_at(r, i), core_mm);
    return n >= HAND_FRAMES;
}

bool crok_detections_is_new(const crok_detections *r, crok_mm at, int64_t t_ns)
{
    return isolated_near(r, frame_at(r, t_ns), at, RESTS_MM) != NULL;
}

bool crok_detections_has_left(const crok_detections *r, int index, int64_t t_ns)
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

/* A blob that stays in one place: the first and last frame in which it was
 * detected, the number of frames with a detection, and its mean position and
 * colour. */
typedef struct stay {
    int first, last, n;
    crok_mm at;
    double sum_sq;          /* sum of the squared distances from `at`, mm^2 */
    double ring_foreground; /* the lowest one of all frames, because a hand may
                               have been near in some of them */
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

static stay trace_back(const crok_detections *r, int last, const crok_blob *b)
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

void crok_trajectories_set_spot(crok_trajectories *c, const crok_spot *spot)
{
    crok_trajectory *s = &c->trajectory[0];
    c->has_spot = true;
    c->spot = s->from = spot->at;
    c->spot_sigma_mm = spot->sigma_mm;
    c->spot_ring_foreground = spot->ring_foreground;
    c->flick = s->still = spot->flick;
    memcpy(s->rgb, spot->rgb, sizeof s->rgb);
}

static void keep_spot(crok_trajectories *c, const stay *l)
{
    crok_spot spot = {
        l->at,
        sqrt(l->sum_sq) / l->n,
        l->ring_foreground,
        l->last,
        {(uint8_t)l->rgb[0], (uint8_t)l->rgb[1], (uint8_t)l->rgb[2]}};
    crok_trajectories_set_spot(c, &spot);
}

/* Is a blob of this colour still at this place in the last frame, to within
 * half a disc's radius? If so, it was not flicked: a shooter that comes back
 * does not stop at its old place, but the place of a part of the board that
 * differs from the background trembles with the light. */
static bool is_there_at_the_end(const crok_trajectories *c,
                                const crok_detections *r, const crok_blob *b)
{
    const crok_blob *o =
        blob_at(crok_detections_at(r, r->n - 1), b->at, c->disc_mm / 2.0);
    return o != NULL && crok_same_colour(o->rgb, b->rgb);
}

/* May this blob be the shooter before the flick? Returns false for a blob near
 * the place that is already found, so that it is not traced again. */
static bool may_be_shooter(const crok_trajectories *c, const crok_detections *r,
                           const crok_blob *b)
{
    return on_line(c, b->at) && !is_there_at_the_end(c, r, b) &&
           (!c->has_spot || crok_mm_apart(b->at, c->spot) >= SAME_SPOT_MM);
}

static bool is_long_enough(const crok_detections *r, const stay *l)
{
    return crok_detections_s(r, l->last) - crok_detections_s(r, l->first) >=
           LIES_S;
}

/* The shooter is the blob that was detected in most frames at one place on the
 * line, up to the frame `until`. */
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
            if (!may_be_shooter(c, r, &g->blob[k]))
                continue;
            l = trace_back(r, i, &g->blob[k]);
            if (l.n <= n || !is_long_enough(r, &l))
                continue;
            n = l.n;
            keep_spot(c, &l);
        }
    }
}

/* ---- prediction ---- */

/* Position and velocity in the frame of the last detection. */
typedef struct kinematics {
    crok_mm at, v_mm_s;
} kinematics;

/* A disc that is tracked. */
typedef struct target {
    bool active;
    bool kicked; /* it was struck or flicked since the last detection */
    bool has_v;  /* its velocity is known */
    int last;    /* frame of the last detection */
    crok_mm at, v_mm_s;
    double was_mm_s;   /* its speed before the last detection: a disc that is
                          thrown back between two frames appears slow */
    int lies_from;     /* frame since which it has been at rest in the hole */
    bool may_strike;   /* it may have struck a disc since the last detection */
    kinematics struck; /* its motion in that case */
} target;

typedef struct tracking {
    crok_trajectories *c;
    const crok_detections *r;
    target m[CROK_MAX_DISCS + 1];
} tracking;

/* A pair of target and blob that may be associated. */
typedef struct pairing {
    int target, blob;
    double cost; /* see cost_of */
} pairing;

static double speed_of(const target *m)
{
    return hypot(m->v_mm_s.x, m->v_mm_s.y);
}

/* The position of a freely sliding disc after the time dt_s. With the position
 * x, the velocity v and the deceleration a = SLIDE_MM_S2 it is
 *
 *   x + v t - (a / 2) t^2 v / |v|,  t = min(dt_s, |v| / a)
 *
 * because the disc stops at t = |v| / a. */
static crok_mm slid(crok_mm at, crok_mm v_mm_s, double dt_s)
{
    double v = hypot(v_mm_s.x, v_mm_s.y);
    double t = fmin(dt_s, v / SLIDE_MM_S2);
    double way = t - 0.5 * SLIDE_MM_S2 * t * t / fmax(v, 1e-9);
    return (crok_mm){at.x + way * v_mm_s.x, at.y + way * v_mm_s.y};
}

/* The time t, s, at which a disc at x with the velocity v is at the distance r2
 * from the point d: the smaller root of |x + v t - d| = r2, limited to
 * [0, dt_s]. Returns dt_s if there is no root. */
static double time_to_contact(crok_mm x, crok_mm v, crok_mm d, double r2,
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

/* Predict the motion of both discs if target h, sliding straight on, struck
 * target d at rest. With the unit vector n from h to d at the contact, d gets
 * the velocity PASSED_ON (v . n) n of the velocity v of h, and h keeps v minus
 * that. */
static void predict_collision(const tracking *c, target *h, target *d,
                              double dt_s)
{
    double t =
        time_to_contact(h->at, h->v_mm_s, d->at, 2.0 * c->c->disc_mm, dt_s);
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

/* Returns the target that can have struck d with the smallest gap between them
 * (STRIKER_GAP_MM); NULL: none. */
static target *striker_of(tracking *c, const target *d, double t_s)
{
    target *best = NULL;
    double least = 0.0;
    for (int i = 0; i < c->c->n; i++) {
        target *h = &c->m[i];
        double dt = t_s - crok_detections_s(c->r, h->last);
        double off = 0.0;
        if (!h->active || h == d || !h->has_v)
            continue;
        off = crok_mm_apart(slid(h->at, h->v_mm_s, 0.5 * dt), d->at) -
              2.0 * c->c->disc_mm - STRIKER_WAY_PART * dt * speed_of(h);
        if (off < STRIKER_GAP_MM && (best == NULL || off < least)) {
            best = h;
            least = off;
        }
    }
    return best;
}

/* Begin to track disc i: in frame f it has left its place. */
static void start(tracking *c, int i, int f)
{
    const crok_trajectory *trajectory = &c->c->trajectory[i];
    target *m = &c->m[i];
    target *h = NULL;
    *m = (target){.active = true,
                  .kicked = true,
                  .last = trajectory->still,
                  .lies_from = trajectory->still,
                  .at = trajectory->from};
    h = striker_of(c, m, crok_detections_s(c->r, f));
    if (h != NULL)
        predict_collision(c, h, m,
                          crok_detections_s(c->r, f) -
                              crok_detections_s(c->r, h->last));
}

/* ---- cost of an association ---- */

/* Is the blob the hand that flicked the shooter? After the flick the shooter
 * moves inwards, and the hand stays at the line. The test applies to the
 * shooter only (i = 0), until it was detected in motion and RETURNS_S have
 * passed. */
static bool is_hand(const tracking *c, int i, const crok_blob *b, int f)
{
    crok_mm from = c->c->trajectory[0].from;
    double r = fmax(hypot(from.x, from.y), 1.0);
    double since_s =
        crok_detections_s(c->r, f) - crok_detections_s(c->r, c->c->flick);
    return i == 0 && (!c->m[0].has_v || since_s < RETURNS_S) &&
           (b->at.x * from.x + b->at.y * from.y) / r > r - INWARDS_MM;
}

/* The cost for a disc that was detected in motion only once. It moved for an
 * unknown part of the time before that detection, so that its direction is
 * known but not its speed. The cost is 1 plus the distance sideways from the
 * direction of motion, in gates; negative: the disc cannot be there. */
static double cost_on_way(const target *m, const crok_blob *b, double dt_s)
{
    double v = speed_of(m);
    crok_mm d = {b->at.x - m->at.x, b->at.y - m->at.y};
    double on = (d.x * m->v_mm_s.x + d.y * m->v_mm_s.y) / fmax(v, 1e-9);
    double off = fabs(d.x * m->v_mm_s.y - d.y * m->v_mm_s.x) / fmax(v, 1e-9);
    if (v < SLOW_MM_S || on < 0.5 * v * dt_s || on > CROK_FASTEST_MM_S * dt_s)
        return -1.0;
    return 1.0 + off / (KICK_GATE_MM + ON_WAY_PART * on);
}

/* The distance of a blob from the prediction for a freely sliding target,
 * divided by the gate. */
static double cost_free(const target *m, const crok_blob *b, double dt_s)
{
    double way = (m->has_v ? speed_of(m) : CROK_FASTEST_MM_S) * dt_s;
    double gate = m->kicked ? KICK_GATE_MM + KICK_GATE_PART * way
                            : GATE_MM + GATE_PART * way;
    crok_mm to = m->has_v ? slid(m->at, m->v_mm_s, dt_s) : m->at;
    return crok_mm_apart(b->at, to) / gate;
}

/* The distance of a blob from the prediction for a target that struck a disc
 * since its last detection, divided by the gate. */
static double cost_struck(const target *m, const crok_blob *b, double dt_s)
{
    const kinematics *g = &m->struck;
    double way = hypot(g->v_mm_s.x, g->v_mm_s.y) * dt_s;
    return crok_mm_apart(b->at, slid(g->at, g->v_mm_s, dt_s)) /
           (KICK_GATE_MM + KICK_GATE_PART * way);
}

/* Has target i dropped into the hole, and is the blob farther than
 * DROPPED_HOLD_MM from it? */
static bool is_kept_in_hole(const tracking *c, int i, const crok_blob *b)
{
    return c->c->trajectory[i].dropped >= 0 &&
           crok_mm_apart(b->at, c->m[i].at) > DROPPED_HOLD_MM;
}

/* The cost of associating a blob with target i. It is at most MAX_COST if the
 * blob fits the prediction, and at least WIDE_COST if it does not but the disc
 * can have got there. It is negative if the disc cannot have got there or has
 * another colour. */
static double cost_of(const tracking *c, int i, const crok_blob *b, int f)
{
    const target *m = &c->m[i];
    double dt = crok_detections_s(c->r, f) - crok_detections_s(c->r, m->last);
    double v = m->has_v ? speed_of(m) : CROK_FASTEST_MM_S;
    double way = v * dt;
    double straight = cost_free(m, b, dt);
    double cost = straight;
    bool begins = m->kicked && c->c->trajectory[i].n_seen == 1;
    if (!crok_same_colour(b->rgb, c->c->trajectory[i].rgb) ||
        is_kept_in_hole(c, i, b))
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
    const pairing *x = a;
    const pairing *y = b;
    if (x->cost < y->cost || x->cost > y->cost)
        return x->cost < y->cost ? -1 : 1;
    return x->target != y->target ? x->target - y->target : x->blob - y->blob;
}

/* ---- update ---- */

/* Target i is detected at b in frame f. If it has been at rest in the middle of
 * the hole for STILL_S, set `dropped` of its trajectory. */
static void detect_drop(tracking *c, int i, const crok_blob *b, int f)
{
    crok_trajectory *trajectory = &c->c->trajectory[i];
    target *m = &c->m[i];
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

/* Associate blob b of frame f with target i. */
static void update(tracking *c, int i, const crok_blob *b, int f)
{
    crok_trajectory *trajectory = &c->c->trajectory[i];
    target *m = &c->m[i];
    double dt = crok_detections_s(c->r, f) - crok_detections_s(c->r, m->last);
    bool struck = m->may_strike && cost_struck(m, b, dt) < cost_free(m, b, dt);
    crok_mm from = struck ? m->struck.at : m->at;
    detect_drop(c, i, b, f);
    m->was_mm_s = trajectory->n_seen > 1 ? speed_of(m) : 0.0;
    if (dt > 0.0) {
        m->v_mm_s = (crok_mm){(b->at.x - from.x) / dt, (b->at.y - from.y) / dt};
        m->has_v = true;
    }
    m->may_strike = false;
    m->kicked =
        struck || trajectory->n_seen == 0; /* v holds for a part of dt only */
    m->at = b->at;
    m->last = f;
    trajectory->seen[f] = true;
    trajectory->at[f] = b->at;
    trajectory->n_seen++;
}

static bool is_near(const tracking *c, const crok_blob *b)
{
    return hypot(b->at.x, b->at.y) < REACH * c->c->line_mm;
}

/* Was the blob there already at the flick, to within a quarter of a disc's
 * radius? Then it is no disc of the shot: it is a disc that came to rest after
 * the background was taken, a part of a hand that waits, or print in another
 * light. */
static bool was_there(const tracking *c, const crok_blob *b)
{
    const crok_blob *o = blob_at(crok_detections_at(c->r, c->c->flick), b->at,
                                 c->c->disc_mm / 4.0);
    return o != NULL && crok_same_colour(o->rgb, b->rgb);
}

/* Associate the blobs of frame f with the targets. The pair with the lowest
 * cost is taken first, and each blob and each target is used at most once
 * (greedy nearest neighbour). */
static void associate(tracking *c, int f)
{
    enum { MOST = (CROK_MAX_DISCS + 1) * CROK_MAX_BLOBS };
    const crok_frame_blobs *g = crok_detections_at(c->r, f);
    pairing all[MOST];
    bool taken[CROK_MAX_BLOBS] = {false};
    int n = 0;
    for (int i = 0; i < c->c->n; i++)
        for (int k = 0; c->m[i].active && k < g->n; k++) {
            double cost = is_near(c, &g->blob[k]) &&
                                  !was_there(c, &g->blob[k]) &&
                                  !is_hand(c, i, &g->blob[k], f)
                              ? cost_of(c, i, &g->blob[k], f)
                              : -1.0;
            if (cost >= 0.0)
                all[n++] = (pairing){i, k, cost};
        }
    qsort(all, (size_t)n, sizeof *all, by_cost);
    for (int k = 0; k < n; k++) {
        if (taken[all[k].blob] || c->c->trajectory[all[k].target].seen[f])
            continue;
        taken[all[k].blob] = true;
        update(c, all[k].target, &g->blob[all[k].blob], f);
    }
}

void crok_trajectories_associate(crok_trajectories *trajectories,
                                 const crok_detections *detections)
{
    tracking c = {.c = trajectories, .r = detections};
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
        associate(&c, f);
    }
}

/* ---- the end of a trajectory ---- */

static int last_seen(const crok_trajectory *c, const crok_detections *r)
{
    int f = r->n - 1;
    while (f >= 0 && !c->seen[f])
        f--;
    return f;
}

/* The median of the disc's positions in the hole. The median is used because
 * other discs that pass over the hole disturb some of the positions. */
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

/* The blob of the trajectory in frame f, if it is isolated; else NULL. */
static const crok_blob *isolated_in(const crok_trajectory *c,
                                    const crok_detections *r, int f)
{
    return c->seen[f] ? isolated_near(r, f, c->at[f], SAME_BLOB_MM) : NULL;
}

bool crok_trajectory_is_isolated(const crok_trajectory *c,
                                 const crok_detections *r, int f)
{
    return isolated_in(c, r, f) != NULL;
}

void crok_trajectory_colour(const crok_trajectory *c, const crok_detections *r,
                            uint8_t rgb[3])
{
    unsigned sum[3] = {0};
    unsigned n = 0;
    for (int f = 0; f < r->n; f++) {
        const crok_blob *b = isolated_in(c, r, f);
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

/* Drop detections at the end of the trajectory from which the disc cannot have
 * reached `at` by the last frame. They were of another disc or of a hand. */
static void drop_unreachable(crok_trajectory *c, const crok_detections *r,
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
    drop_unreachable(c, r, at);
    last = c->n_seen > 0 ? last_seen(c, r) : c->still;
    if (last < c->dropped) /* the drop was that of another disc */
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
