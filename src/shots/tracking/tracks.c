/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/tracking/tracks.h"

#include <math.h>
#include <string.h>

#include "core/assign.h"
#include "core/scratch.h"

/* ---- detections ---- */

/* 1 sd of a detection's place, mm: measured on simulated films of photographed
 * and of drawn boards at 720 lines (rms 1.1 to 1.4). In motion it is
 * that of the middle of the smear, which is known to this part of the way. */
#define PLACE_MM 1.3
#define SMEAR_PART 0.05
/* The chance that a disc is detected that nothing covers: at rest, in motion
 * and in the ditch or the hole; of a covered one, at least. The first two are
 * measured as above, the others are chosen by hand. */
#define SEEN_AT_REST 0.98
#define SEEN_MOVING 0.9
#define SEEN_DEEP 0.7
#define SEEN_COVERED 0.03
/* Detections of no known disc, in a frame and on a square millimetre: new discs
 * and false ones. Chosen by hand: on the surface of a board of 305 mm one in
 * thirty frames; ten times as many beside a cover, where hands bring discs. */
#define NEW_DENSITY 1e-7
#define NEW_BESIDE_COVER 10.0
/* 1 sd of the difference of two measurements of a disc's colour, each channel,
 * levels, and the least likelihood ratio of another colour, a logarithm: a
 * shadow, a smear or a hand change it. Chosen by hand. */
#define COLOUR_LEVELS 25.0
#define OTHER_COLOUR (-10.0)

/* ---- motion ---- */

/* 1 sd of the deceleration, mm/s^2: boards and powder differ. */
#define SLIDE_SIGMA_MM_S2 600.0
/* The velocity of a disc of which only one detection is known. */
#define UNKNOWN_MM_S 1e6
/* The chance that something has struck a disc since the last frame: if a disc
 * in motion may have reached it, if it is in motion itself (a peg, or a disc
 * that is not seen), and else. Chosen by hand. */
#define STRUCK_NEAR 0.4
#define STRUCK_MOVING 0.05
#define STRUCK_ALONE 0.002
#define FLICKED 0.1 /* of a disc that waits to be shot */
/* A disc that was struck has at most this speed, mm/s, if nothing is known of
 * the striker, and if a disc in motion was near, whose own speed may not be
 * known well yet. Chosen by hand: most flicked discs are slower. */
#define STRUCK_MM_S 2500.0
#define STRUCK_NEAR_MM_S 1500.0
/* The chance that a track of one detection is that of a disc. Chosen by hand.
 */
#define ONE_IS_REAL 0.1
/* A disc that waits is flicked inwards: farther out than it was by more than
 * this, mm, it is not, unless it slides there. */
#define OUTWARDS_MM 5.0
/* A disc that is slower than this has not been flicked yet, mm/s. Chosen by
 * hand: flicked discs that reach another one are faster. */
#define WAITING_MM_S 300.0
/* Room about a disc that was struck, mm: several errors of its place. */
#define STRUCK_MARGIN_MM 5.0
/* Discs meet if the gap between them is less than this plus the way of the
 * faster one. */
#define MEET_MM 10.0
/* A disc that was not detected for longer than this, s, is not looked for
 * where it should have slid to any more. Chosen by hand. */
#define FORGET_S 0.6

/* ---- rest ---- */

/* A disc is in motion from this speed on, mm/s: places of one at rest differ by
 * less from frame to frame. Chosen by hand. */
#define MOVES_MM_S 100.0
/* A disc has moved if it is detected this far from where it was at rest, mm,
 * and, where a cover lies beside it, which spoils its place, that far. Chosen
 * by hand: places of a disc at rest differ by 0.3 mm, 1 sd. */
#define MOVED_MM 2.2
#define MOVED_BESIDE_MM 8.0
/* It was at rest if it lay for so long; it has left if it is this far away. */
#define LIES_NS INT64_C(110000000)
#define LEFT_MM 5.0
/* The part of the way to a new detection by which the place of a disc at rest
 * follows. */
#define FOLLOWS 0.1
/* A disc that was lost in motion may still move for so long, ns. Chosen by
 * hand: a disc is seen again sooner, unless it dropped into the hole. */
