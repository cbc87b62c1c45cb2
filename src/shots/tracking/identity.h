/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/tracking/identity.h: estimates from the trajectories what a comparison
 * of two rests cannot show: which of two discs of one side is which, where a
 * disc that was lost in motion came to rest, and whether a disc was flicked.
 *
 * Frames   mm: board.
 * Room     shots.
 * Threads  values only; any thread. */
#ifndef CROK_SHOTS_TRACKING_IDENTITY_H
#define CROK_SHOTS_TRACKING_IDENTITY_H

#include "shots/tracking/trajectory.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Correct the ids in shot->after. The comparison of rests assumed that each
 * disc moved to the nearest place of its side. There are three corrections:
 *
 *  - two ids are swapped if the trajectories clearly end at each other's
 *    places, or if the disc in the hole is the one that dropped in later;
 *  - if a disc is gone but its trajectory ends at the place of another disc of
 *    its side, whose trajectory ends elsewhere, that other disc is gone;
 *  - if no shooter was found on the board but its trajectory ends at the place
 *    of another disc, whose trajectory ends elsewhere, the shooter is there and
 *    that other disc is gone.
 *
 *   trajectories  in and out: the shooter's id may be set
 *   detections    borrowed
 *   next_id       in and out: the next free id; a shooter that is found gets it
 *   shot          in and out: after, shooter, side, gone */
void crok_settle_ids(crok_trajectories *trajectories,
                     const crok_detections *detections, int *next_id,
                     crok_shot_sight *shot);

/* End the trajectories of discs that were lost in motion at the places where
 * the discs are at rest (crok_trajectory_set_rest). */
void crok_settle_rests(crok_trajectories *trajectories,
                       const crok_detections *detections,
                       const crok_shot_sight *shot);

typedef enum crok_shooter_seen {
    CROK_SHOOTER_NONE,   /* no flick was detected */
    CROK_SHOOTER_STAYED, /* the shooter was flicked, and it is at rest where it
                            was detected last */
    CROK_SHOOTER_LEFT,   /* the shooter was flicked and has left the board: it
                            was detected last near the outer line and away from
                            its place, or it was sliding off the board */
    CROK_SHOOTER_LOST    /* the shooter was flicked, and it is not known where
                            it is */
} crok_shooter_seen;

/* Classify the shooter's motion. shot->shooter is its id, -1 if it is not on
 * the board after the shot; shot->motion is set. All borrowed. */
crok_shooter_seen crok_shooter_seen_of(const crok_trajectories *trajectories,
                                       const crok_detections *detections,
                                       const crok_shot_sight *shot);

#ifdef __cplusplus
}
#endif
#endif
