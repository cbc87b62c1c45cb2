/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/tracking/tracker.h"
#include "shots/tracking/launch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shots/tracking/blobs.h"
#include "shots/tracking/boundary.h"
#include "shots/tracking/collisions.h"
#include "shots/tracking/identity.h"
#include "shots/tracking/trajectory.h"

/* Standard deviation of the systematic error of the shooter's place, mm. This
 * error is the same in all frames, because the shooter's shadow and the hand
 * behind it cause it. Measured on simulated shots in frames of 640 x 360
 * (bench_track prints the error of the place). If it is smaller, a shooter that
 * seems to be off the line is taken as certain; if larger, a person is asked
 * more often. */
#define SPOT_SIGMA_MM 0.7

/* Two positions are of the same disc if their distance is below this, mm.
 * Chosen by hand. */
#define SAME_MM 5.0

struct crok_tracker {
    crok_blob_detector *detector;
    crok_rest_sight before;
    crok_detections detections;
    int n_held; /* frames after the last one of `detections` that are ignored */
    crok_trajectories trajectories;
};

crok_status crok_tracker_new(const crok_board_pose *pose, double scale,
                             crok_tracker **out, crok_err *err)
{
    const crok_board *b = &pose->board;
    crok_status st = CROK_OK;
    crok_tracker *t = calloc(1, sizeof *t);
    if (t == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a tracker");
    st = crok_blob_detector_new(pose, scale, &t->detector, err);
    if (st != CROK_OK) {
        crok_tracker_free(&t);
        return st;
    }
    t->trajectories.disc_mm = b->disc_mm;
    t->trajectories.line_mm =
        b->line_mm[CROK_LINE_OUTER] - 0.5 * b->line_width_mm;
    t->trajectories.hole_mm = b->hole_mm;
    *out = t;
    return CROK_OK;
}

void crok_tracker_free(crok_tracker **track)
{
    if (*track == NULL)
        return;
    crok_blob_detector_free(&(*track)->detector);
    free(*track);
    *track = NULL;
}

void crok_tracker_set_disc(crok_tracker *track, double disc_mm)
{
    crok_blob_detector_set_disc(track->detector, disc_mm);
    track->trajectories.disc_mm = disc_mm;
}

void crok_tracker_set_colours(crok_tracker *track, uint8_t rgb[][3], int n)
{
    crok_blob_detector_set_colours(track->detector, rgb, n);
}

void crok_tracker_rescale(crok_tracker *track, double k)
{
    crok_detections *r = &track->detections;
    crok_blob_detector_rescale(track->detector, k);
    track->trajectories.line_mm *= k;
    track->trajectories.hole_mm *= k;
    crok_rest_rescale(&track->before, k);
    for (int i = 0; i < r->n + track->n_held; i++) {
        crok_frame_blobs *g =
            &r->frame[(r->first + i) % CROK_MAX_TRACKED_FRAMES];
        for (int b = 0; b < g->n; b++)
            g->blob[b].at = (crok_mm){k * g->blob[b].at.x, k * g->blob[b].at.y};
    }
}

crok_status crok_tracker_set_background(crok_tracker *track,
                                        const crok_image *img,
                                        const crok_rest_sight *rest,
                                        crok_err *err)
{
    crok_status st =
        crok_blob_detector_set_background(track->detector, img, rest, err);
    if (st != CROK_OK)
        return st;
    track->before = *rest;
    track->detections.n = 0;
    track->detections.first = 0;
    track->n_held = 0;
    return CROK_OK;
}

void crok_tracker_set_ids(crok_tracker *track, const crok_rest_sight *rest)
{
    for (int i = 0; i < track->before.n; i++) {
        crok_sight_disc *d = &track->before.disc[i];
        double nearest = SAME_MM;
        for (int k = 0; k < rest->n; k++) {
            const crok_sight_disc *to = &rest->disc[k];
            double apart = hypot(to->at.x - d->at.x, to->at.y - d->at.y);
            if (apart >= nearest)
                continue;
            nearest = apart;
            d->id = to->id;
        }
    }
}

crok_status crok_tracker_frame(crok_tracker *track, const crok_image *img,
                               int64_t t_ns, crok_err *err)
{
    crok_frame_blobs *g = crok_detections_next(&track->detections);
    g->t_ns = t_ns;
    return crok_blob_detector_detect(track->detector, img, g, err);
}

void crok_tracker_repeat(crok_tracker *track, int64_t t_ns)
{
    crok_detections_repeat(&track->detections, t_ns);
}

void crok_tracker_hold(crok_tracker *track, int64_t t_ns)
{
    crok_detections *r = &track->detections;
    while (r->n > 0 && crok_detections_at(r, r->n - 1)->t_ns > t_ns) {
        r->n--;
        track->n_held++;
    }
}

void crok_tracker_release(crok_tracker *track)
{
    track->detections.n += track->n_held;
    track->n_held = 0;
}

bool crok_tracker_is_moving(const crok_tracker *track, crok_mm at, int64_t t_ns)
{
    return crok_detections_is_moving(&track->detections, at,
                                     track->trajectories.disc_mm, t_ns);
}

int64_t crok_tracker_still_ns(const crok_tracker *track, double core_mm)
{
    return crok_detections_still_ns(&track->detections, &track->before,
                                    core_mm);
}

bool crok_tracker_had_hand(const crok_tracker *track, double core_mm)
{
    return crok_detections_had_hand(&track->detections, core_mm);
}

bool crok_tracker_has_changed(const crok_tracker *track, crok_mm at,
                              int64_t t_ns)
{
    for (int i = 0; i < track->before.n; i++)
        if (crok_mm_apart(track->before.disc[i].at, at) < SAME_MM &&
            crok_detections_has_left(&track->detections, i, t_ns))
            return true;
    return crok_detections_is_new(&track->detections, at, t_ns);
}

static void add_trajectory(crok_tracker *t, int id)
{
    crok_trajectories *cs = &t->trajectories;
    crok_trajectory *c = &cs->trajectory[cs->n];
    int i = crok_sight_find(&t->before, id);
    if (i < 0 || cs->n > CROK_MAX_DISCS)
        return; /* it is the shooter, which was not in the rest before, or the
                   list is full */
    cs->n++;
    c->id = id;
    c->index = i;
    c->from = t->before.disc[i].at;
    c->still = crok_last_frame_at_rest(&t->detections, i);
    crok_blob_detector_colour(t->detector, c->from, c->rgb);
}

/* List the discs whose trajectories are estimated: the shooter first, then all
 * discs that moved or are gone. Then find the place of the shooter before the
 * flick. */
static void list_trajectories(crok_tracker *t, const crok_shot_sight *shot)
{
    crok_trajectories *cs = &t->trajectories;
    crok_spot launch;
    int until = t->detections.n;
    cs->n = 1;
    cs->trajectory[0].id = shot->shooter;
    cs->trajectory[0].index = -1;
    for (int i = 0; i < shot->n_moved; i++)
        add_trajectory(t, shot->moved[i]);
    for (int i = 0; i < shot->n_gone; i++) {
        int k = 1;
        while (k < cs->n && cs->trajectory[k].id != shot->gone[i])
            k++;
        if (k == cs->n)
            add_trajectory(t, shot->gone[i]);
    }
    for (int i = 1; i < cs->n; i++)
        if (cs->trajectory[i].still < until)
            until = cs->trajectory[i].still;
    crok_trajectories_find_shooter(cs, &t->detections, until);
    cs->is_launched =
        !cs->has_spot && crok_launch_find(cs, &t->detections, until, &launch);
    if (cs->is_launched)
        crok_trajectories_set_spot(cs, &launch);
}

/* The last frame in which a disc of the shot was more than 1 mm from its
 * detection before: the end of the motion. */
static int last_moving(const crok_trajectories *cs, const crok_detections *r)
{
    static const double still_mm = 1.0;
    int end = cs->flick;
    for (int i = 0; i < cs->n; i++) {
        const crok_trajectory *c = &cs->trajectory[i];
        crok_mm at = c->from;
        for (int f = 0; f < r->n; f++) {
            if (!c->seen[f])
                continue;
            if (f > end &&
                hypot(c->at[f].x - at.x, c->at[f].y - at.y) > still_mm)
                end = f;
            at = c->at[f];
        }
    }
    return end;
}

void crok_tracker_end(crok_tracker *track, int *next_id, crok_shot_sight *shot)
{
    crok_trajectories *cs = &track->trajectories;
    const crok_detections *r = &track->detections;
    crok_motion_sight *m = &shot->motion;
    memset(m, 0, sizeof *m);
    list_trajectories(track, shot);
    crok_trajectories_associate(cs, r);
    crok_settle_ids(cs, r, next_id, shot);
    crok_settle_rests(cs, r, shot);
    crok_collisions_estimate(cs, r, shot);
    crok_boundary_estimate(cs, r, shot);
    if (r->n == 0)
        return;
    m->has_placed_at = cs->has_spot;
    m->placed_at = cs->spot;
    m->placed_sigma_mm = hypot(cs->spot_sigma_mm, SPOT_SIGMA_MM);
    m->began_ns = crok_detections_at(r, cs->has_spot ? cs->flick : 0)->t_ns;
    m->ended_ns =
        crok_detections_at(r, cs->has_spot ? last_moving(cs, r) : r->n - 1)
            ->t_ns;
}

crok_shooter_seen crok_tracker_shooter(const crok_tracker *track,
                                       const crok_shot_sight *shot)
{
    return crok_shooter_seen_of(&track->trajectories, &track->detections, shot);
}

bool crok_tracker_is_launched(const crok_tracker *track)
{
    return track->trajectories.is_launched;
}

/* The trajectory of a disc that was detected in motion; NULL: it was not. */
static const crok_trajectory *detected(const crok_trajectories *cs, int id)
{
    for (int i = 0; i < cs->n; i++)
        if (cs->trajectory[i].id == id && cs->trajectory[i].n_seen > 0)
            return &cs->trajectory[i];
    return NULL;
}

bool crok_tracker_end_of(const crok_tracker *track, int id, crok_mm *at)
{
    const crok_trajectory *c = detected(&track->trajectories, id);
    if (c == NULL || !track->trajectories.has_spot ||
        !crok_trajectory_has_stopped(c, &track->detections))
        return false;
    *at = crok_trajectory_end(c, &track->detections);
    return true;
}

double crok_tracker_farthest_mm(const crok_tracker *track, int id)
{
    const crok_trajectory *c = detected(&track->trajectories, id);
    double most = 0.0;
    for (int f = 0; c != NULL && f < track->detections.n; f++)
        if (c->seen[f])
            most = fmax(most, hypot(c->at[f].x, c->at[f].y));
    return most;
}

bool crok_tracker_shooter_colour(const crok_tracker *track, uint8_t rgb[3])
{
    if (!track->trajectories.has_spot)
        return false;
    crok_trajectory_colour(&track->trajectories.trajectory[0],
                           &track->detections, rgb);
    return true;
}

void crok_tracker_colour(const crok_tracker *track, crok_mm at, uint8_t rgb[3])
{
    crok_blob_detector_colour(track->detector, at, rgb);
}
