/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/explain.h"

#include <math.h>
#include <string.h>

#include "core/scratch.h"
#include "shots/tracking/boundary.h"
#include "shots/tracking/collisions.h"
#include "shots/tracking/flick.h"

/* Number of frames with a hand over the inner board from which on it may have
 * moved discs. Chosen by hand. */
#define HAND_FRAMES 4
/* Discs that moved by at most this many radii, without a shooter, were not
 * struck: a hand touched them or took one and put it back, or a shadow made
 * their places inexact. Chosen by hand: a shot that nobody sees and that moves
 * no disc farther changes next to nothing. */
#define NUDGED_RADII 1.5
/* The centre of a disc that is placed on the outer line lies at most this many
 * radii inside it. Players place it by eye. */
#define PLACED_RADII 0.5
/* A disc whose end was not seen may be under what covers this part of its
 * surroundings, up to so many radii. Its end is waited for, but no longer than
 * this since the shooter was seen, or since all that is seen lies still, ns: a
 * hand that flicked or takes discs is gone then. */
#define COVERED_PART 0.3
#define COVERED_RADII 2.5
#define WAIT_NS INT64_C(3000000000)
/* A disc that is not found again was flicked only if it was seen on the line
 * with less than this around it covered: a hand that comes and goes is not. */
#define ALONE_PART 0.3
/* A shooter that was not seen since it lay on the line may slide for so long,
 * ns: at a speed at which it is not seen it crosses the board sooner. Chosen by
 * hand. */
#define SLIDES_NS INT64_C(1000000000)
/* If a disc is missing and was not seen to leave the surface, the discs must
 * have been at rest for so long before the shot is reported, ns: a camera that
 * averages frames shows the disc late. Chosen by hand. */
#define LOOKS_NS INT64_C(700000000)
/* A disc drops into the hole from at most this speed, mm/s, and has if it is
 * not seen for so long, ns. Chosen by hand: faster discs jump it. */
#define DROPS_MM_S 1000.0
#define DROPPED_NS INT64_C(200000000)
/* The largest difference of a disc's colours on the line and where it is found,
 * levels. Chosen by hand. */
#define WAITED_COLOUR 60
/* 1 sd of the systematic error of the shooter's place, mm: its shadow and the
 * hand behind it are the same in all frames. */
#define SPOT_SIGMA_MM 0.7
/* A disc moves between two frames if it is detected so far from before, mm. */
#define MOVES_MM 2.0

/* Log-odds. Before anything is seen, one disc in 20 that ends in the hole
 * leans: chosen by hand, nobody has counted them. A state is sure if its chance
 * is 0.97. */
#define LEANS_BEFORE (-2.94)
#define SURE 3.48

/* The disc that was flicked. */
typedef struct shooter {
    int track; /* -1: none was */
    int seen;  /* its index in the reading; -1: it is not there */
    bool has_left;
    crok_flick flick;
} shooter;

/* ---- the shooter ---- */

static shooter find_shooter(const crok_explanation *w, const crok_links *links)
{
    const crok_tracks *all = w->tracks;
    shooter s = {.track = -1, .seen = -1};
    for (int i = 0; i < all->n; i++) {
        const crok_track *t = &all->track[i];
        crok_flick flick;
        if (t->is_in_play || !crok_is_flicked(all, t, &flick) ||
            (s.track >= 0 && all->track[s.track].n_hits >= t->n_hits))
            continue;
        s.track = i;
        s.flick = flick;
    }
    if (s.track < 0)
        return s;
    for (int k = 0; k < w->seen->n_discs; k++)
        if (links->track[k] == s.track)
            s.seen = k;
    s.has_left = crok_has_left(all, &all->track[s.track], &s.flick);
    return s;
}

/* The index in `after` of a disc of the reading; -1: it is not there. */
static int after_of(const crok_shot_sight *shot, const crok_seen_disc *d)
{
    for (int i = 0; i < shot->after.n; i++)
        if (crok_mm_apart(shot->after.disc[i].at, d->at) <= 0.0)
            return i;
    return -1;
}

