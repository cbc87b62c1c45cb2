/* SPDX-License-Identifier: Apache-2.0
 *
 * Processes a reading: removes the discs that are not in play, compares it with
 * the rest before, and decides by the tracks what the difference means. */
#include <math.h>
#include <string.h>

#include "shots/common_shift.h"
#include "shots/engine_inner.h"
#include "shots/explain.h"
#include "shots/tracking/flick.h"

/* Distance from the board's centre, in radii of the outer line, chosen by hand:
 * discs beyond it are spare discs and 20s beside the board; they are ignored.
 */
#define DITCH_RADII 1.27
/* The wooden rim beyond the outer line is 1 in (25.4 mm) wide on a tournament
 * board, and the centre of a disc on it is at most 1.6 disc radii outside the
 * line. A disc in the ditch is farther out, but lies deeper: seen from aside it
 * seemed to be as near as 1.5 radii on a photo taken from 0.74 m. So a disc
 * nearer than RIM_DISCS lies on the rim; up to EDGE_DISCS it does if it stopped
 * there without having been farther out; otherwise it is in the ditch. */
#define RIM_DISCS 1.15
#define EDGE_DISCS 1.75
/* Two readings of a disc on the rim differ by less than this, mm. */
#define SAME_RIM_MM 4.0
/* A hand is over the board if more than this part of it is hidden: some discs'
 * area. What it does with discs is told when it is gone, or after this time,
 * ns. Chosen by hand: a disc that is lifted to straighten it is back then. */
#define HAND_PART 0.01
#define CORE_RADII 0.7
#define HAND_NS INT64_C(2000000000)
/* What seems to have come under a hand may be the hand or its shadow: so long,
 * ns. */
#define LONG_HAND_NS INT64_C(8000000000)
/* A disc at the first rest is in a hand if so much of its surroundings is
 * hidden. */
#define HELD_PART 0.45

/* Is more than HAND_PART of the board hidden, up to so many radii of the outer
 * line? */
static bool is_hidden(const crok_engine *e, const crok_segmentation *segments,
                      double radii)
{
    double within_mm = radii * e->board.pose.board.line_mm[CROK_LINE_OUTER];
    return crok_covered_part(segments, (crok_mm){0.0, 0.0}, within_mm) >
           HAND_PART;
}

bool crok_engine_is_core_hidden(const crok_engine *e,
                                const crok_segmentation *segments)
{
    return is_hidden(e, segments, CORE_RADII);
}

static bool is_hand_there(const crok_engine *e,
                          const crok_segmentation *segments)
{
    return is_hidden(e, segments, 1.0);
}

/* ---- discs that are not in play ---- */

/* Correct the hole by what is remembered of it; if it is hidden, nothing is
 * known of it. */
static void correct_hole(const crok_engine *e,
                         const crok_segmentation *segments, crok_observation *o)
{
    int n = 0;
    if (!crok_is_hole_hidden(segments, &e->board.pose.board)) {
        crok_hole_correct(&e->hole, &e->mean.image, &e->rest, o);
        return;
    }
    for (int i = 0; i < o->n_discs; i++)
        if (!crok_disc_in_hole(o->discs[i].state))
            o->discs[n++] = o->discs[i];
    o->n_discs = n;
}

/* Did a disc lie here on the rim at the rest before? */
static bool was_on_rim(const crok_engine *e, crok_mm at)
{
    for (int i = 0; i < e->rest.n; i++)
        if (e->rest.disc[i].state == CROK_DISC_FLAT &&
            crok_mm_apart(e->rest.disc[i].at, at) < SAME_RIM_MM)
            return true;
    return false;
}

/* Drop the discs beyond the ditch, and print. If a disc was read as OUT but is
 * on the wooden rim, it is not in the ditch, and its state becomes FLAT. */
static void drop_others(const crok_engine *e, crok_observation *o)
{
    double outer = o->pose.board.line_mm[CROK_LINE_OUTER];
    double rim = outer + RIM_DISCS * o->pose.board.disc_mm;
    int n = 0;
    for (int i = 0; i < o->n_discs; i++) {
        crok_seen_disc *d = &o->discs[i];
        double r = hypot(d->at.x, d->at.y);
        if (d->state == CROK_DISC_OUT && (r < rim || was_on_rim(e, d->at)))
            d->state = CROK_DISC_FLAT;
        if (r < DITCH_RADII * outer && !crok_print_has(&e->print, d->at))
            o->discs[n++] = *d;
    }
    o->n_discs = n;
}

