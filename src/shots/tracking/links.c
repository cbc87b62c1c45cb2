/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/tracking/links.h"

#include <math.h>
#include <string.h>

#include "core/assign.h"
#include "core/scratch.h"
#include "shots/tracking/flick.h"

/* ---- joining ---- */

/* A track is joined to another one within this time, s, and this part of the
 * way and this distance of where that one should be. Chosen by hand: a disc is
 * lost for some frames at a collision, in its smear, or under a finger. */
#define JOIN_S 0.6
#define JOIN_PART 0.3
#define JOIN_MM 15.0
/* A disc that was struck meanwhile may be anywhere that it can have reached at
 * this speed, or at its own; then the join costs this more. */
#define STRUCK_MM_S 600.0
#define STRUCK_COST 1.0
/* A disc that waited on the line and was flicked has at most this speed, mm/s,
 * as in tracks.c. */
#define FLICKED_MM_S 2500.0
/* Two colours of one disc differ by at most this in each channel, levels: in a
 * smear, and at rest. */
#define SAME_COLOUR 90
#define SAME_AT_REST 35

/* A disc that was first seen beside a cover left it by itself if it was alone
 * so many radii away. Chosen by hand. */
#define FREE_RADII 3.0

bool crok_is_same_colour(const uint8_t a[3], const uint8_t b[3], int most)
{
    for (int c = 0; c < 3; c++)
        if (a[c] - b[c] > most || b[c] - a[c] > most)
            return false;
    return true;
}

static int first_frame(const crok_tracks *all, const crok_track *t)
{
    return crok_trajectory_first(&t->path, &all->times, 0);
}

/* Was the disc alone from its first frame on, or far from there? What a hand
 * brings is neither. */
static bool is_free(const crok_tracks *all, const crok_track *t, int first)
{
    const crok_trajectory *c = &t->path;
    for (int f = first; f < all->times.n; f++)
        if (c->seen[f] && c->alone[f] &&
            (f == first ||
             crok_mm_apart(c->at[f], c->at[first]) > FREE_RADII * all->disc_mm))
            return true;
    return false;
}

/* Does the track begin where no disc comes from? */
static bool begins_lost(const crok_tracks *all, const crok_track *t)
{
    int f = first_frame(all, t);
    return !t->is_in_play && f > 1 && f < all->times.n && is_free(all, t, f) &&
           !crok_is_on_line(all, t->path.at[f]);
}

/* May the track's disc have been lost in motion? */
static bool was_lost(const crok_track *t)
{
    return t->is_in_play ? t->has_left || t->n_bare > 0 : t->n_hits > 1;
}

/* Is the track's disc at rest where another one was, which is not seen any
 * more? Two discs cannot overlap, so it is that one, struck by a little. */
static bool overlaps(const crok_tracks *all, const crok_track *a,
                     const crok_track *b)
{
    int64_t begin = all->times.t_ns[first_frame(all, b)];
    return a->is_in_play && !a->has_left && a->seen_ns <= begin &&
           (!a->has_colour ||
            crok_is_same_colour(a->path.rgb, b->path.rgb, SAME_AT_REST)) &&
           crok_mm_apart(a->anchor, b->at) < CROK_OVERLAP_RADII * all->disc_mm;
}

/* The cost of the hypothesis that track `b` goes on where `a` was lost;
 * negative: it cannot. */
static double join_cost(const crok_tracks *all, const crok_track *a,
                        const crok_track *b)
{
    int f = first_frame(all, b);
    double dt = 1e-9 * (double)(all->times.t_ns[f] - a->seen_ns);
    double v = hypot(a->v_mm_s.x, a->v_mm_s.y);
    double off = crok_mm_apart(crok_slid(a->at, a->v_mm_s, dt), b->path.at[f]) /
                 (JOIN_MM + JOIN_PART * v * dt);
    bool waited = !a->is_in_play && crok_is_on_line(all, a->at);
    double reach = JOIN_MM + fmax(v, waited ? FLICKED_MM_S : STRUCK_MM_S) * dt;
    if (dt <= 0.0 ||
        (a->has_colour &&
         !crok_is_same_colour(a->path.rgb, b->path.rgb,
                              dt > JOIN_S ? SAME_AT_REST : SAME_COLOUR)))
        return -1.0;
    if (overlaps(all, a, b))
        return 0.0;
    if (!was_lost(a))
        return -1.0;
    if (dt > JOIN_S) /* it lies where it should have stopped, or it is lost */
        return off <= 1.0 ? off : -1.0;
    if (off <= 1.0)
        return off;
    return crok_mm_apart(a->at, b->path.at[f]) <= reach ? STRUCK_COST + off
                                                        : -1.0;
}