/* The disc that was flicked is the shooter, whatever else is new. */
static void set_shooter(const crok_explanation *w, const shooter *s,
                        crok_shot_sight *shot)
{
    int at = s->seen < 0 ? -1 : after_of(shot, &w->seen->discs[s->seen]);
    int was = shot->shooter;
    if (at < 0 || shot->after.disc[at].id == was)
        return;
    shot->shooter = shot->after.disc[at].id;
    shot->side = shot->after.disc[at].side;
    if (shot->n_moved > 0 && shot->moved[0] == was)
        shot->moved[0] = shot->shooter;
}

/* ---- what changed ---- */

static bool others_moved(const crok_shot_sight *shot)
{
    for (int k = 0; k < shot->n_moved; k++)
        if (shot->moved[k] != shot->shooter &&
            crok_sight_find(&shot->after, shot->moved[k]) >= 0)
            return true;
    return false;
}

/* Did no disc move farther than a nudge? */
static bool only_nudged(const crok_shot_sight *shot, double disc_mm)
{
    for (int k = 0; k < shot->n_moved; k++) {
        const crok_sight_disc *was =
            crok_sight_lying(&shot->before, shot->moved[k]);
        const crok_sight_disc *is =
            crok_sight_lying(&shot->after, shot->moved[k]);
        if (was == NULL || is == NULL || was->state != is->state ||
            crok_mm_apart(was->at, is->at) > NUDGED_RADII * disc_mm)
            return false;
    }
    return true;
}

/* Is the only change that a disc in the hole is gone? A shot cannot strike it
 * out of there. */
static bool only_emptied_hole(const crok_shot_sight *shot)
{
    for (int k = 0; k < shot->n_gone; k++) {
        const crok_sight_disc *was =
            crok_sight_lying(&shot->before, shot->gone[k]);
        if (was == NULL || was->state != CROK_DISC_HOLE)
            return false;
    }
    return shot->n_gone > 0 && !others_moved(shot) &&
           crok_sight_find(&shot->after, shot->shooter) < 0;
}

/* The index in the reading of a disc of `after`; -1: the reading lacks it. */
static int seen_of(const crok_explanation *w, const crok_sight_disc *d)
{
    for (int k = 0; k < w->seen->n_discs; k++)
        if (crok_mm_apart(w->seen->discs[k].at, d->at) <= 0.0)
            return k;
    return -1;
}

/* Was the disc first seen beside a cover, and has it lain still since? */
static bool came_from_cover(const crok_explanation *w, const crok_links *links,
                            const crok_sight_disc *d)
{
    const crok_frame_times *r = &w->tracks->times;
    int k = seen_of(w, d);
    const crok_trajectory *c = k < 0 || links->track[k] < 0
                                   ? NULL
                                   : &w->tracks->track[links->track[k]].path;
    int f = c == NULL ? r->n : crok_trajectory_first(c, r, 0);
    if (f == r->n || c->alone[f])
        return false;
    for (; f < r->n; f++)
        if (c->seen[f] && crok_mm_apart(c->at[f], d->at) > w->board->disc_mm)
            return false;
    return true;
}

/* Has a disc of this colour left the line, on which it waited? */
static bool has_left_line(const crok_explanation *w, const crok_sight_disc *d)
{
    int k = seen_of(w, d);
    for (int i = 0; i < w->tracks->n && k >= 0; i++) {
        const crok_track *t = &w->tracks->track[i];
        if (crok_has_left_line(w->tracks, t) &&
            crok_is_same_colour(t->path.rgb, w->seen->discs[k].rgb,
                                WAITED_COLOUR))
            return true;
    }
    return false;
}

/* Classify a change if no flick was detected:
 *
 *  - there is no new disc, and a hand was over the board or discs were only
 *    nudged: a hand moved discs;
 *  - the new disc lay still since something that covered it went away, and no
 *    other disc moved: a hand put it there, or uncovered it;
 *  - the new disc is inside the outer line, or there is none: a shot; also
 *    where it is in the ditch, and one that waited on the line is not there any
 *    more: nobody has seen it fly;
 *  - the new disc is on the line or on the wooden rim, and no other disc moved:
 *    it is placed;
 *  - else a hand has put discs into the ditch or moved them: TAKEN if discs are
 *    gone, OTHER if none is. */