#define LOST_NS INT64_C(300000000)
/* A place is bare if at least this part of a circle of this many radii is. */
#define BARE_PART 0.7
#define BARE_RADII 0.7
/* A hand is over the inner board, which is this part of the outer line's
 * radius, if it hides more than this of it: some discs' area. A hand that
 * flicks or waits stays outside; one that moves discs comes into it. Chosen by
 * hand. */
#define CORE_RADII 0.7
#define HAND_PART 0.01
/* A track that a hand may be, and that is not detected in so many frames, is
 * dropped. */
#define FEW_HITS 3
/* A disc whose place is seen bare has just left it, and is somewhere else in
 * motion; after so many frames it is gone. */
#define SETTLED_BARE 3
/* A hand carries a disc beside which a cover lay in so many frames in a row. A
 * disc that slides past a hand is beside it for less. Chosen by hand. */
#define HELD_FRAMES 5
#define DROP_NS INT64_C(100000000)
/* So many frames before a reading are kept: a disc that was flicked just then
 * is told by them. */
#define KEPT_FRAMES 16

static double speed_of(const crok_track *t)
{
    return t->sigma_v_mm_s >= UNKNOWN_MM_S ? 0.0
                                           : hypot(t->v_mm_s.x, t->v_mm_s.y);
}

static double seconds_since(const crok_track *t, int64_t now_ns)
{
    return 1e-9 * (double)(now_ns - t->seen_ns);
}

static bool is_at_rest(const crok_track *t)
{
    return t->seen_ns - t->still_ns >= LIES_NS;
}

/* ---- the density of a detection ---- */

/* What a track predicts for one frame. */
typedef struct prediction {
    crok_mm at;      /* if nothing strikes it */
    double sigma_mm; /* 1 sd of each coordinate */
    double struck;   /* chance that something has */
    double reach_mm; /* how far it can be from its last place then */
    double seen;     /* chance that it is detected at its place */
} prediction;

/* Does a disc wait on the line, at rest or held by a hand that trembles? */
static bool is_waiting(const crok_tracks *all, const crok_track *t)
{
    return !t->is_in_play && speed_of(t) < WAITING_MM_S &&
           fabs(hypot(t->at.x, t->at.y) - all->line_mm) < all->disc_mm;
}

/* The fastest that a track may be now that `t` was perhaps struck by, mm/s; 0:
 * no disc in motion was near. */
static double fastest_near(const crok_tracks *all, const crok_track *t,
                           int64_t now_ns)
{
    double most = 0.0;
    for (int i = 0; i < all->n; i++) {
        const crok_track *o = &all->track[i];
        double v = speed_of(o);
        double way = v * seconds_since(o, now_ns);
        if (o == t || is_at_rest(o) ||
            crok_mm_apart(o->at, t->at) > 2.0 * all->disc_mm + MEET_MM + way)
            continue;
        most = fmax(most, v);
    }
    return most;
}

static double chance_seen(const crok_tracks *all, const crok_track *t)
{
    double r = hypot(t->at.x, t->at.y);
    double seen = is_at_rest(t) ? SEEN_AT_REST : SEEN_MOVING;
    if (r < all->hole_mm || r > all->line_mm + all->disc_mm)
        seen = SEEN_DEEP;
    return fmax(seen * (1.0 - t->covered), SEEN_COVERED);
}

static prediction predict(const crok_tracks *all, const crok_track *t,
                          int64_t now_ns)
{
    double dt = seconds_since(t, now_ns);
    double v = speed_of(t);
    double near = fastest_near(all, t, now_ns);
    bool rests = is_at_rest(t);
    bool known = t->sigma_v_mm_s < UNKNOWN_MM_S;
    double spread = known ? t->sigma_v_mm_s * dt : 0.0;
    prediction p = {.at = rests ? t->anchor : crok_slid(t->at, t->v_mm_s, dt),
                    .seen = chance_seen(all, t)};
    p.sigma_mm = hypot(PLACE_MM, SMEAR_PART * v * dt);
    if (!rests)
        p.sigma_mm = hypot(
            p.sigma_mm,
            hypot(spread, v > 0.0 ? 0.5 * SLIDE_SIGMA_MM_S2 * dt * dt : 0.0));
    p.struck = near > 0.0 ? STRUCK_NEAR : rests ? STRUCK_ALONE : STRUCK_MOVING;
    p.reach_mm = fmax(v, near) * dt;
    if (rests)
        p.reach_mm =
            fmax(near, near > 0.0 ? STRUCK_NEAR_MM_S : STRUCK_MM_S) * dt;
    if (is_waiting(all, t)) {
        p.struck = FLICKED;
        p.reach_mm = STRUCK_MM_S * dt;
    }
    if (!known) {
        p.struck = 1.0;
        p.reach_mm = CROK_FASTEST_MM_S * dt;
    }
    p.reach_mm += STRUCK_MARGIN_MM;
    return p;
}

