/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/tracking/identity.h"

#include <math.h>

/* A trajectory ends at a place if the distance between them is at most
 * THERE_MM. Two ids are swapped if the swap reduces the sum of the distances
 * between the trajectories' ends and the places by more than CLEAR_MM. Chosen
 * by hand. If CLEAR_MM is larger, more wrong ids are not corrected; if smaller,
 * some right ids are swapped. */
#define THERE_MM 5.0
#define CLEAR_MM 20.0
/* A flicked disc moves at least this far, in disc radii: from the outer line
 * into the board, or away from its place on the line. Chosen by hand. If it is
 * smaller, a hand that places a disc is detected as a flick; if larger, short
 * shots are missed. */
#define INTO_BOARD_RADII 3.0

/* Least number of frames in which the shooter must be isolated far from its
 * place. In a single frame the shooter may be confused with another object; in
 * three frames this is unlikely. Chosen by hand. */
#define MIN_FAR_FRAMES 3

/* ---- identities ---- */

/* Do two trajectories end at each other's places? The discs are at rest at at_a
 * and at_b; the trajectories end at end_a and end_b. */
static bool is_crossed(crok_mm end_a, crok_mm end_b, crok_mm at_a, crok_mm at_b)
{
    double as_given = crok_mm_apart(end_a, at_a) + crok_mm_apart(end_b, at_b);
    double crossed = crok_mm_apart(end_a, at_b) + crok_mm_apart(end_b, at_a);
    return crossed + CLEAR_MM < as_given &&
           fmin(crok_mm_apart(end_a, at_b), crok_mm_apart(end_b, at_a)) <
               THERE_MM;
}

/* One of two discs is in the hole at rest. Which of them dropped into the hole
 * first? That one must be in the hole, because a disc that has dropped in does
 * not come out. Returns 1 for a, 2 for b, and 0 if no drop was detected. */
static int first_in_hole(const crok_trajectory *a, const crok_trajectory *b)
{
    if (a->dropped < 0 && b->dropped < 0)
        return 0;
    return b->dropped < 0 || (a->dropped >= 0 && a->dropped <= b->dropped) ? 1
                                                                           : 2;
}

/* The comparison of rests has assigned disc da to trajectory a and disc db to
 * trajectory b. Must da be assigned to b and db to a? */
static bool is_swapped(const crok_trajectory *a, const crok_trajectory *b,
                       const crok_sight_disc *da, const crok_sight_disc *db,
                       const crok_detections *r)
{
    bool a_in = crok_disc_in_hole(da->state);
    bool b_in = crok_disc_in_hole(db->state);
    int first = a_in != b_in ? first_in_hole(a, b) : 0;
    if (first > 0)
        return first == (a_in ? 2 : 1);
    return is_crossed(crok_trajectory_end(a, r), crok_trajectory_end(b, r),
                      da->at, db->at);
}

static void correct_pair(const crok_trajectory *a, const crok_trajectory *b,
                         const crok_detections *r, crok_shot_sight *shot)
{
    crok_sight_disc *disc = shot->after.disc;
    int i = crok_sight_find(&shot->after, a->id);
    int k = crok_sight_find(&shot->after, b->id);
    if (i < 0 || k < 0 || disc[i].side != disc[k].side || a->n_seen == 0 ||
        b->n_seen == 0 || !is_swapped(a, b, &disc[i], &disc[k], r))
        return;
    disc[i].id = b->id;
    disc[k].id = a->id;
}

static int gone_at(const crok_shot_sight *shot, int id)
{
    for (int i = 0; i < shot->n_gone; i++)
        if (shot->gone[i] == id)
            return i;
    return -1;
}

static int side_before(const crok_shot_sight *shot, int id)
{
    int at = crok_sight_find(&shot->before, id);
    return at < 0 ? -1 : shot->before.disc[at].side;
}

/* Does the trajectory `ends` end at `at`, while the trajectory `other` ends
 * clearly elsewhere? */
