/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/tracking/trajectory.h: where one disc was detected, frame by frame, and
 * what follows from that: where it was last, where it would come to rest.
 *
 * Frames   mm: board.
 * Room     shots.
 * Threads  values only; any thread. */
#ifndef CROK_SHOTS_TRACKING_TRAJECTORY_H
#define CROK_SHOTS_TRACKING_TRAJECTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "core/linalg.h"
#include "core/terms.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Highest speed of a disc, mm/s. Chosen by hand. If it is larger, more is
 * reported as not observed when discs were not detected; if smaller, fast discs
 * are lost. */
#define CROK_FASTEST_MM_S 4500.0
/* Deceleration by friction on a powdered board, mm/s^2. */
#define CROK_SLIDE_MM_S2 1000.0
/* A disc that was not detected for longer than this, s, is lost: it may have
 * collided with any disc, and its next detection may be another object. It is
 * two frames at 30 frames a second. */
#define CROK_LOST_S 0.07

/* What happens in a time without frames of more than this, ns, is not seen: a
 * disc can roll into the hole and be taken. Three frames of a film of 15 a
 * second may be lost. Chosen by hand. */
#define CROK_GAP_NS INT64_C(250000000)

/* The largest number of frames of a motion. */
#define CROK_MAX_TRACKED_FRAMES 1024

/* The times of the frames of a motion, in order. */
typedef struct crok_frame_times {
    int n;
    int64_t t_ns[CROK_MAX_TRACKED_FRAMES];
} crok_frame_times;

/* The time of a frame since the first one, s. */
static inline double crok_frame_s(const crok_frame_times *r, int i)
{
    return 1e-9 * (double)(r->t_ns[i] - r->t_ns[0]);
}

/* Was there no frame for longer than CROK_GAP_NS before frame i > 0? */
static inline bool crok_frame_gap(const crok_frame_times *r, int i)
{
    return r->t_ns[i] - r->t_ns[i - 1] > CROK_GAP_NS;
}

/* The detections of one disc. */
typedef struct crok_trajectory {
    int id;       /* of the disc; a shooter's may be -1: not at rest */
    crok_mm from; /* its place before the motion */
    uint8_t rgb[3];
    int still;  /* last frame in which it was at rest at `from`; -1: none */
    int n_seen; /* number of frames after `still` in which it was detected */
    bool seen[CROK_MAX_TRACKED_FRAMES];  /* in which frames, after `still` */
    bool alone[CROK_MAX_TRACKED_FRAMES]; /* nothing covered its surroundings */
    crok_mm at[CROK_MAX_TRACKED_FRAMES]; /* where, if seen */
} crok_trajectory;

/* The discs that moved in one shot. Borrowed. */
typedef struct crok_trajectories {
    double disc_mm;
    double line_mm; /* radius of the inner edge of the outer line */
    bool has_spot;  /* it is known where the shooter was flicked */
    int n;
    const crok_trajectory *trajectory[CROK_MAX_DISCS + 1]; /* the shooter's
                                                              first */
} crok_trajectories;

/* The first frame from f on in which the disc was detected; r->n: none. */
int crok_trajectory_first(const crok_trajectory *c, const crok_frame_times *r,
                          int f);

/* The last frame in which the disc was detected; -1: none. */
int crok_trajectory_last(const crok_trajectory *c, const crok_frame_times *r);

/* Where a disc stops that slides freely from `at` with the velocity v, after
 * t_s seconds at the latest. */
crok_mm crok_slid(crok_mm at, crok_mm v_mm_s, double t_s);

/* Returns the predicted rest: where the disc would stop if it slid freely from
 * its detection in frame f. If f < 0, returns its position before. */
crok_mm crok_trajectory_predict_rest(const crok_trajectory *c,
                                     const crok_frame_times *r, int f);

/* Predict where a disc that lies at `at` stops if this one strikes it: it
 * leaves along the line of centres with a part of the speed along that line.
 * Returns `at` if this disc was not about to strike it. */
crok_mm crok_trajectory_strikes(const crok_trajectory *c,
                                const crok_frame_times *r, double disc_mm,
                                crok_mm at);

#ifdef __cplusplus
}
#endif
#endif