static crok_change change_without_flick(const crok_explanation *w,
                                        const crok_links *links,
                                        const crok_shot_sight *shot)
{
    int at = crok_sight_find(&shot->after, shot->shooter);
    const crok_sight_disc *d = &shot->after.disc[at < 0 ? 0 : at];
    bool is_off = d->state == CROK_DISC_OUT;
    if (at < 0 && (w->tracks->n_hand >= HAND_FRAMES ||
                   only_nudged(shot, w->board->disc_mm)))
        return shot->n_gone > 0 ? CROK_CHANGE_TAKEN : CROK_CHANGE_OTHER;
    if (at >= 0 && !others_moved(shot) && came_from_cover(w, links, d))
        return CROK_CHANGE_OTHER;
    if (at >= 0 && is_off && has_left_line(w, d))
        return CROK_CHANGE_SHOT;
    if (at < 0 || (!is_off && hypot(d->at.x, d->at.y) <=
                                  w->board->line_mm[CROK_LINE_OUTER] -
                                      PLACED_RADII * w->board->disc_mm))
        return CROK_CHANGE_SHOT;
    if (!is_off && !others_moved(shot))
        return CROK_CHANGE_PLACED;
    return shot->n_gone > 0 ? CROK_CHANGE_TAKEN : CROK_CHANGE_OTHER;
}

/* Can no hand have taken this disc? It lay on the surface, and nothing covered
 * its place while it lay there. */
static bool was_out_of_reach(const crok_explanation *w, int id)
{
    const crok_track *t = NULL;
    int at = crok_sight_find(w->before, id);
    if (at < 0 || w->before->disc[at].state != CROK_DISC_FLAT)
        return false;
    t = crok_track_in_play(w->tracks, id);
    return t != NULL && !crok_was_in_reach(t);
}

/* Are discs gone that no hand can have taken? Then they were struck. Where no
 * frame came for a while a hand may have come and gone. */
static bool were_struck_off(const crok_explanation *w,
                            const crok_shot_sight *shot)
{
    const crok_frame_times *r = &w->tracks->times;
    for (int k = 0; k < shot->n_gone; k++)
        if (!was_out_of_reach(w, shot->gone[k]))
            return false;
    for (int f = 1; f < r->n; f++)
        if (crok_frame_gap(r, f))
            return false;
    return w->tracks->n_hand == 0 && shot->n_gone > 0;
}

/* Does a flick explain the change? */
static crok_change change_with_flick(const crok_explanation *w,
                                     const shooter *s, crok_change what,
                                     const crok_shot_sight *shot)
{
    const crok_track *t = &w->tracks->track[s->track];
    bool is_disc = crok_side_colours_may_be(w->colours, t->path.rgb);
    if (s->seen >= 0 || what == CROK_CHANGE_SHOT)
        return CROK_CHANGE_SHOT;
    if (s->has_left && is_disc && s->flick.covered < ALONE_PART &&
        !only_emptied_hole(shot))
        return CROK_CHANGE_SHOT;
    return what;
}

/* ---- what is not seen yet ---- */

static bool is_beside_cover(const crok_explanation *w, const crok_track *t)
{
    return crok_covered_part(w->segments, t->at,
                             COVERED_RADII * w->board->disc_mm) > COVERED_PART;
}

/* Where the disc would have stopped after it was last seen, if it slid freely.
 */
static crok_mm free_end(const crok_explanation *w, const crok_track *t)
{
    const crok_frame_times *r = &w->tracks->times;
    return crok_trajectory_predict_rest(&t->path, r,
                                        crok_trajectory_last(&t->path, r));
}

/* Was the disc seen near the line, or beyond it? */
static bool is_at_line(const crok_explanation *w, const crok_track *t)
{
    return hypot(t->at.x, t->at.y) > w->tracks->line_mm - w->board->disc_mm;
}

/* Was the disc seen to leave the surface, or to be about to? */
static bool went_off(const crok_explanation *w, const crok_track *t)
{
    crok_mm end = free_end(w, t);
    return is_at_line(w, t) ||
           (t->has_left && hypot(end.x, end.y) > w->tracks->line_mm);
}

