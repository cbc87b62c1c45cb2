/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/tracking/collisions.h: estimates from the trajectories which discs
 * collided, and in what order.
 *
 * A disc that is struck leaves along the line of centres. So its direction of
 * motion gives the place where the striker was. If the striker is ambiguous, or
 * the discs were not detected at that time, the contacts of the shot are
 * reported as not observed.
 *
 * Frames   mm: board.
 * Room     shots.
 * Threads  values only; any thread. */
#ifndef CROK_SHOTS_TRACKING_COLLISIONS_H
#define CROK_SHOTS_TRACKING_COLLISIONS_H

#include "shots/sight.h"
#include "shots/tracking/trajectory.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Set saw_contacts, n_contacts, contact, may_be_other and may_have_moved of
 * shot->motion from the trajectories and the two rests of *shot. A disc that
 * was hardly displaced, or that leaned on the hole and was struck there, has no
 * trajectory. If such a disc was struck, it is added to shot->moved.
 *
 *   trajectories, times  borrowed: of this shot
 *   shot                      in and out */
void crok_collisions_estimate(const crok_trajectories *trajectories,
                              const crok_frame_times *times,
                              crok_shot_sight *shot);

#ifdef __cplusplus
}
#endif
#endif
