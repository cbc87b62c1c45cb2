/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/tracking/ghosts.h: films that were converted to another frame rate, or
 * whose interlaced lines were mixed, have frames that are the mean of two: a
 * disc in motion is in it twice, where it is and where it was. Without care its
 * track would stay behind at the place where it was.
 *
 * A detection is taken for a ghost if it is where one was in the frame before,
 * but none in the one before that, while another one is new within its reach.
 * In a film without such frames that also happens where a disc stops dead and
 * drives off another one; so ghosts are dropped only in films that have shown
 * them: a ghost is gone in the next frame, and a disc that stopped is not.
 *
 * Room     shots.
 * Threads  one owner. No allocation. */
#ifndef CROK_SHOTS_TRACKING_GHOSTS_H
#define CROK_SHOTS_TRACKING_GHOSTS_H

#include "shots/tracking/detect.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Begin with {0}. */
typedef struct crok_ghosts {
    crok_detections was[3]; /* the frames before, the last one first */
    double n_ghosts;        /* ghosts that were gone in the next frame */
    double n_clean;         /* discs that moved and left none */
} crok_ghosts;

/* Drop the ghosts from the detections of the next frame.
 *
 *   disc_mm     radius of a disc
 *   detections  in: all of the frame; out: those that are no ghosts */
void crok_ghosts_drop(crok_ghosts *ghosts, double disc_mm,
                      crok_detections *detections);

#ifdef __cplusplus
}
#endif
#endif