/* Does the straight way between two places lead over the hole? */
static bool leads_over_hole(crok_mm from, crok_mm to, double hole_mm)
{
    double dx = to.x - from.x;
    double dy = to.y - from.y;
    double long2 = dx * dx + dy * dy;
    double part = long2 > 0.0 ? -(from.x * dx + from.y * dy) / long2 : 0.0;
    part = fmin(fmax(part, 0.0), 1.0);
    return hypot(from.x + part * dx, from.y + part * dy) < hole_mm;
}

/* May a disc that is gone lie in the hole, which something covers? */
static bool may_be_in_hole(const crok_explanation *w, const crok_track *t)
{
    return crok_is_hole_hidden(w->segments, w->board) && !is_at_line(w, t) &&
           (!went_off(w, t) ||
            leads_over_hole(t->at, free_end(w, t), w->board->hole_mm));
}

/* May a disc that is gone lie under what covers a part of the board? */
static bool may_hide(const crok_explanation *w, const crok_shot_sight *shot)
{
    for (int k = 0; k < shot->n_gone; k++) {
        const crok_track *t = crok_track_in_play(w->tracks, shot->gone[k]);
        if (t != NULL && ((!went_off(w, t) && is_beside_cover(w, t)) ||
                          may_be_in_hole(w, t)))
            return true;
    }
    return false;
}

/* Has the shooter struck a disc at this place off the surface? */
static bool has_struck_off(const crok_explanation *w, const shooter *s,
                           crok_mm at)
{
    const crok_tracks *all = w->tracks;
    crok_mm end = at;
    if (s->track >= 0)
        end = crok_trajectory_strikes(&all->track[s->track].path, &all->times,
                                      all->disc_mm, at);
    return hypot(end.x, end.y) > all->line_mm + all->disc_mm;
}

/* Is a disc of the surface not found that was neither seen to go off nor struck
 * so that it must? It may lie on the board, and the reading has overlooked it.
 */
static bool is_overlooked(const crok_explanation *w, const shooter *s,
                          const crok_shot_sight *shot)
{
    for (int k = 0; k < shot->n_gone; k++) {
        const crok_sight_disc *was =
            crok_sight_lying(&shot->before, shot->gone[k]);
        const crok_track *t = crok_track_in_play(w->tracks, shot->gone[k]);
        if (was != NULL && was->state == CROK_DISC_FLAT &&
            (t == NULL || !went_off(w, t)) && !has_struck_off(w, s, was->at))
            return true;
    }
    return false;
}

/* May the shooter, which is not found, lie under a cover or in the hole? */
static bool may_shooter_hide(const crok_explanation *w, const shooter *s)
{
    const crok_track *t = &w->tracks->track[s->track];
    return s->seen < 0 &&
           ((!s->has_left && is_beside_cover(w, t)) || may_be_in_hole(w, t));
}

static bool must_wait(const crok_explanation *w, const shooter *s,
                      const crok_shot_sight *shot)
{
    int64_t still_ns = crok_tracks_still_ns(w->tracks);
    const crok_track *t = NULL;
    if (s->track < 0)
        return false;
    t = &w->tracks->track[s->track];
    if (s->seen < 0 && !t->has_left && crok_has_left_line(w->tracks, t) &&
        w->t_ns - t->seen_ns < SLIDES_NS)
        return true;
    return (may_shooter_hide(w, s) && w->t_ns - t->seen_ns < WAIT_NS) ||
           (is_overlooked(w, s, shot) && still_ns < LOOKS_NS) ||
           (may_hide(w, shot) && still_ns < WAIT_NS);
}

/* ---- the motion ---- */

/* The trajectory of a track in its final form: what was detected before it left
 * its place is rest. */
static const crok_trajectory *finish(const crok_tracks *all, crok_track *t,
                                     int id)
{
    crok_trajectory *c = &t->path;
    c->id = id;
    c->n_seen = 0;
    for (int f = 0; f < all->times.n; f++) {
        c->seen[f] = c->seen[f] && f > c->still;
        c->n_seen += c->seen[f];
    }
    return c;
}