/* ---- sides ---- */

/* Learn the names of the sides' colours from the first reading that shows discs
 * of all sides. */
static void learn_sides(crok_engine *e, const crok_observation *seen)
{
    if (e->knows_sides || !crok_observation_shows_sides(seen, e->scan.n_sides))
        return;
    for (int i = 0; i < seen->n_sides; i++)
        memcpy(e->scan.side_names[i], seen->sides[i].name,
               sizeof e->scan.side_names[i]);
    e->knows_sides = true;
    e->colours = crok_side_colours_of(e->scan.side_names, e->scan.n_sides);
}

/* Learn the sides' colours in the present light from the discs that are flat on
 * the surface. */
static void learn_colours(crok_engine *e, const crok_observation *seen)
{
    for (int i = 0; i < seen->n_discs; i++)
        if (seen->discs[i].state == CROK_DISC_FLAT &&
            seen->discs[i].other_side < 0)
            crok_side_colours_learn(&e->colours, seen->discs[i].side,
                                    seen->discs[i].rgb);
}

/* If a picture shows discs of one side only, a reading may leave open which
 * side it is. These discs are classified by the colours that were learned from
 * discs whose side was sure. */
static void settle_sides(const crok_engine *e, crok_observation *seen)
{
    for (int i = 0; i < seen->n_discs; i++) {
        crok_seen_disc *d = &seen->discs[i];
        int side = -1;
        if (d->other_side < 0 || d->state != CROK_DISC_FLAT ||
            !crok_side_colours_are_learned(&e->colours))
            continue;
        side = crok_side_colours_classify(&e->colours, d->rgb);
        if (side < 0)
            continue;
        d->side = side;
        d->other_side = -1;
    }
}

/* ---- a rest ---- */

/* Store the rest, with what is remembered of its picture. The next reading is
 * compared with it. */
static crok_status adopt_rest(crok_engine *e, const crok_engine_frame *f,
                              const crok_segmentation *segments,
                              const crok_observation *seen,
                              const crok_rest_sight *rest, crok_err *err)
{
    crok_status st = CROK_OK;
    e->rest = *rest;
    e->has_rest = true;
    if (!crok_is_hole_hidden(segments, &e->board.pose.board))
        crok_hole_remember(&e->hole, &e->mean.image, &e->board.pose, rest);
    if (crok_disc_sizes_apply(&e->sizes, &e->board.pose))
        e->tracks.disc_mm = e->board.pose.board.disc_mm;
    learn_colours(e, seen);
    crok_engine_note_light(e, f->luma);
    crok_tracks_begin(&e->tracks, rest, f->t_ns);
    st = crok_board_watch_keep(&e->board, f->luma, rest,
                               !is_hand_there(e, segments), err);
    return st == CROK_OK ? crok_seeing_learn(&e->seeing, &e->mean.image,
                                             segments, seen, err)
                         : st;
}

/* Take the discs off that wait on the line or that a hand holds: they are not
 * in play. */
static void take_off_waiting(const crok_engine *e,
                             const crok_segmentation *segments,
                             crok_rest_sight *rest)
{
    double disc_mm = e->board.pose.board.disc_mm;
    int n = 0;
    for (int i = 0; i < rest->n; i++) {
        crok_mm at = rest->disc[i].at;
        if (!crok_is_on_line(&e->tracks, at) &&
            crok_covered_part(segments, at, 2.0 * disc_mm) <= HELD_PART)
            rest->disc[n++] = rest->disc[i];
    }
    rest->n = n;
}

/* A disc that is read in the hole by mistake hides every disc that drops in
 * later, and a film hardly ever begins while a 20 lies there: drop it from the
 * reading unless it is sure. */
static void drop_unsure_twenty(crok_observation *seen)
{
    int n = 0;
    for (int i = 0; i < seen->n_discs; i++)
        if (!crok_disc_in_hole(seen->discs[i].state) ||
            !seen->discs[i].state_unsure)
            seen->discs[n++] = seen->discs[i];
    seen->n_discs = n;
}

static crok_status first_rest(crok_engine *e, const crok_engine_frame *f,
                              const crok_segmentation *segments,
                              crok_engine_report *out, crok_err *err)
{
    if (!e->has_given_rest)
        drop_unsure_twenty(&out->seen);
    (void)crok_compare_rests(&e->rest, &out->seen, f->t_ns, NULL, &e->next_id,
                             &out->shot);
    crok_print_begin(&e->print, &out->shot.after,
                     e->board.pose.board.line_mm[CROK_LINE_OUTER]);
    take_off_waiting(e, segments, &out->shot.after);
    e->state = CROK_ENGINE_QUIET;
    if (!e->is_tentative) {
        out->rest = out->shot.after;
        out->news = CROK_NEWS_CHANGED;
    }
    return adopt_rest(e, f, segments, &out->seen, &out->shot.after, err);
}

