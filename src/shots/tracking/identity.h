/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/tracking/identity.h: what the discs' trajectories tell that two rests
 * do not: which of two alike discs is which, where a disc lost on its way came
 * to rest, and whether a disc was flicked at all.
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

/* Two discs of one side were told apart by where they lay: each place went to
 * the disc that had lain nearer. Where their trajectories clearly end the other
 * way, or the other one was seen to drop into the hole first, their ids in
 * shot->after change places. And where no shooter lies but a disc that seems to
 * have moved, while the shooter's trajectory ends there and the disc's
 * elsewhere, it is the shooter that lies there, and the disc is gone.
 *
 *   next_id  the id that such a shooter gets; advanced */
void crok_settle_ids(crok_trajectories *trajectories,
                     const crok_detections *detections, int *next_id,
                     crok_shot_sight *shot);

/* Trajectories of discs that were lost on their way go on where they came to
 * lie. */
void crok_settle_rests(crok_trajectories *trajectories,
                       const crok_detections *detections,
                       const crok_shot_sight *shot);

typedef enum crok_shooter_seen {
    CROK_SHOOTER_NONE,   /* no disc was seen to go from the line into the board,
                          or along it by itself */
    CROK_SHOOTER_STAYED, /* the shooter, and it lies where it was seen last */
    CROK_SHOOTER_LEFT, /* seen last near the outer line, not where it began, or
                        beyond it */
    CROK_SHOOTER_LOST  /* seen last elsewhere */
} crok_shooter_seen;

/* What was seen of the shooter; shot->shooter is its id, -1 where it does not
 * lie there after the shot; shot->motion is told. */
crok_shooter_seen crok_shooter_seen_of(const crok_trajectories *trajectories,
                                       const crok_detections *detections,
                                       const crok_shot_sight *shot);

#ifdef __cplusplus
}
#endif
#endif
