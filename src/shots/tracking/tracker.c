/* SPDX-License-Identifier: Apache-2.0 */
#include "shots/tracking/tracker.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "shots/tracking/blobs.h"
#include "shots/tracking/boundary.h"
#include "shots/tracking/collisions.h"
#include "shots/tracking/identity.h"
#include "shots/tracking/trajectory.h"

/* What all frames' places of the shooter share, of the distance from the
 * centre: its shadow, the hand behind it. 1 sd, measured on simulated shots at
 * 640 x 360 (bench_track). */
#define SPOT_SIGMA_MM 0.7

/* Discs of two lists that lie nearer than this are one. */
#define SAME_MM 5.0

struct crok_track {
    crok_looker *looker;
    crok_rest_sight before;
    crok_record record;
    crok_courses courses;
};

crok_status crok_track_new(const crok_board_pose *pose, double scale,
                           crok_track **out, crok_err *err)
{
    const crok_board *b = &pose->board;
    crok_status st = CROK_OK;
    crok_track *t = calloc(1, sizeof *t);
    if (t == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a tracker");
    st = crok_looker_new(pose, scale, &t->looker, err);
    if (st != CROK_OK) {
        crok_track_free(&t);
        return st;
    }
    t->courses.disc_mm = b->disc_mm;
    t->courses.line_mm = b->line_mm[CROK_LINE_OUTER] - 0.5 * b->line_width_mm;
    t->courses.hole_mm = b->hole_mm;
    *out = t;
    return CROK_OK;
}

void crok_track_free(crok_track **track)
{
    if (*track == NULL)
        return;
    crok_looker_free(&(*track)->looker);
    free(*track);
    *track = NULL;
}

crok_status crok_track_rest(crok_track *track, const crok_image *img,
                            const crok_rest_sight *rest, crok_err *err)
{
    crok_status st = crok_looker_rest(track->looker, img, rest, err);
    if (st != CROK_OK)
        return st;
    track->before = *rest;
    track->record.n = 0;
    track->record.first = 0;
    return CROK_OK;
}

void crok_track_rename(crok_track *track, const crok_rest_sight *rest)
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

crok_status crok_track_frame(crok_track *track, const crok_image *img,
                             int64_t t_ns, crok_err *err)
{
    crok_glimpse *g = crok_record_next(&track->record);
    g->t_ns = t_ns;
    return crok_looker_look(track->looker, img, g, err);
}

void crok_track_same(crok_track *track, int64_t t_ns)
{
    crok_record_repeat(&track->record, t_ns);
}

bool crok_track_moves(const crok_track *track, crok_mm at, int64_t t_ns)
{
    return crok_record_arrives(&track->record, at, track->courses.disc_mm,
                               t_ns);
}

bool crok_track_shows(const crok_track *track, crok_mm at, int64_t t_ns)
{
    for (int i = 0; i < track->before.n; i++)
        if (crok_mm_apart(track->before.disc[i].at, at) < SAME_MM &&
            crok_record_misses(&track->record, i, t_ns))
            return true;
    return crok_record_shows(&track->record, at, t_ns);
}

static void add_course(crok_track *t, int id)
{
    crok_courses *cs = &t->courses;
    crok_course *c = &cs->course[cs->n];
    int i = crok_sight_find(&t->before, id);
    if (i < 0 || cs->n > CROK_MAX_DISCS)
        return; /* the shooter */
    cs->n++;
    c->id = id;
    c->index = i;
    c->from = t->before.disc[i].at;
    c->still = crok_course_still(&t->record, i);
    crok_looker_colour(t->looker, c->from, c->rgb);
}

/* The shooter first, then all that moved or are gone. */
static void list_courses(crok_track *t, const crok_shot_sight *shot)
{
    crok_courses *cs = &t->courses;
    int until = t->record.n;
    cs->n = 1;
    cs->course[0].id = shot->shooter;
    cs->course[0].index = -1;
    for (int i = 0; i < shot->n_moved; i++)
        add_course(t, shot->moved[i]);
    for (int i = 0; i < shot->n_gone; i++) {
        int k = 1;
        while (k < cs->n && cs->course[k].id != shot->gone[i])
            k++;
        if (k == cs->n)
            add_course(t, shot->gone[i]);
    }
    for (int i = 1; i < cs->n; i++)
        if (cs->course[i].still < until)
            until = cs->course[i].still;
    crok_courses_spot(cs, &t->record, until);
}

/* The last frame in which a disc of the shot was elsewhere than in the next. */
static int last_moving(const crok_courses *cs, const crok_record *r)
{
    static const double still_mm = 1.0;
    int end = cs->flick;
    for (int i = 0; i < cs->n; i++) {
        const crok_course *c = &cs->course[i];
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

void crok_track_end(crok_track *track, int *next_id, crok_shot_sight *shot)
{
    crok_courses *cs = &track->courses;
    const crok_record *r = &track->record;
    crok_motion_sight *m = &shot->motion;
    memset(m, 0, sizeof *m);
    list_courses(track, shot);
    crok_courses_follow(cs, r);
    crok_settle_ids(cs, r, next_id, shot);
    crok_settle_rests(cs, r, shot);
    crok_meet_tell(cs, r, shot);
    crok_edge_tell(cs, r, shot);
    if (r->n == 0)
        return;
    m->has_placed_at = cs->has_spot;
    m->placed_at = cs->spot;
    m->placed_sigma_mm = hypot(cs->spot_sigma_mm, SPOT_SIGMA_MM);
    m->began_ns = crok_record_at(r, cs->has_spot ? cs->flick : 0)->t_ns;
    m->ended_ns =
        crok_record_at(r, cs->has_spot ? last_moving(cs, r) : r->n - 1)->t_ns;
}

crok_flick crok_track_flick(const crok_track *track,
                            const crok_shot_sight *shot)
{
    return crok_flick_of(&track->courses, &track->record, shot);
}

bool crok_track_end_of(const crok_track *track, int id, crok_mm *at)
{
    const crok_courses *cs = &track->courses;
    int i = 0;
    while (i < cs->n && (cs->course[i].id != id || cs->course[i].n_seen == 0))
        i++;
    if (i == cs->n || !cs->has_spot ||
        !crok_course_lies(&cs->course[i], &track->record))
        return false;
    *at = crok_course_end(&cs->course[i], &track->record);
    return true;
}

bool crok_track_shooter_colour(const crok_track *track, uint8_t rgb[3])
{
    if (!track->courses.has_spot)
        return false;
    crok_course_colour(&track->courses.course[0], &track->record, rgb);
    return true;
}

void crok_track_colour(const crok_track *track, crok_mm at, uint8_t rgb[3])
{
    crok_looker_colour(track->looker, at, rgb);
}