static bool ends_there(const crok_trajectory *ends,
                       const crok_trajectory *other, const crok_detections *r,
                       crok_mm at)
{
    return crok_mm_apart(crok_trajectory_end(ends, r), at) <= THERE_MM &&
           crok_mm_apart(crok_trajectory_end(other, r), at) >=
               THERE_MM + CLEAR_MM;
}

/* Two discs are of one side, and the comparison of rests found only one of
 * them. If the trajectory of the other disc, which is reported as gone, ends at
 * the place of the disc that was found, and that disc's own trajectory does not
 * end there, swap their ids. */
static void correct_gone(const crok_trajectory *lies,
                         const crok_trajectory *gone, const crok_detections *r,
                         crok_shot_sight *shot)
{
    int i = crok_sight_find(&shot->after, lies->id);
    int k = gone_at(shot, gone->id);
    if (i < 0 || k < 0 || crok_sight_find(&shot->after, gone->id) >= 0 ||
        side_before(shot, lies->id) != side_before(shot, gone->id) ||
        lies->n_seen == 0 || gone->n_seen == 0)
        return;
    if (!ends_there(gone, lies, r, shot->after.disc[i].at))
        return;
    shot->after.disc[i].id = gone->id;
    shot->gone[k] = lies->id;
}

/* The comparison of rests found no shooter on the board. If the shooter's
 * trajectory ends at the place that was assigned to the disc `other`, correct
 * the ids: the shooter is there, and the other disc is gone. The shooter must
 * have the colour of `other`, unless the place is the hole, where shade changes
 * the colour. Returns whether the ids were corrected. */
static bool correct_shooter(crok_trajectories *cs, const crok_trajectory *other,
                            const crok_detections *r, int *next_id,
                            crok_shot_sight *shot)
{
    crok_trajectory *shooter = &cs->trajectory[0];
    int i = crok_sight_find(&shot->after, other->id);
    crok_sight_disc *d = i < 0 ? NULL : &shot->after.disc[i];
    if (d == NULL || shot->shooter >= 0 || !cs->has_spot ||
        d->state == CROK_DISC_OUT || shooter->n_seen == 0 ||
        other->n_seen == 0 || shot->n_gone == CROK_MAX_DISCS ||
        (d->state == CROK_DISC_FLAT &&
         !crok_same_colour(shooter->rgb, other->rgb)) ||
        !ends_there(shooter, other, r, d->at))
        return false;
    shot->gone[shot->n_gone++] = d->id;
    d->id = shooter->id = shot->shooter = (*next_id)++;
    shot->side = d->side;
    return true;
}

void crok_settle_ids(crok_trajectories *cs, const crok_detections *r,
                     int *next_id, crok_shot_sight *shot)
{
    for (int i = 1; i < cs->n; i++)
        if (correct_shooter(cs, &cs->trajectory[i], r, next_id, shot))
            break;
    for (int i = 0; i < cs->n; i++)
        for (int k = i + 1; k < cs->n; k++) {
            correct_pair(&cs->trajectory[i], &cs->trajectory[k], r, shot);
            correct_gone(&cs->trajectory[i], &cs->trajectory[k], r, shot);
            correct_gone(&cs->trajectory[k], &cs->trajectory[i], r, shot);
        }
}

void crok_settle_rests(crok_trajectories *cs, const crok_detections *r,
                       const crok_shot_sight *shot)
{
    for (int i = 0; i < cs->n && cs->has_spot; i++) {
        int at = crok_sight_find(&shot->after, cs->trajectory[i].id);
        if (at >= 0 && shot->after.disc[at].state != CROK_DISC_OUT)
            crok_trajectory_set_rest(&cs->trajectory[i], r,
                                     shot->after.disc[at].at);
    }
}

/* ---- was it a flick? ---- */

/* Is `at` on a disc that the shot did not move? Then a detection there is that
 * disc in a changing shadow, because no other disc can have been there. */
static bool is_resting_disc(const crok_shot_sight *shot, crok_mm at,
                            double disc_mm)
{
    for (int i = 0; i < shot->before.n; i++) {
        const crok_sight_disc *was = &shot->before.disc[i];
        const crok_sight_disc *is = crok_sight_lying(&shot->after, was->id);
        if (is != NULL && is->state == CROK_DISC_FLAT &&
            crok_mm_apart(is->at, was->at) < THERE_MM &&
            crok_mm_apart(is->at, at) < disc_mm)
            return true;
    }
    return false;
}

