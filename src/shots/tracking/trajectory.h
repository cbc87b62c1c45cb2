/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/tracking/trajectory.h: the trajectory of each disc that moved in a
 * shot. The detections (blobs) of each frame are associated with the discs that
 * are known to have moved, by prediction, validation gate and colour.
 *
 * Frames   mm: board.
 * Room     shots.
 * Threads  one owner. No allocation. */
#ifndef CROK_SHOTS_TRACKING_TRAJECTORY_H
#define CROK_SHOTS_TRACKING_TRAJECTORY_H

#include "shots/tracking/blobs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Highest speed of a disc, mm/s. Chosen by hand. If it is larger, more is
 * reported as not observed when discs were not detected; if smaller, fast discs
 * are lost. */
#define CROK_FASTEST_MM_S 4500.0
/* A disc that was not detected for longer than this, s, is lost: it may have
 * collided with any disc, and its next detection may be another object. It is
 * two frames at 30 frames a second. */
#define CROK_LOST_S 0.07

/* A detection is isolated if less than this fraction of the ring around it is
 * foreground. A disc that waits or slides is isolated; a fingertip has
 * foreground all round. Chosen by hand. */
#define CROK_ISOLATED 0.3

/* Largest number of frames that are kept: the latest 8 s at 120 frames a
 * second.
 */
#define CROK_MAX_TRACKED_FRAMES 1024

/* The detections of the latest frames, in order of time: a ring buffer. */
typedef struct crok_detections {
    int n;     /* at most CROK_MAX_TRACKED_FRAMES */
    int first; /* index in `frame` of the oldest frame */
    crok_frame_blobs frame[CROK_MAX_TRACKED_FRAMES];
} crok_detections;

/* Append a frame and return it, to be filled; the oldest one is overwritten if
 * the buffer is full. */
crok_frame_blobs *crok_detections_next(crok_detections *detections);

/* Append the newest frame again, at another time; no effect if there is none.
 */
void crok_detections_repeat(crok_detections *detections, int64_t t_ns);

/* The i-th oldest frame, 0 <= i < n. */
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

/* The blob of a frame that is nearest to `at` and closer than within_mm, with
 * less of its ring in the foreground than ring_most (0 to 1); borrowed.
 * NULL: none. */
const crok_blob *crok_blob_nearest(const crok_frame_blobs *frame, crok_mm at,
                                   double within_mm, double ring_most);

/* Is the disc that a reading measured at `at` still in motion at t_ns? This is
 * estimated from its isolated detections. Returns false if there are none, for
 * example under a hand. */
bool crok_detections_is_moving(const crok_detections *r, crok_mm at,
                               double disc_mm, int64_t t_ns);

/* For how long, ns, have all discs within core_mm of the board's centre been at
 * rest? This is the time up to the newest frame during which their detections
 * and the places of the discs of the rest before are the same as in that frame,
 * at most CROK_STILL_MOST_NS. 0 if a hand is there. Unlike a comparison of grey
 * values it does not count the flicker of a compressed film as motion. */
#define CROK_STILL_MOST_NS INT64_C(1000000000)
int64_t crok_detections_still_ns(const crok_detections *r,
                                 const crok_rest_sight *before, double core_mm);

/* Was a hand within core_mm of the board's centre? It was if in several frames
 * a detection there had foreground all round. */
bool crok_detections_had_hand(const crok_detections *r, double core_mm);

/* Is there an isolated detection at `at` in the newest frame that is not after
 * t_ns? If so, a disc is there that the background does not have. */
bool crok_detections_is_new(const crok_detections *r, crok_mm at, int64_t t_ns);

/* Has the disc with this index in the rest before left its place? This is
 * decided in the newest frame that is not after t_ns. */
bool crok_detections_has_left(const crok_detections *r, int index,
                              int64_t t_ns);

/* The trajectory of one disc that moved. */
typedef struct crok_trajectory {
    int id;
    int index;    /* index in the rest before; -1: the shooter */
    crok_mm from; /* its position before the motion */
    uint8_t rgb[3];
    int still;   /* last frame in which it was at rest at `from`; -1: none */
    int dropped; /* first frame in which it was at rest in the hole after it
                    had moved; -1: none */
    int n_seen;
    bool seen[CROK_MAX_TRACKED_FRAMES];
    crok_mm at[CROK_MAX_TRACKED_FRAMES]; /* its detection in each frame in which
                                            it was seen */
} crok_trajectory;

