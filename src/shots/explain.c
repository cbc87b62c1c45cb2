/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/explain.h"

#include <math.h>
#include <stdlib.h>

#include "core/linalg.h"
#include "discs/twenty.h"

/* The distance of crok_explain_hole from the middle, in plays (the hole's
 * radius less the disc's), speaks for a flat disc up to MIDDLE_PLAYS and, if
 * the whole edge is seen, less so up to NEAR_PLAYS; beyond OFF_PLAYS it speaks
 * for a leaning one. Chosen by counts in simulated rounds, with a play of 1.6
 * mm: of 77 leaning discs 3 ended within MIDDLE_PLAYS, 4 within NEAR_PLAYS and
 * 11 within OFF_PLAYS; of 352 flat discs 12 ended beyond NEAR_PLAYS and 5
 * beyond OFF_PLAYS. On photos flat discs ended at up to 1.7. */
#define MIDDLE_PLAYS 0.63
#define NEAR_PLAYS 0.94
#define OFF_PLAYS 1.13
/* The least play, mm: that of a tournament board, of which the errors of both
 * radii may leave less. */
#define LEAST_PLAY_MM 1.5875
/* The hole's edge hides a part of the face of a disc in the hole. The centre of
 * the visible part appears where the centre of the whole face would appear if
 * the hole had only this fraction of its depth. In simulated rounds off_mm was
 * 0.3 to 1.2 mm for flat discs with about half of the depth, and 0.1 to 2.0 mm
 * with all of it. */
#define SEEN_DEPTH 0.54

/* Log-odds. Before anything is seen, one disc in 20 that ends in the hole
 * leans: chosen by hand, nobody has counted them. A state is sure if its chance
 * is 0.97. */
#define LEANS_BEFORE (-2.94)
#define SURE 3.48
/* The ends of trajectories, in plays: mean and standard deviation of flat and
 * of leaning discs; flat ones up to their mean are as probable as those at it.
 * Below them the log-odds of a leaning disc for each result of the reading. All
 * are from 55 flat and 22 leaning discs, simulated on 17 photos at 0.65 and 0.9
 * px a mm. */
#define END_FLAT 0.75
#define END_BIAS 0.8 /* of a board on which no end is known, 1 sd */
#define END_FLAT_SIGMA 0.65
#define END_LEANS 1.25
#define END_LEANS_SIGMA 0.75
#define READ_SURELY_FLAT (-0.75)
#define READ_FLAT 0.0
#define READ_LEANING 1.3
#define READ_SURELY_LEANING 2.0

/* A hand that flicks or waits stays outside this part of the board, in radii of
 * the outer line; one that moves discs comes into it. Chosen by hand. */
#define HAND_RADII 0.7

/* Discs that moved by at most this many radii, without a shooter, were not
 * struck: a hand touched them or took one and put it back, or a shadow made
 * their places inexact. Chosen by hand: a shot that nobody sees and that moves
 * no disc farther changes next to nothing. */
#define NUDGED_RADII 1.5

/* The centre of a disc that is placed on the outer line lies at most this many
 * radii inside it. Players place it by eye. */
#define PLACED_RADII 0.5

/* A disc that may roll back from the rail is outside this part of the board, in
 * radii of the outer line. Chosen by hand. */
#define ROLLS_RADII 0.94

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

/* Classify a change if no flick was detected:
 *
 *  - there is no new disc, and a hand was over the board or discs were only
 *    nudged: a hand moved discs;
 *  - the new disc is inside the outer line, or there is none: a shot;
 *  - the new disc is on the line or on the wooden rim, and no other disc moved:
 *    it is placed;
 *  - else a hand has put discs into the ditch or moved them: TAKEN if discs are
 *    gone, OTHER if none is. */