/* The logarithm of the likelihood of a colour, to that of the other sides'. */
static double colour_fits(const uint8_t a[3], const uint8_t b[3])
{
    double sum = 0.0;
    for (int c = 0; c < 3; c++) {
        double d = (a[c] - b[c]) / COLOUR_LEVELS;
        sum -= 0.5 * d * d;
    }
    return fmax(sum, OTHER_COLOUR);
}

/* The density of a detection of the track, per square millimetre, times the
 * chance that there is one. */
static double density(const crok_tracks *all, const crok_track *t,
                      const prediction *p, const crok_detection *d)
{
    double off = crok_mm_apart(d->at, p->at) / p->sigma_mm;
    double free = p->seen * exp(-0.5 * off * off) /
                  (2.0 * CROK_PI * p->sigma_mm * p->sigma_mm);
    double reach = p->reach_mm;
    double struck = crok_mm_apart(d->at, t->at) <= reach
                        ? SEEN_MOVING / (CROK_PI * reach * reach)
                        : 0.0;
    double real = t->n_hits == 1 ? ONE_IS_REAL : 1.0;
    if (is_waiting(all, t) &&
        hypot(d->at.x, d->at.y) > hypot(t->at.x, t->at.y) + OUTWARDS_MM)
        struck = 0.0;
    return real * ((1.0 - p->struck) * free + p->struck * struck);
}

/* The cost of a pair, to that of a new disc: negative if it is likelier that
 * the detection is of the track. */
static double cost_of(const crok_tracks *all, const crok_track *t,
                      const prediction *p, const crok_detection *d)
{
    double others =
        NEW_DENSITY * (d->covered > CROK_BESIDE_COVER ? NEW_BESIDE_COVER : 1.0);
    double here = density(all, t, p, d);
    if (here <= 0.0)
        return 1e3;
    return -log(here / others) -
           (t->has_colour ? colour_fits(t->path.rgb, d->rgb) : 0.0);
}

/* ---- assignment ---- */

/* May the track have a detection in this frame? */
static bool is_looked_for(const crok_track *t, int64_t now_ns)
{
    return is_at_rest(t) || seconds_since(t, now_ns) <= FORGET_S;
}

/* The detection of each track; -1: none. Each row is a track; the columns are
 * the detections and, for each track, that it is not detected. */
static void assign(const crok_tracks *all, const crok_detections *d, int *of)
{
    CROK_SCRATCH(double, cost, CROK_ASSIGN_ROWS *CROK_ASSIGN_COLUMNS);
    int row[CROK_MAX_TRACKS];
    int column[CROK_MAX_TRACKS];
    int n = 0;
    int width = 0;
    for (int i = 0; i < all->n; i++) {
        of[i] = -1;
        if (is_looked_for(&all->track[i], d->t_ns))
            row[n++] = i;
    }
    width = d->n + n;
    for (int i = 0; i < n; i++) {
        const crok_track *t = &all->track[row[i]];
        prediction p = predict(all, t, d->t_ns);
        for (int k = 0; k < width; k++)
            cost[i * width + k] = k < d->n ? cost_of(all, t, &p, &d->disc[k])
                                  : k - d->n == i ? -log(1.0 - p.seen)
                                                  : 1e3;
    }
    crok_assign(n, width, cost, column);
    for (int i = 0; i < n; i++)
        if (column[i] < d->n && cost[i * width + column[i]] < 1e2)
            of[row[i]] = column[i];
}

/* ---- update ---- */

int crok_track_frames_inside(const crok_tracks *all, const crok_track *t,
                             int still)
{
    const crok_trajectory *c = &t->path;
    double inside_mm = all->line_mm - CROK_INTO_BOARD_RADII * all->disc_mm;
    int n = 0;
    for (int f = still + 1; f < all->times.n; f++)
        n += c->seen[f] && c->alone[f] &&
             hypot(c->at[f].x, c->at[f].y) < inside_mm;
    return n;
}