static void add_in_play(crok_tracks *all, int id, crok_trajectories *out)
{
    for (int i = 0; i < all->n; i++) {
        crok_track *t = &all->track[i];
        if (!t->is_in_play || t->id != id || out->n > CROK_MAX_DISCS)
            continue;
        for (int k = 0; k < out->n; k++)
            if (out->trajectory[k] == &t->path)
                return;
        out->trajectory[out->n++] = finish(all, t, id);
    }
}

static void list_trajectories(crok_tracks *all, const shooter *s,
                              const crok_shot_sight *shot,
                              crok_trajectories *out)
{
    CROK_SCRATCH(crok_trajectory, none, 1);
    *out = (crok_trajectories){.disc_mm = all->disc_mm,
                               .line_mm = all->line_mm,
                               .has_spot = s->track >= 0,
                               .n = 1};
    memset(none, 0, sizeof *none);
    none->id = shot->shooter;
    none->still = -1;
    out->trajectory[0] = none;
    if (s->track >= 0) {
        crok_track *t = &all->track[s->track];
        t->path.from = s->flick.at;
        t->path.still = s->flick.still;
        out->trajectory[0] = finish(all, t, shot->shooter);
    }
    for (int i = 0; i < shot->n_moved; i++)
        add_in_play(all, shot->moved[i], out);
    for (int i = 0; i < shot->n_gone; i++)
        add_in_play(all, shot->gone[i], out);
}

/* The last frame in which the disc moved; its last one at rest if it did not.
 */
static int last_moving_of(const crok_trajectory *c, const crok_frame_times *r)
{
    int end = c->still;
    crok_mm at = c->from;
    for (int f = c->still < 0 ? 0 : c->still; f < r->n; f++) {
        if (!c->seen[f])
            continue;
        if (crok_mm_apart(c->at[f], at) > MOVES_MM)
            end = f;
        at = c->at[f];
    }
    return end;
}

/* The last frame in which a disc of the shot moved. */
static int last_moving(const crok_trajectories *cs, const crok_frame_times *r)
{
    int end = 0;
    for (int i = 0; i < cs->n; i++) {
        int last = last_moving_of(cs->trajectory[i], r);
        end = last > end ? last : end;
    }
    return end;
}

/* Was there no frame for a while, in which a disc of the shot moved? What it
 * did then, and what became of it, nobody has seen. */
static bool has_gap(const crok_trajectories *cs, const crok_frame_times *r)
{
    for (int f = 0; f + 1 < r->n; f++)
        for (int i = 0; crok_frame_gap(r, f + 1) && i < cs->n; i++)
            if (cs->trajectory[i]->still <= f &&
                f <= last_moving_of(cs->trajectory[i], r))
                return true;
    return false;
}

/* Leave every second place of a way out. */
static void thin(crok_sight_way *way)
{
    way->n /= 2;
    for (int i = 0; i < way->n; i++) {
        way->x_mm[i] = way->x_mm[2 * i];
        way->y_mm[i] = way->y_mm[2 * i];
    }
}

/* The way of a disc: its place before the motion, and its detections, of which
 * those are left out that are less than a step from the one before. */
static void set_way(const crok_trajectory *c, const crok_frame_times *r,
                    crok_sight_way *way)
{
    double step_mm = MOVES_MM;
    crok_mm last = c->from;
    *way = (crok_sight_way){.id = c->id};
    for (int f = c->still < 0 ? 0 : c->still; f < r->n; f++) {
        const bool is_first = way->n == 0 && c->still >= 0;
        const crok_mm at = is_first ? c->from : c->at[f];
        if (!is_first &&
            (!c->seen[f] || (way->n > 0 && crok_mm_apart(at, last) < step_mm)))
            continue;
        if (way->n == CROK_SIGHT_WAY_PLACES) {
            thin(way);
            step_mm *= 2.0;
        }
        way->x_mm[way->n] = (float)at.x;
        way->y_mm[way->n++] = (float)at.y;
        last = at;
    }
}

static void set_ways(const crok_trajectories *cs, const crok_frame_times *r,
                     crok_motion_sight *m)
{
    for (int i = 0; i < cs->n && m->n_ways < CROK_SIGHT_MAX_WAYS; i++)
        set_way(cs->trajectory[i], r, &m->way[m->n_ways++]);
}