typedef struct crok_trajectories {
    double disc_mm;
    double line_mm; /* radius of the inner edge of the outer line */
    double hole_mm; /* radius of the hole */
    bool has_spot;  /* the shooter was detected at rest before the flick, or it
                     * was seen to come from there: is_launched (launch.h) */
    bool is_launched;
    crok_mm spot; /* the shooter's position before the flick */
    double spot_sigma_mm;
    /* Lowest foreground fraction of the ring around the shooter before the
     * flick. */
    double spot_ring_foreground;
    int flick; /* last frame in which the shooter was at rest there; -1: unknown
                */
    int n;
    crok_trajectory trajectory[CROK_MAX_DISCS + 1]; /* the shooter's first */
} crok_trajectories;

/* Where a shooter was placed. */
typedef struct crok_spot {
    crok_mm at;
    double sigma_mm;        /* 1 sd; of a launch along the line */
    double ring_foreground; /* as crok_trajectories.spot_ring_foreground */
    int flick;              /* the last frame before the motion */
    uint8_t rgb[3];         /* colour of the disc */
} crok_spot;

/* Set the shooter's spot and the beginning of its trajectory. */
void crok_trajectories_set_spot(crok_trajectories *c, const crok_spot *spot);

/* Find where the shooter was placed. Sets has_spot, spot, spot_sigma_mm,
 * spot_ring_foreground and flick. If the place was found, also sets from, still
 * and rgb of the shooter's trajectory.
 *
 *   c           in and out: disc_mm and line_mm are set
 *   detections  borrowed
 *   until       the last frame in which all other discs were at rest; the
 *               number of frames if none of them moved */
void crok_trajectories_find_shooter(crok_trajectories *c,
                                    const crok_detections *detections,
                                    int until);

/* Associate the detections after the flick with the discs of c->trajectory,
 * frame by frame. A disc that has dropped into the hole stays there: a
 * detection that slides over it later is another disc. */
void crok_trajectories_associate(crok_trajectories *c,
                                 const crok_detections *detections);

/* Can two colours be measurements of one disc? */
bool crok_same_colour(const uint8_t a[3], const uint8_t b[3]);

/* Returns the last position of a trajectory. This is the median of its
 * positions in the hole if the disc dropped in, otherwise its last detection.
 * If the disc was not detected in motion it is the position before. */
crok_mm crok_trajectory_end(const crok_trajectory *trajectory,
                            const crok_detections *detections);

/* Has the disc stopped? It has if it dropped into the hole, or if its last
 * detections, over at least 60 ms, are within 1 mm of the last one. A disc that
 * was lost in motion has not stopped. */
bool crok_trajectory_has_stopped(const crok_trajectory *trajectory,
                                 const crok_detections *detections);

/* Was the disc detected in frame f, and was this detection isolated? */
bool crok_trajectory_is_isolated(const crok_trajectory *trajectory,
                                 const crok_detections *detections, int f);

/* Get the disc's mean colour over the frames in which it was isolated in
 * motion. If there are none, it is the colour before the motion, which is less
 * reliable for the shooter: a finger may have been on it. */
void crok_trajectory_colour(const crok_trajectory *trajectory,
                            const crok_detections *detections, uint8_t rgb[3]);

/* Returns the predicted rest: where the disc would stop if it slid freely from
 * its detection in frame f. If f < 0, returns its position before. */
crok_mm crok_trajectory_predict_rest(const crok_trajectory *trajectory,
                                     const crok_detections *detections, int f);

/* Fix the trajectory's end at `at`, where the disc is at rest in the last
 * frame. Detections at the end from which the disc cannot have reached `at` in
 * the time are dropped. If the trajectory then ends elsewhere, detections at
 * `at` are added to it, because the disc was lost in motion. */
void crok_trajectory_set_rest(crok_trajectory *trajectory,
                              const crok_detections *detections, crok_mm at);

/* Returns the last frame in which the disc with this index in the rest before
 * was at its place; -1: none. */
int crok_last_frame_at_rest(const crok_detections *detections, int index);

#ifdef __cplusplus
}
#endif
#endif