static crok_change change_without_flick(const crok_explanation *w,
                                        const crok_shot_sight *shot)
{
    int at = crok_sight_find(&shot->after, shot->shooter);
    const crok_sight_disc *d = &shot->after.disc[at < 0 ? 0 : at];
    bool is_off = d->state == CROK_DISC_OUT;
    double core = HAND_RADII * w->board->line_mm[CROK_LINE_OUTER];
    if (at < 0 && (crok_tracker_had_hand(w->track, core) ||
                   only_nudged(shot, w->board->disc_mm)))
        return shot->n_gone > 0 ? CROK_CHANGE_TAKEN : CROK_CHANGE_OTHER;
    if (at < 0 || (!is_off && hypot(d->at.x, d->at.y) <=
                                  w->board->line_mm[CROK_LINE_OUTER] -
                                      PLACED_RADII * w->board->disc_mm))
        return CROK_CHANGE_SHOT;
    if (!is_off && !others_moved(shot))
        return CROK_CHANGE_PLACED;
    return shot->n_gone > 0 ? CROK_CHANGE_TAKEN : CROK_CHANGE_OTHER;
}

/* Does the colour of the object that was tracked as the shooter differ from the
 * colours of all sides? Then the object is no disc. */
static bool has_no_side_colour(const crok_explanation *w)
{
    uint8_t rgb[3];
    return crok_tracker_shooter_colour(w->track, rgb) &&
           !crok_side_colours_may_be(w->colours, rgb);
}

/* Was the shooter a hand that has taken a 20 out of the hole? It comes across
 * the line as a disc does that was not seen at rest. */
static bool is_hand_at_hole(const crok_explanation *w,
                            const crok_shot_sight *shot)
{
    return crok_tracker_is_launched(w->track) && only_emptied_hole(shot);
}

crok_change crok_explain_change(const crok_explanation *w, crok_change what,
                                crok_shot_sight *shot)
{
    crok_shooter_seen flick = CROK_SHOOTER_NONE;
    crok_tracker_end(w->track, w->next_id, shot);
    flick = crok_tracker_shooter(w->track, shot);
    if (flick == CROK_SHOOTER_LEFT && has_no_side_colour(w)) /* no disc */
        flick = CROK_SHOOTER_NONE;
    switch (what) {
    case CROK_CHANGE_PLACED:
        return flick == CROK_SHOOTER_STAYED ? CROK_CHANGE_SHOT : what;
    case CROK_CHANGE_NONE:
    case CROK_CHANGE_TAKEN:
        return flick == CROK_SHOOTER_LEFT && !is_hand_at_hole(w, shot)
                   ? CROK_CHANGE_SHOT
                   : what;
    case CROK_CHANGE_SHOT:
        return flick == CROK_SHOOTER_NONE ? change_without_flick(w, shot)
                                          : what;
    case CROK_CHANGE_OTHER:
    default:
        return what;
    }
}

/* May the disc that was read at this place be of two sides? */
static bool is_ambiguous(const crok_observation *seen, crok_mm at)
{
    for (int i = 0; i < seen->n_discs; i++)
        if (crok_mm_apart(seen->discs[i].at, at) < seen->pose.board.disc_mm)
            return seen->discs[i].other_side >= 0;
    return false;
}

/* If the shooter is not flat on the surface, estimate its side from its colour
 * in motion. */
static void set_shooter_side(const crok_explanation *w,
                             const crok_observation *seen,
                             crok_shot_sight *shot)
{
    uint8_t rgb[3];
    int side = -1;
    int at = crok_sight_find(&shot->after, shot->shooter);
    crok_sight_disc *d = at < 0 ? NULL : &shot->after.disc[at];
    shot->side_unsure =
        d != NULL && (crok_disc_in_hole(d->state) || is_ambiguous(seen, d->at));
    if (crok_tracker_shooter(w->track, shot) == CROK_SHOOTER_NONE ||
        (d != NULL && d->state == CROK_DISC_FLAT) ||
        !crok_tracker_shooter_colour(w->track, rgb))
        return;
    side = crok_side_colours_classify(w->colours, rgb);
    if (side < 0)
        return;
    shot->side = side;
    shot->side_unsure = false;
    if (d != NULL)
        d->side = side;
}

/* The position that the tracker measures for a disc flat in the middle of the
 * hole. It is not the middle, because the tracker assumes that the face of
 * every disc is as high as that of a disc on the surface. */
