/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/tracking/boundary.h: boundary crossings: which discs touched the outer
 * line, left the surface or came back off the rail, detected from their
 * trajectories.
 *
 * For a disc that left the surface and did not come back it is not reported
 * whether it hit the rail, because no rule book asks for that.
 *
 * Frames   mm: board.
 * Room     shots.
 * Threads  values only; any thread. */
#ifndef CROK_SHOTS_TRACKING_BOUNDARY_H
#define CROK_SHOTS_TRACKING_BOUNDARY_H

#include "shots/sight.h"
#include "shots/tracking/trajectory.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Set saw_boundary, may_lie_unseen, n_boundary and boundary of shot->motion.
 * Reads the rests of *shot.
 *
 *   trajectories, times  borrowed: of this shot
 *   shot                      in and out */
void crok_boundary_estimate(const crok_trajectories *trajectories,
                            const crok_frame_times *times,
                            crok_shot_sight *shot);

#ifdef __cplusplus
}
#endif
#endif