/* ---- comparing ---- */

static crok_engine_news news_of(crok_change what)
{
    switch (what) {
    case CROK_CHANGE_NONE:
        return CROK_NEWS_SAME;
    case CROK_CHANGE_SHOT:
        return CROK_NEWS_SHOT;
    case CROK_CHANGE_TAKEN:
        return CROK_NEWS_TAKEN;
    case CROK_CHANGE_OTHER:
        return CROK_NEWS_CHANGED;
    case CROK_CHANGE_PLACED:
    case CROK_CHANGE_WAIT:
    default:
        return CROK_NEWS_NONE;
    }
}

/* The disc has not left the surface. */
static void drop_left_surface(crok_motion_sight *motion, int id)
{
    int n = 0;
    for (int i = 0; i < motion->n_boundary; i++)
        if (motion->boundary[i].id != id ||
            motion->boundary[i].what != CROK_SIGHT_LEFT_SURFACE)
            motion->boundary[n++] = motion->boundary[i];
    motion->n_boundary = n;
}

/* The largest distance from the centre at which the disc was detected. */
static double farthest_mm(const crok_tracks *all, const crok_track *t)
{
    double most = 0.0;
    for (int f = 0; f < all->times.n; f++)
        if (t->path.seen[f])
            most = fmax(most, hypot(t->path.at[f].x, t->path.at[f].y));
    return most;
}

static const crok_track *track_at(const crok_tracks *all, crok_mm at)
{
    for (int i = 0; i < all->n; i++)
        if (crok_mm_apart(all->track[i].at, at) < SAME_RIM_MM)
            return &all->track[i];
    return NULL;
}

/* A disc that was read in the ditch lies on the rim if it stopped there and was
 * never farther out (EDGE_DISCS). */
static void find_on_rim(const crok_engine *e, crok_shot_sight *shot)
{
    const crok_board *b = &e->board.pose.board;
    double edge = b->line_mm[CROK_LINE_OUTER] + EDGE_DISCS * b->disc_mm;
    for (int i = 0; i < shot->after.n; i++) {
        crok_sight_disc *d = &shot->after.disc[i];
        const crok_track *t = track_at(&e->tracks, d->at);
        if (d->state != CROK_DISC_OUT || hypot(d->at.x, d->at.y) > edge ||
            !crok_sight_has_moved(shot, d->id) || t == NULL ||
            farthest_mm(&e->tracks, t) > edge)
            continue;
        d->state = CROK_DISC_FLAT;
        drop_left_surface(&shot->motion, d->id);
    }
}

/* Update the print memory after a shot, and remove from the rest the discs that
 * are print. */
static void take_off_print(crok_engine *e, crok_shot_sight *shot)
{
    crok_rest_sight *after = &shot->after;
    int n = 0;
    crok_print_note(&e->print, shot);
    for (int i = 0; i < after->n; i++)
        if (crok_sight_has_moved(shot, after->disc[i].id) ||
            !crok_print_has(&e->print, after->disc[i].at))
            after->disc[n++] = after->disc[i];
    after->n = n;
}

/* The disc that is placed to be shot is not in play yet. */
static void take_off_placed(crok_shot_sight *shot)
{
    int at = crok_sight_find(&shot->after, shot->shooter);
    if (at >= 0)
        shot->after.disc[at] = shot->after.disc[--shot->after.n];
}

/* Is a hand at work, so that what changed is told later? A shot whose flick was
 * seen does not wait. */
static bool waits_for_hand(crok_engine *e, crok_change what,
                           const crok_shot_sight *shot, int64_t t_ns,
                           const crok_segmentation *segments)
{
    bool is_seen = what == CROK_CHANGE_SHOT && shot->motion.has_placed_at;
    bool is_news = what != CROK_CHANGE_NONE && what != CROK_CHANGE_PLACED;
    if (!is_news || is_seen || !is_hand_there(e, segments)) {
        e->hand_ns = -1;
        return false;
    }
    if (e->hand_ns < 0)
        e->hand_ns = t_ns;
    return t_ns - e->hand_ns <
           (what == CROK_CHANGE_TAKEN ? HAND_NS : LONG_HAND_NS);
}