/* Was the shooter detected in frame f? */
static bool is_seen(const crok_trajectories *cs, int f,
                    const crok_shot_sight *shot)
{
    const crok_trajectory *c = &cs->trajectory[0];
    return c->seen[f] && !is_resting_disc(shot, c->at[f], cs->disc_mm);
}

/* The smallest distance of the shooter from the board's centre, mm; infinite if
 * the shooter was not detected. */
static double innermost(const crok_trajectories *cs, const crok_detections *r,
                        const crok_shot_sight *shot)
{
    const crok_trajectory *c = &cs->trajectory[0];
    double least = HUGE_VAL;
    for (int f = 0; f < r->n; f++)
        if (is_seen(cs, f, shot))
            least = fmin(least, hypot(c->at[f].x, c->at[f].y));
    return least;
}

/* The last frame in which the shooter was detected before it was lost for
 * longer than CROK_LOST_S; -1: it was never detected. Later detections are not
 * used, because they may be of a hand. */
static int lost_after(const crok_trajectory *c, const crok_detections *r)
{
    int last = -1;
    for (int f = 0; f < r->n; f++) {
        if (!c->seen[f])
            continue;
        if (last >= 0 &&
            crok_detections_s(r, f) - crok_detections_s(r, last) > CROK_LOST_S)
            break;
        last = f;
    }
    return last;
}

/* The number n of frames in which the shooter was detected far from its place
 * (INTO_BOARD_RADII), and the number n_alone of these frames in which it was
 * isolated. */
typedef struct far_frames {
    int n, n_alone;
} far_frames;

static far_frames frames_far(const crok_trajectories *cs,
                             const crok_detections *r,
                             const crok_shot_sight *shot)
{
    const crok_trajectory *c = &cs->trajectory[0];
    double reach = INTO_BOARD_RADII * cs->disc_mm;
    far_frames far = {0, 0};
    for (int f = 0; f < r->n; f++) {
        if (!is_seen(cs, f, shot) || crok_mm_apart(c->at[f], cs->spot) <= reach)
            continue;
        far.n++;
        far.n_alone += crok_trajectory_is_isolated(c, r, f);
    }
    return far;
}

/* Is k a contact of the shooter? Sets *other to the id of the other disc if it
 * is. */
static bool is_shooters(const crok_trajectories *cs,
                        const crok_sight_contact *k, int *other)
{
    int id = cs->trajectory[0].id;
    *other = k->a == id ? k->b : k->a;
    return k->a == id || k->b == id;
}

static bool has_touched_disc(const crok_trajectories *cs,
                             const crok_shot_sight *shot)
{
    const crok_motion_sight *m = &shot->motion;
    int other;
    for (int i = 0; i < m->n_contacts; i++)
        if (is_shooters(cs, &m->contact[i], &other))
            return true;
    return false;
}

/* Was the disc detected away from its old place while it was isolated? */
static bool has_gone_off(const crok_trajectories *cs, const crok_detections *r,
                         int id)
{
    for (int i = 1; i < cs->n; i++) {
        const crok_trajectory *c = &cs->trajectory[i];
        for (int f = 0; c->id == id && f < r->n; f++)
            if (crok_trajectory_is_isolated(c, r, f) &&
                crok_mm_apart(c->at[f], c->from) > cs->disc_mm)
                return true;
    }
    return false;
}

/* Did the shooter end away from its place, and was a disc that it touched
 * detected away from its own place while isolated? A hand that only moves the
 * disc that it has placed does not strike other discs. */
static bool has_driven_off(const crok_trajectories *cs,
                           const crok_detections *r,
                           const crok_shot_sight *shot)
{
    const crok_motion_sight *m = &shot->motion;
    int other;
    if (crok_mm_apart(crok_trajectory_end(&cs->trajectory[0], r), cs->spot) <
        cs->disc_mm)
        return false;
    for (int i = 0; i < m->n_contacts; i++)
        if (is_shooters(cs, &m->contact[i], &other) &&
            has_gone_off(cs, r, other))
            return true;
    return false;
}