static void forget_gap(crok_motion_sight *m)
{
    m->saw_contacts = m->saw_boundary = false;
    m->n_contacts = m->n_boundary = 0;
    m->may_lie_unseen = true;
}

/* Set the motion of a shot. */
static void set_motion(const crok_explanation *w, const shooter *s,
                       crok_shot_sight *shot)
{
    const crok_frame_times *r = &w->tracks->times;
    crok_motion_sight *m = &shot->motion;
    crok_trajectories cs;
    memset(m, 0, sizeof *m);
    list_trajectories(w->tracks, s, shot, &cs);
    crok_collisions_estimate(&cs, r, shot);
    crok_boundary_estimate(&cs, r, shot);
    set_ways(&cs, r, m);
    if (has_gap(&cs, r))
        forget_gap(m);
    if (may_hide(w, shot) || is_overlooked(w, s, shot) ||
        (s->track >= 0 && may_shooter_hide(w, s)))
        m->may_lie_unseen = true;
    m->has_placed_at = cs.has_spot;
    m->placed_at = s->flick.at;
    m->placed_sigma_mm = hypot(s->flick.sigma_mm, SPOT_SIGMA_MM);
    m->began_ns =
        r->t_ns[cs.has_spot && s->flick.still > 0 ? s->flick.still : 0];
    m->ended_ns = r->t_ns[cs.has_spot ? last_moving(&cs, r) : r->n - 1];
}

/* ---- sides and states ---- */

/* If the shooter is not flat on the surface, its side is told by its colour in
 * motion. */
static void set_shooter_side(const crok_explanation *w, const shooter *s,
                             crok_shot_sight *shot)
{
    int at = crok_sight_find(&shot->after, shot->shooter);
    crok_sight_disc *d = at < 0 ? NULL : &shot->after.disc[at];
    int side = -1;
    shot->side_unsure = d != NULL && crok_disc_in_hole(d->state);
    for (int k = 0; d != NULL && k < w->seen->n_discs; k++)
        if (crok_mm_apart(w->seen->discs[k].at, d->at) <
                w->seen->pose.board.disc_mm &&
            w->seen->discs[k].other_side >= 0)
            shot->side_unsure = true;
    if (s->track < 0 || (d != NULL && d->state == CROK_DISC_FLAT))
        return;
    side = crok_side_colours_classify(w->colours,
                                      w->tracks->track[s->track].path.rgb);
    if (side < 0)
        return;
    shot->side = side;
    shot->side_unsure = false;
    if (d != NULL)
        d->side = side;
}

/* Set the state of a disc that leaned, or may have, and was struck there: it
 * depends on the part of the hole's edge that it covers now. */
static void set_tipped_state(const crok_explanation *w, crok_shot_sight *shot)
{
    for (int i = 0; i < shot->after.n; i++) {
        crok_sight_disc *d = &shot->after.disc[i];
        int was = crok_sight_find(&shot->before, d->id);
        if (!crok_disc_in_hole(d->state) || was < 0 ||
            !crok_sight_may_lean(&shot->before.disc[was]) ||
            !crok_sight_has_moved(shot, d->id))
            continue;
        for (int k = 0; k < w->seen->n_discs; k++)
            if (crok_disc_in_hole(w->seen->discs[k].state))
                d->state_unsure = w->seen->discs[k].over_frac > CROK_LEANS_OVER;
        d->state = d->state_unsure ? CROK_DISC_LEANING : CROK_DISC_HOLE;
    }
}

/* Decide whether the disc that came into the hole lies flat or leans, from its
 * offset from the centre of the hole (hole_offset.h). */
static void set_hole_state(const crok_explanation *w, crok_shot_sight *shot)
{
    for (int i = 0; i < shot->after.n; i++) {
        crok_sight_disc *d = &shot->after.disc[i];
        int was = crok_sight_find(&shot->before, d->id);
        crok_hole_offset offset;
        double leans = LEANS_BEFORE;
        if (!crok_disc_in_hole(d->state) ||
            (was >= 0 && crok_disc_in_hole(shot->before.disc[was].state)))
            continue;
        offset = crok_hole_memory_offset(w->hole, w->img, w->seen);
        leans += crok_hole_offset_leans(&offset);
        d->state = leans > 0.0 ? CROK_DISC_LEANING : CROK_DISC_HOLE;
        d->state_unsure = fabs(leans) < SURE;
    }
}

