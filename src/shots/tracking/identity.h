/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/tracking/identity.h: estimates from the trajectories what two rests
 * alone leave open: which of two discs of one side is which, where a disc that
 * was lost in motion came to rest, and whether a disc was flicked at all.
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

/* Correct the ids in shot->after. The comparison of rests gave each place to
 * the nearest disc of that side. Two ids are swapped if the trajectories
 * clearly end the other way round, or if the other disc dropped into the hole
 * first. If the shooter is not among them, but its trajectory ends where
 * another disc seems to have moved to, and that disc's trajectory ends
 * elsewhere, the shooter is at that place and the disc is gone.
 *
 *   trajectories  in and out: the shooter's id may be set
 *   detections    borrowed
 *   next_id       in and out: the id of such a shooter
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
    CROK_SHOOTER_NONE, /* no flick: nothing moved from the line into the board,
                          or along the line without a hand */
    CROK_SHOOTER_STAYED, /* flicked, and at rest at its last detection */
    CROK_SHOOTER_LEFT,   /* flicked, and last detected near the outer line or
                            beyond it, away from its place */
    CROK_SHOOTER_LOST    /* flicked, and last detected elsewhere */
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