/* The disc has been at rest: note where. A disc that waits to be shot may be
 * placed anew; one that has left its place in play keeps it. */
static void note_rest(crok_track *t, const crok_tracks *all)
{
    int f = all->times.n - 1;
    if (!is_at_rest(t) || (t->has_left && t->is_in_play))
        return;
    if (t->has_left && crok_mm_apart(t->anchor, t->path.from) > LEFT_MM) {
        double r = hypot(t->anchor.x, t->anchor.y);
        if (fabs(r - all->line_mm) > all->disc_mm ||
            crok_track_frames_inside(all, t, t->path.still) >=
                CROK_FRAMES_INSIDE)
            return; /* it was flicked */
        t->has_from = t->has_left = false;
    }
    if (!t->has_from || !t->is_in_play) {
        t->from_covered = t->has_from ? t->from_covered : 1.0;
        t->has_from = true;
        t->path.from = t->anchor;
        t->from_sigma_mm = PLACE_MM;
    }
    if (crok_mm_apart(t->at, t->path.from) < MOVED_MM)
        t->path.still = f;
}

static void follow_colour(crok_track *t, const crok_detection *d)
{
    double part = t->has_colour ? FOLLOWS : 1.0;
    if (d->covered > CROK_BESIDE_COVER && t->has_colour)
        return;
    for (int c = 0; c < 3; c++)
        t->path.rgb[c] =
            (uint8_t)(t->path.rgb[c] + (d->rgb[c] - t->path.rgb[c]) * part);
    t->has_colour = true;
}

/* The velocity by the new detection: that of the way since the last one, and
 * that which was predicted, each by its variance, unless the disc was struck.
 */
static void update_velocity(crok_track *t, const prediction *p,
                            const crok_detection *d, double dt)
{
    double off = crok_mm_apart(d->at, p->at) / p->sigma_mm;
    crok_mm v = {(d->at.x - t->at.x) / dt, (d->at.y - t->at.y) / dt};
    double s = sqrt(2.0) * PLACE_MM / dt;
    bool is_free = off < 3.0 && t->sigma_v_mm_s < UNKNOWN_MM_S;
    double was = is_free ? hypot(t->sigma_v_mm_s, SLIDE_SIGMA_MM_S2 * dt) : 1e9;
    double k = was * was / (was * was + s * s);
    double slower = fmax(speed_of(t) - CROK_SLIDE_MM_S2 * dt, 0.0);
    double part = is_free && speed_of(t) > 0.0 ? slower / speed_of(t) : 0.0;
    t->v_mm_s.x = part * t->v_mm_s.x * (1.0 - k) + k * v.x;
    t->v_mm_s.y = part * t->v_mm_s.y * (1.0 - k) + k * v.y;
    t->sigma_v_mm_s = is_free ? sqrt(k) * s : s;
}

static void update(crok_tracks *all, crok_track *t, const crok_detection *d)
{
    int f = all->times.n - 1;
    int64_t now = all->times.t_ns[f];
    double dt = seconds_since(t, now);
    bool beside = d->covered > CROK_BESIDE_COVER;
    double most = beside && is_at_rest(t) ? MOVED_BESIDE_MM : MOVED_MM;
    prediction p = predict(all, t, now);
    if (dt > 0.0)
        update_velocity(t, &p, d, dt);
    follow_colour(t, d);
    if (crok_mm_apart(d->at, t->anchor) > most) {
        t->still_ns = now;
        t->anchor = d->at;
    } else if (!beside) {
        t->anchor.x += FOLLOWS * (d->at.x - t->anchor.x);
        t->anchor.y += FOLLOWS * (d->at.y - t->anchor.y);
    }
    t->at = d->at;
    t->seen_ns = now;
    t->n_hits++;
    t->n_held = beside ? t->n_held + 1 : 0;
    t->n_bare = 0;
    if (is_at_rest(t)) {
        t->v_mm_s = (crok_mm){0.0, 0.0};
        t->sigma_v_mm_s = PLACE_MM / 1e-9 / (double)LIES_NS;
    }
    t->path.seen[f] = true;
    t->path.alone[f] = !beside;
    t->path.at[f] = d->at;
    note_rest(t, all);
    if (t->has_from && !t->has_left && !beside &&
        crok_mm_apart(d->at, t->path.from) > LEFT_MM)
        t->has_left = true;
    if (t->has_from && t->path.still == f)
        t->from_covered = fmin(t->from_covered, d->covered);
}