/* Was the shooter flicked? There are three cases:
 *
 *  - the shooter went at least INTO_BOARD_RADII into the board;
 *  - the shooter glanced off a disc near the line: it was isolated in at least
 *    MIN_FAR_FRAMES frames far from its place, and it went at least one disc
 *    radius into the board or touched a disc;
 *  - the shooter ended away from its place and drove off a disc that it
 *    touched. */
static bool was_flicked(const crok_trajectories *cs, const crok_detections *r,
                        const crok_shot_sight *shot)
{
    double in = cs->line_mm - innermost(cs, r, shot);
    if (in >= INTO_BOARD_RADII * cs->disc_mm)
        return true;
    return (frames_far(cs, r, shot).n_alone >= MIN_FAR_FRAMES &&
            (in >= cs->disc_mm || has_touched_disc(cs, shot))) ||
           has_driven_off(cs, r, shot);
}

/* Did the shooter leave the board? There are two cases:
 *
 *  - its last position is near the outer line or beyond it, and away from its
 *    place;
 *  - its predicted rest is beyond the outer line, and it was isolated in
 *    at least MIN_FAR_FRAMES frames far from its place. A finger that is drawn
 *    back is not isolated.
 *
 * Returns false in both cases if the shooter was isolated in less than half of
 * the frames in which it was detected far from its place: then a hand carries
 * the disc. */
static bool has_left(const crok_trajectories *cs, const crok_detections *r,
                     const crok_shot_sight *shot)
{
    const crok_trajectory *c = &cs->trajectory[0];
    double reach = INTO_BOARD_RADII * cs->disc_mm;
    far_frames far = frames_far(cs, r, shot);
    int last = lost_after(c, r);
    crok_mm end = last < 0 ? c->from : c->at[last];
    if (2 * far.n_alone < far.n)
        return false;
    if (crok_mm_apart(end, cs->spot) > reach &&
        hypot(end.x, end.y) > cs->line_mm - reach)
        return true;
    end = crok_trajectory_predict_rest(c, r, last);
    return hypot(end.x, end.y) > cs->line_mm && far.n_alone >= MIN_FAR_FRAMES;
}

/* Was the shooter detected at the old place of a disc that was in the ditch and
 * is gone now? Then it was a hand that took that disc: a shot does not remove
 * discs from the ditch. */
static bool took_from_ditch(const crok_trajectories *cs,
                            const crok_detections *r,
                            const crok_shot_sight *shot)
{
    for (int i = 0; i < shot->n_gone; i++) {
        int at = crok_sight_find(&shot->before, shot->gone[i]);
        const crok_sight_disc *d = at < 0 ? NULL : &shot->before.disc[at];
        if (d == NULL || d->state != CROK_DISC_OUT)
            continue;
        for (int f = 0; f < r->n; f++)
            if (cs->trajectory[0].seen[f] &&
                crok_mm_apart(cs->trajectory[0].at[f], d->at) < THERE_MM)
                return true;
    }
    return false;
}

crok_shooter_seen crok_shooter_seen_of(const crok_trajectories *cs,
                                       const crok_detections *r,
                                       const crok_shot_sight *shot)
{
    const crok_trajectory *c = &cs->trajectory[0];
    crok_mm end;
    int at =
        shot->shooter < 0 ? -1 : crok_sight_find(&shot->after, shot->shooter);
    if (!cs->has_spot || c->n_seen == 0 || !was_flicked(cs, r, shot) ||
        took_from_ditch(cs, r, shot))
        return CROK_SHOOTER_NONE;
    end = crok_trajectory_end(c, r);
    if (at >= 0 && crok_mm_apart(end, shot->after.disc[at].at) < THERE_MM)
        return CROK_SHOOTER_STAYED;
    return cs->spot_ring_foreground < CROK_ISOLATED && has_left(cs, r, shot)
               ? CROK_SHOOTER_LEFT
               : CROK_SHOOTER_LOST;
}