static crok_mm flat_in_hole(const crok_board_pose *pose)
{
    double height = pose->board.disc_height_mm;
    crok_px face = crok_camera_project(
        &pose->camera,
        (crok_vec3){0.0, 0.0, height - SEEN_DEPTH * pose->board.hole_depth_mm});
    return crok_camera_unproject(&pose->camera, face, height);
}

/* What says that a disc in the hole leans (above 0), and that it is flat. That
 * it covers the edge says little: of a flat disc beside the edge no gap is seen
 * there. */
static int votes_for_leaning(double off_plays, const crok_seen_disc *seen,
                             const crok_sight_disc *d)
{
    bool is_clear = seen->over_max_frac <= CROK_LEANS_OVER;
    int read = d->state_unsure ? 1 : 2;
    int end = off_plays <= MIDDLE_PLAYS             ? -2
              : is_clear && off_plays <= NEAR_PLAYS ? -1
              : off_plays <= OFF_PLAYS              ? 0
                                                    : 1;
    return (d->state == CROK_DISC_LEANING ? read : -read) + end -
           (is_clear ? 1 : 0);
}

static void vote(double off_plays, const crok_seen_disc *seen,
                 crok_sight_disc *d)
{
    int votes = votes_for_leaning(off_plays, seen, d);
    bool leans = votes > 0 || (votes == 0 && seen->over_frac > CROK_LEANS_OVER);
    d->state = leans ? CROK_DISC_LEANING : CROK_DISC_HOLE;
    d->state_unsure = abs(votes) < 2;
}

/* The log-odds of a leaning disc by the end of its trajectory. */
static double end_leans(const crok_hole_end *end)
{
    double bias = END_BIAS / (end->n_known + 1);
    return crok_log_gauss(end->off_plays - END_LEANS,
                          hypot(END_LEANS_SIGMA, bias)) -
           crok_log_gauss(fmax(end->off_plays - END_FLAT, 0.0),
                          hypot(END_FLAT_SIGMA, bias));
}

/* The log-odds of a leaning disc by the reading. */
static double reading_leans(const crok_sight_disc *d)
{
    if (d->state == CROK_DISC_LEANING)
        return d->state_unsure ? READ_LEANING : READ_SURELY_LEANING;
    return d->state_unsure ? READ_FLAT : READ_SURELY_FLAT;
}

void crok_explain_hole(const crok_hole_end *end, const crok_hole_offset *offset,
                       const crok_seen_disc *seen, crok_sight_disc *d)
{
    double leans = LEANS_BEFORE + crok_hole_offset_leans(offset) +
                   end_leans(end) + reading_leans(d);
    if (!offset->is_set) {
        vote(end->off_plays, seen, d);
        return;
    }
    d->state = leans > 0.0 ? CROK_DISC_LEANING : CROK_DISC_HOLE;
    d->state_unsure = fabs(leans) < SURE;
}

/* The disc that was read in the hole. If there is none, returns a disc whose
 * covered part of the hole's edge is unknown (0 to 1). */
static const crok_seen_disc *seen_in_hole(const crok_observation *seen,
                                          double hole_mm)
{
    static const crok_seen_disc none = {.over_max_frac = 1.0};
    for (int i = 0; i < seen->n_discs; i++)
        if (hypot(seen->discs[i].at.x, seen->discs[i].at.y) < hole_mm)
            return &seen->discs[i];
    return &none;
}

/* Set the state of a disc that leaned, or may have, and was struck there. It
 * has no trajectory, so its state depends only on the fraction of the hole's
 * edge that it covers now, over_frac. */
static void set_tipped_state(const crok_shot_sight *shot, double over_frac,
                             crok_sight_disc *d)
{
    int at = crok_sight_find(&shot->before, d->id);
    if (at < 0 || !crok_sight_may_lean(&shot->before.disc[at]) ||
        !crok_sight_has_moved(shot, d->id))
        return;
    d->state_unsure = over_frac > CROK_LEANS_OVER;
    d->state = d->state_unsure ? CROK_DISC_LEANING : CROK_DISC_HOLE;
}