static void append(const crok_tracks *all, crok_track *a, const crok_track *b)
{
    for (int f = first_frame(all, b); f < all->times.n; f++) {
        if (!b->path.seen[f])
            continue;
        a->path.seen[f] = true;
        a->path.alone[f] = b->path.alone[f];
        a->path.at[f] = b->path.at[f];
    }
    a->at = b->at;
    a->v_mm_s = b->v_mm_s;
    a->sigma_v_mm_s = b->sigma_v_mm_s;
    a->seen_ns = b->seen_ns;
    a->still_ns = b->still_ns;
    a->anchor = b->anchor;
    a->covered = b->covered;
    a->n_bare = b->n_bare;
    a->n_hits += b->n_hits;
    a->has_left = true;
}

static void drop_track(crok_tracks *all, int i)
{
    all->n--;
    if (i != all->n)
        all->track[i] = all->track[all->n];
}

void crok_tracks_join(crok_tracks *all)
{
    for (;;) {
        double least = HUGE_VAL;
        int from = -1;
        int to = -1;
        for (int i = 0; i < all->n; i++)
            for (int k = 0; k < all->n; k++) {
                double cost =
                    i != k && begins_lost(all, &all->track[k])
                        ? join_cost(all, &all->track[i], &all->track[k])
                        : -1.0;
                if (cost < 0.0 || cost >= least)
                    continue;
                least = cost;
                from = i;
                to = k;
            }
        if (from < 0)
            return;
        append(all, &all->track[from], &all->track[to]);
        drop_track(all, to);
    }
}

/* ---- links ---- */

/* A track ends at a disc of a reading if it was last detected within this, mm:
 * several errors of a detection beside a hand. In the hole, which is deeper,
 * anywhere in it. */
#define ENDS_MM 9.0
/* A track is too short to say anything with fewer detections. */
#define LEAST_HITS 2
/* A disc that was there all the time was detected within this time after the
 * reading before, ns: in the first frames that were seen. */
#define THERE_NS INT64_C(200000000)
/* A disc is in a hand if so much of its surroundings is covered. */
#define HELD_PART 0.45
/* A disc that is not seen may be there if this part of its place is covered,
 * and is not if that part of it lies bare. */
#define COVERED_PART 0.25
#define BARE_PART 0.7
#define BARE_RADII 0.7

/* Does a disc in play have surely another side than the one that was read? */
static bool is_of_another_side(const crok_rest_sight *before,
                               const crok_track *t, const crok_seen_disc *d)
{
    int at = t->is_in_play ? crok_sight_find(before, t->id) : -1;
    return at >= 0 && t->has_left && d->other_side < 0 &&
           before->disc[at].side != d->side;
}

static double end_cost(const crok_tracks *all, const crok_rest_sight *before,
                       const crok_track *t, const crok_seen_disc *d)
{
    double off = crok_mm_apart(t->at, d->at);
    bool in_hole =
        crok_disc_in_hole(d->state) && hypot(t->at.x, t->at.y) < all->hole_mm;
    return t->n_hits >= LEAST_HITS && (in_hole || off <= ENDS_MM) &&
                   !is_of_another_side(before, t, d)
               ? off
               : 1e3;
}

/* Find the track that ends at each disc. */
static void find_ends(const crok_tracks *all, const crok_rest_sight *before,
                      const crok_observation *seen, crok_links *out)
{
    CROK_SCRATCH(double, cost, CROK_MAX_DISCS *CROK_ASSIGN_COLUMNS);
    int width = all->n + seen->n_discs;
    for (int k = 0; k < seen->n_discs; k++)
        for (int i = 0; i < width; i++)
            cost[k * width + i] =
                i < all->n
                    ? end_cost(all, before, &all->track[i], &seen->discs[k])
                    : 1e2;
    crok_assign(seen->n_discs, width, cost, out->track);
    for (int k = 0; k < seen->n_discs; k++)
        if (out->track[k] >= all->n)
            out->track[k] = -1;
}

