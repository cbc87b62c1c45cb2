/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/tracking/collisions.h: which discs met, in what order, told from where
 * they were.
 *
 * A disc that is struck leaves along the line of centres: where the other one
 * stood is known from where it went. What more than one disc may have done, or
 * what happened unseen, is not told.
 *
 * Frames   mm: board.
 * Room     shots.
 * Threads  values only; any thread. */
#ifndef CROK_SHOTS_TRACKING_COLLISIONS_H
#define CROK_SHOTS_TRACKING_COLLISIONS_H

#include "shots/tracking/trajectory.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Sets saw_contacts, n_contacts, contact, may_be_other and may_have_moved of
 * shot->motion, from the trajectories and the rests of *shot: a disc that was
 * hardly moved, or leaned on the hole and was struck there, has no trajectory,
 * and is put among those that moved. */
void crok_collisions_estimate(const crok_trajectories *trajectories,
                              const crok_detections *detections,
                              crok_shot_sight *shot);

#ifdef __cplusplus
}
#endif
#endif