static void begin_track(crok_tracks *all, const crok_detection *d)
{
    int f = all->times.n - 1;
    crok_track *t = &all->track[all->n];
    if (all->n == CROK_MAX_TRACKS)
        return;
    all->n++;
    memset(t, 0, sizeof *t);
    *t = (crok_track){.id = -1,
                      .at = d->at,
                      .anchor = d->at,
                      .sigma_v_mm_s = UNKNOWN_MM_S,
                      .seen_ns = all->times.t_ns[f],
                      .still_ns = all->times.t_ns[f],
                      .n_hits = 1,
                      .has_colour = true,
                      .path = {.id = -1, .still = -1}};
    memcpy(t->path.rgb, d->rgb, sizeof t->path.rgb);
    t->path.seen[f] = true;
    t->path.alone[f] = d->covered <= CROK_BESIDE_COVER;
    t->path.at[f] = d->at;
}

static void see_place(crok_tracks *all, crok_track *t,
                      const crok_segmentation *s)
{
    crok_mm at = is_at_rest(t) ? t->anchor : t->at;
    bool bare = crok_bare_part(s, at, BARE_RADII * all->disc_mm) > BARE_PART;
    t->covered = crok_covered_part(s, at, all->disc_mm);
    if (!t->has_left)
        t->most_covered = fmax(t->most_covered, t->covered);
    t->n_bare = bare ? t->n_bare + 1 : 0;
}

/* Drop tracks that began with a false detection, and those of discs that left
 * without having been in play. */
static void drop_false(crok_tracks *all)
{
    int64_t now = all->times.t_ns[all->times.n - 1];
    int n = 0;
    for (int i = 0; i < all->n; i++) {
        const crok_track *t = &all->track[i];
        bool is_false = !t->is_in_play && t->n_hits < FEW_HITS &&
                        now - t->seen_ns > DROP_NS;
        if (!is_false && n++ != i)
            all->track[n - 1] = *t;
    }
    all->n = n;
}

/* ---- frames ---- */

/* Forget the first `by` frames. */
static void forget(crok_tracks *all, int by)
{
    size_t keep = (size_t)(all->times.n - by);
    memmove(all->times.t_ns, all->times.t_ns + by,
            keep * sizeof *all->times.t_ns);
    all->times.n -= by;
    for (int i = 0; i < all->n; i++) {
        crok_trajectory *c = &all->track[i].path;
        memmove(c->seen, c->seen + by, keep * sizeof *c->seen);
        memmove(c->alone, c->alone + by, keep * sizeof *c->alone);
        memmove(c->at, c->at + by, keep * sizeof *c->at);
        c->still = c->still < 0 ? -1 : c->still < by ? 0 : c->still - by;
    }
}

static void next_frame(crok_tracks *all, int64_t t_ns)
{
    if (all->times.n == CROK_MAX_TRACKED_FRAMES)
        forget(all, CROK_MAX_TRACKED_FRAMES / 2);
    all->times.t_ns[all->times.n++] = t_ns;
    for (int i = 0; i < all->n; i++)
        all->track[i].path.seen[all->times.n - 1] = false;
}

void crok_tracks_add(crok_tracks *all, const crok_detections *d,
                     const crok_segmentation *segments)
{
    int of[CROK_MAX_TRACKS];
    bool is_taken[CROK_MAX_DETECTIONS] = {false};
    next_frame(all, d->t_ns);
    all->n_hand += crok_covered_part(segments, (crok_mm){0.0, 0.0},
                                     CORE_RADII * all->line_mm) > HAND_PART;
    for (int i = 0; i < all->n; i++)
        see_place(all, &all->track[i], segments);
    assign(all, d, of);
    for (int i = 0, n = all->n; i < n; i++) {
        if (of[i] < 0)
            continue;
        is_taken[of[i]] = true;
        update(all, &all->track[i], &d->disc[of[i]]);
    }
    for (int k = 0; k < d->n; k++)
        if (!is_taken[k])
            begin_track(all, &d->disc[k]);
    drop_false(all);
}