/* Is the disc of a track, which is not in play, in a hand, or does it wait? */
static bool is_in_hand(const crok_tracks *all, const crok_track *t,
                       const crok_segmentation *s)
{
    crok_flick flick;
    if (crok_is_flicked(all, t, &flick))
        return false;
    return crok_is_on_line(all, t->at) ||
           crok_covered_part(s, t->at, 2.0 * all->disc_mm) > HELD_PART;
}

/* Was a disc flicked that was not in play? */
static bool has_shooter(const crok_tracks *all)
{
    crok_flick flick;
    for (int i = 0; i < all->n; i++)
        if (!all->track[i].is_in_play &&
            crok_is_flicked(all, &all->track[i], &flick))
            return true;
    return false;
}

/* Where the disc at the end of a track came from, as in crok_links.
 *
 *   is_shot  a disc was flicked that was not in play */
static int from_of(const crok_tracks *all, const crok_segmentation *s,
                   const crok_rest_sight *before, bool is_shot, int track)
{
    crok_flick flick;
    const crok_track *t = track < 0 ? NULL : &all->track[track];
    int f = 0;
    if (t == NULL)
        return CROK_FROM_UNKNOWN;
    if (t->is_in_play)
        return crok_sight_find(before, t->id);
    if (is_in_hand(all, t, s))
        return CROK_FROM_HAND;
    f = first_frame(all, t);
    if (f > 0 && f < all->times.n && crok_frame_gap(&all->times, f))
        return CROK_FROM_UNKNOWN; /* it was first seen after a gap */
    if (f < all->times.n && all->times.t_ns[f] - all->begun_ns < THERE_NS &&
        crok_mm_apart(t->path.at[f], t->at) < ENDS_MM && t->path.alone[f])
        return CROK_FROM_BEFORE;
    /* a shot has one shooter: what else begins in the middle of the board is a
     * disc in play whose track was lost */
    return is_shot && !crok_is_flicked(all, t, &flick) ? CROK_FROM_UNKNOWN
                                                       : CROK_FROM_ELSEWHERE;
}

/* Is a disc of the rest before still there, if the reading does not show it? */
static bool stays(const crok_tracks *all, const crok_segmentation *s,
                  const crok_sight_disc *d)
{
    const crok_track *t = crok_track_in_play(all, d->id);
    if (t != NULL && t->has_left)
        return false;
    if (crok_covered_part(s, d->at, all->disc_mm) > COVERED_PART)
        return true;
    return t != NULL &&
           crok_bare_part(s, d->at, BARE_RADII * all->disc_mm) <= BARE_PART;
}

/* Did a disc in motion come so near to the hole that it may have struck one
 * that leans there? */
static bool was_near_hole(const crok_tracks *all)
{
    double near_mm = 2.0 * all->disc_mm + ENDS_MM;
    for (int i = 0; i < all->n; i++) {
        const crok_track *t = &all->track[i];
        for (int f = 0; f < all->times.n && (!t->is_in_play || t->has_left);
             f++)
            if (t->path.seen[f] && f > t->path.still &&
                hypot(t->path.at[f].x, t->path.at[f].y) < near_mm)
                return true;
    }
    return false;
}

void crok_links_make(const crok_tracks *all, const crok_segmentation *segments,
                     const crok_rest_sight *before,
                     const crok_observation *seen, crok_links *out)
{
    bool is_shot = has_shooter(all);
    find_ends(all, before, seen, out);
    out->hole_was_near = was_near_hole(all);
    for (int k = 0; k < seen->n_discs; k++)
        out->from[k] = from_of(all, segments, before, is_shot, out->track[k]);
    for (int i = 0; i < before->n; i++) {
        const crok_track *t = crok_track_in_play(all, before->disc[i].id);
        out->has_left[i] = t != NULL && t->has_left;
        out->stays[i] = stays(all, segments, &before->disc[i]);
    }
}