/* Number of ends over which the mean is taken, at most. It is limited because
 * the camera may move slowly. */
enum { MOST_ENDS = 8 };

/* Note where the trajectory of a disc ended that is surely flat, from where the
 * model says. */
static void note_end(crok_hole_ends *ends, crok_mm off)
{
    if (ends == NULL)
        return;
    if (ends->n == MOST_ENDS) {
        ends->sum.x *= (MOST_ENDS - 1.0) / MOST_ENDS;
        ends->sum.y *= (MOST_ENDS - 1.0) / MOST_ENDS;
        ends->n--;
    }
    ends->sum.x += off.x;
    ends->sum.y += off.y;
    ends->n++;
}

/* The distance of an end from where that of a flat disc is expected: the
 * model's place, moved by the mean of the ends that were noted, as if one more
 * had been at the model's place. */
static double end_off_mm(const crok_hole_ends *ends, crok_mm off)
{
    int n = ends == NULL ? 0 : ends->n;
    crok_mm sum = n == 0 ? (crok_mm){0.0, 0.0} : ends->sum;
    return hypot(off.x - sum.x / (n + 1), off.y - sum.y / (n + 1));
}

static crok_hole_offset offset_of(const crok_explanation *w,
                                  const crok_observation *seen)
{
    if (w->hole == NULL)
        return (crok_hole_offset){.is_set = false};
    return crok_hole_memory_offset(w->hole, w->img, seen);
}

/* Estimate the state of the discs in the hole from the ends of their
 * trajectories and from the part of the hole's edge that is covered. */
static void set_hole_states(const crok_explanation *w,
                            const crok_observation *seen, crok_shot_sight *shot)
{
    double hole_mm = CROK_IN_HOLE_FRAC * w->board->hole_mm;
    const crok_seen_disc *in_hole = seen_in_hole(seen, hole_mm);
    crok_mm flat = flat_in_hole(&seen->pose);
    double play_mm = fmax(w->board->hole_mm - w->board->disc_mm, LEAST_PLAY_MM);
    for (int i = 0; i < shot->after.n; i++) {
        crok_sight_disc *d = &shot->after.disc[i];
        crok_mm end;
        if (hypot(d->at.x, d->at.y) > hole_mm)
            continue;
        if (!crok_tracker_end_of(w->track, d->id, &end))
            set_tipped_state(shot, in_hole->over_frac, d);
        else if (hypot(end.x, end.y) <= hole_mm) {
            crok_mm off = {end.x - flat.x, end.y - flat.y};
            crok_hole_offset offset = offset_of(w, seen);
            crok_hole_end ended = {.off_plays =
                                       end_off_mm(w->ends, off) / play_mm,
                                   .n_known = w->ends == NULL ? 0 : w->ends->n};
            crok_explain_hole(&ended, &offset, in_hole, d);
            if (!d->state_unsure && d->state == CROK_DISC_HOLE)
                note_end(w->ends, off);
        }
    }
}

void crok_explain_settle(const crok_explanation *w,
                         const crok_observation *seen, crok_shot_sight *shot)
{
    set_shooter_side(w, seen, shot);
    set_hole_states(w, seen, shot);
}

bool crok_explain_rolls_back(const crok_explanation *w,
                             const crok_shot_sight *shot, bool rim_moves)
{
    double inner = ROLLS_RADII * w->board->line_mm[CROK_LINE_OUTER];
    for (int k = 0; k < shot->n_moved && rim_moves; k++) {
        const crok_sight_disc *d =
            crok_sight_lying(&shot->after, shot->moved[k]);
        if (d != NULL && hypot(d->at.x, d->at.y) > inner)
            return true;
    }
    return false;
}

bool crok_explain_is_moving(const crok_explanation *w,
                            const crok_shot_sight *shot, int64_t t_ns)
{
    for (int k = 0; k < shot->n_moved; k++) {
        int at = crok_sight_find(&shot->after, shot->moved[k]);
        if (at >= 0 &&
            crok_tracker_is_moving(w->track, shot->after.disc[at].at, t_ns))
            return true;
    }
    return false;
}