void crok_tracks_repeat(crok_tracks *all, int64_t t_ns)
{
    int f = all->times.n - 1;
    if (f < 0)
        return;
    next_frame(all, t_ns);
    f = all->times.n - 2;
    for (int i = 0; i < all->n; i++) {
        crok_track *t = &all->track[i];
        if (!t->path.seen[f])
            continue;
        t->path.seen[f + 1] = true;
        t->path.alone[f + 1] = t->path.alone[f];
        t->path.at[f + 1] = t->path.at[f];
        t->seen_ns = t_ns;
        note_rest(t, all);
    }
}

/* ---- rest ---- */

/* Did the disc lie on the board, or on the line, before it moved? */
static bool came_from_inside(const crok_tracks *all, const crok_track *t)
{
    crok_mm from = t->path.from;
    return t->has_from && t->has_left &&
           hypot(from.x, from.y) <= all->line_mm + all->disc_mm;
}

/* Was the disc lost in motion on the surface, where nothing covers it? */
static bool is_lost(const crok_tracks *all, const crok_track *t)
{
    return !t->path.seen[all->times.n - 1] && t->covered <= CROK_BESIDE_COVER &&
           hypot(t->at.x, t->at.y) < all->line_mm;
}

/* Since when has the disc been at rest, as far as it is seen? */
static int64_t still_since(const crok_tracks *all, const crok_track *t)
{
    int f = all->times.n - 1;
    bool is_new = t->n_hits < FEW_HITS;
    bool is_outside = hypot(t->at.x, t->at.y) > all->line_mm + all->disc_mm;
    if (t->n_held >= HELD_FRAMES || (is_outside && !came_from_inside(all, t)) ||
        (is_new && !(t->path.seen[f] && t->path.alone[f])))
        return 0;
    if (t->n_bare > 0 && t->n_bare <= SETTLED_BARE) /* it is leaving */
        return all->times.t_ns[f];
    if (is_at_rest(t))
        return t->still_ns;
    return is_lost(all, t) ? t->seen_ns + LOST_NS : t->seen_ns;
}

int64_t crok_tracks_still_ns(const crok_tracks *all)
{
    int64_t since = 0;
    if (all->times.n == 0)
        return 0;
    since =
        all->begun_ns > all->times.t_ns[0] ? all->begun_ns : all->times.t_ns[0];
    for (int i = 0; i < all->n; i++) {
        int64_t moved = still_since(all, &all->track[i]);
        since = moved > since ? moved : since;
    }
    return all->times.t_ns[all->times.n - 1] - since;
}

bool crok_tracks_move(const crok_tracks *all)
{
    for (int i = 0; i < all->n; i++)
        if (all->track[i].n_held < HELD_FRAMES &&
            speed_of(&all->track[i]) > MOVES_MM_S)
            return true;
    return false;
}

void crok_tracks_reset(crok_tracks *all, const crok_board *board)
{
    all->n = 0;
    all->times.n = 0;
    all->begun_ns = 0;
    all->disc_mm = board->disc_mm;
    all->line_mm = board->line_mm[CROK_LINE_OUTER] - 0.5 * board->line_width_mm;
    all->hole_mm = board->hole_mm;
}

static void scale(crok_mm *p, double k)
{
    p->x *= k;
    p->y *= k;
}

void crok_tracks_rescale(crok_tracks *all, double k)
{
    all->line_mm *= k;
    all->hole_mm *= k;
    for (int i = 0; i < all->n; i++) {
        crok_track *t = &all->track[i];
        scale(&t->at, k);
        scale(&t->v_mm_s, k);
        scale(&t->anchor, k);
        scale(&t->path.from, k);
        for (int f = 0; f < all->times.n; f++)
            scale(&t->path.at[f], k);
    }
}

/* The track of a disc of a rest: by its id, else the nearest one that has none
 * and is within two radii; -1: none. */
static int track_of(const crok_tracks *all, const crok_sight_disc *d)
{
    double nearest = 2.0 * all->disc_mm;
    int at = -1;
    for (int i = 0; i < all->n; i++) {
        const crok_track *t = &all->track[i];
        double off = crok_mm_apart(t->anchor, d->at);
        if (t->id == d->id)
            return i;
        if (t->id >= 0 || off >= nearest)
            continue;
        nearest = off;
        at = i;
    }
    return at;
}