/* ---- the hole ---- */

/* Is there a disc in the hole, or was there before? */
static bool is_hole_taken(const crok_explanation *w)
{
    for (int k = 0; k < w->seen->n_discs; k++)
        if (crok_disc_in_hole(w->seen->discs[k].state))
            return true;
    for (int i = 0; i < w->before->n; i++)
        if (crok_disc_in_hole(w->before->disc[i].state))
            return true;
    return false;
}

/* Has the disc of this track dropped into the hole? It came to it slowly, and
 * is not seen any more, although nothing covers the hole. */
static bool has_dropped(const crok_explanation *w, const crok_track *t)
{
    crok_flick flick;
    bool moved =
        t->is_in_play ? t->has_left : crok_is_flicked(w->tracks, t, &flick);
    return moved && hypot(t->at.x, t->at.y) < w->board->hole_mm &&
           hypot(t->v_mm_s.x, t->v_mm_s.y) < DROPS_MM_S &&
           w->t_ns - t->seen_ns > DROPPED_NS &&
           !crok_is_hole_covered(w->segments, w->board);
}

/* A disc of the floor's colour is not seen in the hole. But discs do not
 * vanish: one that came there and is nowhere lies in it, flat, because of one
 * that leans a part lies on the surface. */
static void add_dropped(const crok_explanation *w)
{
    crok_observation *seen = w->seen;
    crok_seen_disc d = {.state = CROK_DISC_HOLE,
                        .other_side = -1,
                        .sigma_mm = w->board->hole_mm - w->board->disc_mm,
                        .confidence = 1.0};
    if (is_hole_taken(w) || seen->n_discs == CROK_MAX_DISCS)
        return;
    for (int i = 0; i < w->tracks->n; i++) {
        const crok_track *t = &w->tracks->track[i];
        int at = t->is_in_play ? crok_sight_find(w->before, t->id) : -1;
        if (!has_dropped(w, t) ||
            (at >= 0 && w->before->disc[at].state == CROK_DISC_OUT))
            continue; /* from beside the surface only a hand brings a disc */
        d.side = at >= 0 ? w->before->disc[at].side
                         : crok_side_colours_classify(w->colours, t->path.rgb);
        if (d.side < 0) {
            d.side = 0;
            d.other_side = 1;
        }
        memcpy(d.rgb, t->path.rgb, sizeof d.rgb);
        d.id = seen->n_discs + 1;
        d.at_px =
            crok_camera_project(&seen->pose.camera, (crok_vec3){0.0, 0.0, 0.0});
        seen->discs[seen->n_discs++] = d;
        return;
    }
}

crok_change crok_explain(const crok_explanation *w, int *next_id,
                         crok_shot_sight *shot)
{
    CROK_SCRATCH(crok_links, links, 1);
    crok_change what = CROK_CHANGE_NONE;
    shooter s;
    crok_tracks_join(w->tracks);
    add_dropped(w);
    crok_links_make(w->tracks, w->segments, w->before, w->seen, links);
    what =
        crok_compare_rests(w->before, w->seen, w->t_ns, links, next_id, shot);
    s = find_shooter(w, links);
    if (what == CROK_CHANGE_TAKEN && were_struck_off(w, shot)) {
        memcpy(shot->moved, shot->gone, sizeof shot->gone);
        shot->n_moved = shot->n_gone;
        what = CROK_CHANGE_SHOT;
    }
    if (must_wait(w, &s, shot))
        return CROK_CHANGE_WAIT;
    set_shooter(w, &s, shot);
    if (s.track >= 0)
        what = change_with_flick(w, &s, what, shot);
    else if (what == CROK_CHANGE_SHOT)
        what = change_without_flick(w, links, shot);
    if (what != CROK_CHANGE_SHOT)
        return what;
    if (s.track >= 0)
        w->tracks->track[s.track].id = CROK_TRACK_ENDED;
    set_motion(w, &s, shot);
    set_shooter_side(w, &s, shot);
    set_hole_state(w, shot);
    set_tipped_state(w, shot);
    return what;
}
