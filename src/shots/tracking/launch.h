/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/tracking/launch.h: where a shooter was flicked that was not seen at
 * rest: a hand hid it, or the background has it already. Its first detections
 * in motion lie on a straight line, and where that crosses the outer line it
 * was placed.
 *
 * Frames   mm: board.
 * Room     shots.
 * Threads  values only; any thread. */
#ifndef CROK_SHOTS_TRACKING_LAUNCH_H
#define CROK_SHOTS_TRACKING_LAUNCH_H

#include "shots/tracking/trajectory.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Find the first disc that comes from the line: three isolated detections in
 * successive frames, on a straight way inwards, at the speed of a flicked disc.
 *
 *   trajectories  borrowed: disc_mm and line_mm are set
 *   detections    borrowed
 *   until         the last frame in which all other discs were at rest
 *   out           written only if true is returned */
bool crok_launch_find(const crok_trajectories *trajectories,
                      const crok_detections *detections, int until,
                      crok_spot *out);

#ifdef __cplusplus
}
#endif
#endif