/* The track of a disc that lies at rest. */
static void put_to_rest(crok_track *t, const crok_sight_disc *d,
                        const crok_tracks *all)
{
    int f = all->times.n - 1;
    int64_t t_ns = all->times.t_ns[f];
    int n_hits = t->n_hits > FEW_HITS ? t->n_hits : FEW_HITS;
    *t = (crok_track){
        .id = d->id,
        .is_in_play = true,
        .n_hits = n_hits,
        .has_colour = t->has_colour,
        .at = d->at,
        .sigma_v_mm_s = PLACE_MM / 1e-9 / (double)LIES_NS,
        .seen_ns = t_ns,
        .still_ns = t_ns - 2 * LIES_NS,
        .anchor = d->at,
        .has_from = true,
        .from_sigma_mm = d->sigma_mm,
        .path = {.id = d->id,
                 .from = d->at,
                 .rgb = {t->path.rgb[0], t->path.rgb[1], t->path.rgb[2]},
                 .still = f}};
    t->path.seen[f] = t->path.alone[f] = true;
    t->path.at[f] = d->at;
}

/* Does a disc wait here to be shot, or may it, under a hand? */
static bool waits(const crok_tracks *all, const crok_track *t)
{
    int64_t unseen_ns = all->times.t_ns[all->times.n - 1] - t->seen_ns;
    return t->id < 0 && t->n_hits >= FEW_HITS && is_at_rest(t) &&
           (unseen_ns < LOST_NS || t->covered > CROK_BESIDE_COVER) &&
           fabs(hypot(t->anchor.x, t->anchor.y) - all->line_mm) < all->disc_mm;
}

/* Does it move? The reading was made while a disc that waited was flicked. */
static bool is_on_its_way(const crok_tracks *all, const crok_track *t)
{
    int64_t now = all->times.t_ns[all->times.n - 1];
    return t->id < 0 && !is_at_rest(t) && now - t->seen_ns < LOST_NS;
}

void crok_tracks_begin(crok_tracks *all, const crok_rest_sight *rest,
                       int64_t t_ns)
{
    CROK_SCRATCH(crok_tracks, was, 1);
    if (all->times.n == 0 || all->times.t_ns[all->times.n - 1] < t_ns)
        next_frame(all, t_ns);
    if (all->times.n > KEPT_FRAMES)
        forget(all, all->times.n - KEPT_FRAMES);
    *was = *all;
    all->n = 0;
    all->n_hand = 0;
    all->begun_ns = t_ns;
    for (int i = 0; i < rest->n && all->n < CROK_MAX_TRACKS; i++) {
        crok_track *t = &all->track[all->n++];
        int at = track_of(was, &rest->disc[i]);
        memset(t, 0, sizeof *t);
        if (at >= 0) {
            *t = was->track[at];
            was->track[at].id = CROK_TRACK_ENDED;
        }
        put_to_rest(t, &rest->disc[i], all);
    }
    for (int i = 0; i < was->n && all->n < CROK_MAX_TRACKS; i++) {
        const crok_track *t = &was->track[i];
        bool waiting = waits(was, t);
        if (t->id == CROK_TRACK_ENDED || (!waiting && !is_on_its_way(was, t)))
            continue;
        all->track[all->n] = *t;
        if (waiting)
            all->track[all->n].has_left = false;
        all->n++;
    }
}

const crok_track *crok_track_in_play(const crok_tracks *all, int id)
{
    for (int i = 0; i < all->n; i++)
        if (all->track[i].is_in_play && all->track[i].id == id)
            return &all->track[i];
    return NULL;
}

void crok_tracks_set_ids(crok_tracks *all, const crok_rest_sight *rest)
{
    for (int i = 0; i < all->n; i++) {
        crok_track *t = &all->track[i];
        double nearest = LEFT_MM;
        for (int k = 0; k < rest->n && t->is_in_play; k++) {
            double apart = crok_mm_apart(rest->disc[k].at, t->path.from);
            if (apart >= nearest)
                continue;
            nearest = apart;
            t->id = rest->disc[k].id;
        }
    }
}
