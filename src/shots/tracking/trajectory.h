/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/tracking/trajectory.h: where each disc of a shot was in each frame of
 * the motion: the frames' blobs, shared out among the discs that are known to
 * have moved.
 *
 * Frames   mm: board.
 * Room     shots.
 * Threads  one owner. No allocation but by _new. */
#ifndef CROK_SHOTS_TRACKING_TRAJECTORY_H
#define CROK_SHOTS_TRACKING_TRAJECTORY_H

#include "shots/tracking/blobs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* No disc is faster. */
#define CROK_FASTEST_MM_S 4500.0
/* A disc unseen for longer may have met anything. */
#define CROK_LOST_S 0.07

/* A disc that waits to be shot, or that slides, is by itself; a fingertip at
 * the line is not: the ring about it is as strange as itself. So strange at the
 * most. */
#define CROK_ALONE 0.3

/* The last frames of a motion that are kept: 8 s at 120 a second. */
#define CROK_MAX_TRACKED_FRAMES 1024

/* What was seen, in order of time. */
typedef struct crok_detections {
    int n;     /* at most CROK_MAX_TRACKED_FRAMES */
    int first; /* the oldest: older ones were overwritten */
    crok_frame_blobs frame[CROK_MAX_TRACKED_FRAMES];
} crok_detections;

/* Room for the next frame's, at the end. */
crok_frame_blobs *crok_detections_next(crok_detections *detections);

/* The newest again, at another time; nothing where there is none. */
void crok_detections_repeat(crok_detections *detections, int64_t t_ns);

/* The i-th oldest, 0 <= i < n. */
static inline const crok_frame_blobs *
crok_detections_at(const crok_detections *r, int i)
{
    return &r->frame[(r->first + i) % CROK_MAX_TRACKED_FRAMES];
}

static inline double crok_detections_s(const crok_detections *r, int i)
{
    return 1e-9 * (double)(crok_detections_at(r, i)->t_ns -
                           crok_detections_at(r, 0)->t_ns);
}

/* At t_ns a disc is read at `at`: is it still on its way there? By its way
 * just before, while it is by itself: of what a hand covers it is not told. */
bool crok_detections_arrive(const crok_detections *r, crok_mm at,
                            double disc_mm, int64_t t_ns);

/* Was something by itself at `at` in the frame of t_ns, that did not lie there
 * at the rest before? */
bool crok_detections_show(const crok_detections *r, crok_mm at, int64_t t_ns);

/* And did the index-th disc of the rest before not lie in its place then? */
bool crok_detections_miss(const crok_detections *r, int index, int64_t t_ns);

/* A disc that moved. */
typedef struct crok_trajectory {
    int id;
    int index;    /* in the rest before; -1: the shooter */
    crok_mm from; /* where it lay */
    uint8_t rgb[3];
    int still;   /* last frame in which it lay there; -1: not known */
    int dropped; /* first frame in which it was seen to lie in the hole after
                    its way; -1: in none */
    int n_seen;
    bool seen[CROK_MAX_TRACKED_FRAMES];
    crok_mm at[CROK_MAX_TRACKED_FRAMES]; /* where seen */
} crok_trajectory;

typedef struct crok_trajectories {
    double disc_mm;
    double line_mm; /* radius of the outer line's inner edge */
    double hole_mm; /* radius of the hole */
    bool has_spot;  /* the shooter was seen at rest before the flick */
    crok_mm spot;
    double spot_sigma_mm;
    double spot_ring_foreground; /* how strange the ring about it was there, at
                          the least, 0..1 */
    int flick;                   /* last frame in which it lay there */
    int n;
    crok_trajectory trajectory[CROK_MAX_DISCS + 1]; /* the shooter first */
} crok_trajectories;

/* Where the shooter lay. Sets has_spot, spot and flick, and its trajectory.
 *
 *   until  the first frame in which another disc was on its way */
void crok_trajectories_find_shooter(crok_trajectories *c,
                                    const crok_detections *detections,
                                    int until);

/* Follow all discs of c->trajectory from the flick on. One that has dropped
 * into the hole stays there: what slides over it later is another. */
void crok_trajectories_associate(crok_trajectories *c,
                                 const crok_detections *detections);

/* May two colours be the same disc's? */
bool crok_same_colour(const uint8_t a[3], const uint8_t b[3]);

/* Where it was seen last; where it lay, if it was not seen on its way; where it
 * lies in the hole, if it has dropped in. */
crok_mm crok_trajectory_end(const crok_trajectory *trajectory,
                            const crok_detections *detections);

/* Was it seen to lie there, for 60 ms at the least? One that was lost on its
 * way was not. */
bool crok_trajectory_has_stopped(const crok_trajectory *trajectory,
                                 const crok_detections *detections);

/* Was it seen by itself in frame f? */
bool crok_trajectory_is_isolated(const crok_trajectory *trajectory,
                                 const crok_detections *detections, int f);

/* Its colour: while it was by itself on its way, where it was so at all; a
 * finger may have been on it where it lay. */
void crok_trajectory_colour(const crok_trajectory *trajectory,
                            const crok_detections *detections, uint8_t rgb[3]);

/* Where it was bound for in frame f, in which it was seen: where it comes to
 * rest if it slides freely. */
crok_mm crok_trajectory_predict_rest(const crok_trajectory *trajectory,
                                     const crok_detections *detections, int f);

/* It came to rest at `at`, where it lies in the last frame: what was seen last
 * from where it cannot have come there was another, or a hand; and where it was
 * lost on its way, it is seen again from when it lies there. */
void crok_trajectory_set_rest(crok_trajectory *trajectory,
                              const crok_detections *detections, crok_mm at);

/* The last frame in which the index-th disc of the rest before lay in its
 * place; -1 for none. */
int crok_last_frame_at_rest(const crok_detections *detections, int index);

#ifdef __cplusplus
}
#endif
#endif