/* A reading after the tentative one shows no shot. If it shows the same discs,
 * the first rest is confirmed. Otherwise something moved in the first frame,
 * and this is the first rest.
 *
 *   what  the difference between the two readings */
static crok_status confirm_first_rest(crok_engine *e,
                                      const crok_engine_frame *f,
                                      const crok_segmentation *segments,
                                      crok_change what, crok_engine_report *out,
                                      crok_err *err)
{
    e->is_tentative = false;
    if (what != CROK_CHANGE_NONE && what != CROK_CHANGE_PLACED)
        return first_rest(e, f, segments, out, err);
    e->state = CROK_ENGINE_QUIET;
    out->rest = e->rest;
    out->rest.t_ns = f->t_ns;
    out->news = CROK_NEWS_CHANGED;
    return CROK_OK;
}

/* The disc in the hole at a rest; NULL: there is none. */
static crok_sight_disc *twenty_in(crok_rest_sight *rest)
{
    for (int i = 0; i < rest->n; i++)
        if (crok_disc_in_hole(rest->disc[i].state))
            return &rest->disc[i];
    return NULL;
}

/* Store a shot that is not reported yet, if it has brought a disc into the
 * hole. */
static void keep_twenty(crok_engine *e, const crok_shot_sight *shot,
                        int next_id)
{
    crok_rest_sight after = shot->after;
    if (twenty_in(&after) == NULL || twenty_in(&e->rest) != NULL)
        return;
    e->has_twenty = true;
    e->twenty = *shot;
    e->twenty_next_id = next_id;
}

/* Replace the change by the stored shot if the present reading shows no shot
 * and no disc in the hole: a hand has taken the disc. Its state is unsure then,
 * so that a person is asked. */
static crok_change tell_twenty(crok_engine *e, crok_change what,
                               crok_shot_sight *shot, int *next_id)
{
    if (!e->has_twenty || what == CROK_CHANGE_SHOT ||
        twenty_in(&shot->after) != NULL)
        return what;
    *shot = e->twenty;
    *next_id = e->twenty_next_id;
    twenty_in(&shot->after)->state_unsure = true;
    return CROK_CHANGE_SHOT;
}

static crok_status compare(crok_engine *e, const crok_engine_frame *f,
                           const crok_segmentation *segments,
                           crok_engine_report *out, crok_err *err)
{
    crok_explanation w = {&e->tracks,  segments, &e->board.pose.board,
                          &e->colours, &e->rest, &out->seen,
                          f->t_ns,     &e->hole, &e->mean.image};
    int next_id = e->next_id;
    crok_change what = crok_explain(&w, &next_id, &out->shot);
    bool is_flicked =
        what == CROK_CHANGE_SHOT && out->shot.motion.has_placed_at;
    if (e->is_brief && !is_flicked)
        return CROK_OK;
    if (what == CROK_CHANGE_WAIT ||
        waits_for_hand(e, what, &out->shot, f->t_ns, segments)) {
        e->waits = true;
        if (what == CROK_CHANGE_SHOT)
            keep_twenty(e, &out->shot, next_id);
        return CROK_OK;
    }
    what = tell_twenty(e, what, &out->shot, &next_id);
    e->has_twenty = false;
    if (e->is_tentative && !is_flicked)
        return confirm_first_rest(e, f, segments, what, out, err);
    e->state = CROK_ENGINE_QUIET;
    e->is_tentative = false;
    if (what == CROK_CHANGE_SHOT) {
        find_on_rim(e, &out->shot);
        take_off_print(e, &out->shot);
    }
    if (what == CROK_CHANGE_PLACED)
        take_off_placed(&out->shot);
    out->rest = out->shot.after;
    out->news = news_of(what);
    e->next_id = next_id;
    return adopt_rest(e, f, segments, &out->seen, &out->rest, err);
}

crok_status crok_engine_take_reading(crok_engine *e, const crok_engine_frame *f,
                                     const crok_segmentation *segments,
                                     crok_engine_report *out, crok_err *err)
{
    if (e->has_given_rest && !e->has_rest)
        crok_hole_restore(&e->hole, &e->mean.image, &e->board.pose, &e->rest);
    correct_hole(e, segments, &out->seen);
    drop_others(e, &out->seen);
    learn_sides(e, &out->seen);
    settle_sides(e, &out->seen);
    if (e->has_rest)
        crok_take_off_shift(&e->rest, &out->seen);
    return e->has_rest ? compare(e, f, segments, out, err)
                       : first_rest(e, f, segments, out, err);
}
