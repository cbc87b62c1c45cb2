/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/tracking/flick.h: which track is that of a disc that was flicked, and
 * where it was flicked. A hand that places, moves or takes discs moves them
 * too; a flicked disc goes into the board, alone.
 *
 * Frames   mm: board.
 * Room     shots.
 * Threads  values only; any thread. */
#ifndef CROK_SHOTS_TRACKING_FLICK_H
#define CROK_SHOTS_TRACKING_FLICK_H

#include "shots/tracking/tracks.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A disc lies on the outer line if its centre is nearer to the line's inner
 * edge than this, in radii of the disc. Chosen by hand: players place it by
 * eye. */
#define CROK_PLACED_RADII 0.8

/* Does a disc at `at` lie on the outer line, where shooters are placed? */
bool crok_is_on_line(const crok_tracks *tracks, crok_mm at);

/* Where and when a shooter was flicked. */
typedef struct crok_flick {
    crok_mm at;
    double sigma_mm; /* 1 sd */
    double covered;  /* least crok_detection.covered while it lay there */
    int still;       /* the last frame in which it lay there */
} crok_flick;

/* Find where a disc that is not in play was flicked: where it was at rest on
 * the line; else where its first detections, alone on a straight way inwards at
 * the speed of a flicked disc, come from; else where it was last on the line,
 * held there.
 *
 *   out  written only if true is returned */
bool crok_flick_of(const crok_tracks *tracks, const crok_track *track,
                   crok_flick *out);

/* Has a hand been where the disc lay, so that it may have taken it? */
bool crok_was_in_reach(const crok_track *track);

/* Has a disc left the line on which it waited, seen elsewhere or not? */
bool crok_has_left_line(const crok_tracks *tracks, const crok_track *track);

/* Was the disc flicked? Alone it went at least three radii into the board; or
 * less, or it was lost at once, but it went away from its place and drove off a
 * disc. */
bool crok_was_flicked(const crok_tracks *tracks, const crok_track *track,
                      const crok_flick *flick);

/* Is it known where the disc was flicked, and was it (crok_flick_of and
 * crok_was_flicked)?
 *
 *   out  written only if true is returned */
bool crok_is_flicked(const crok_tracks *tracks, const crok_track *track,
                     crok_flick *out);

/* Has a flicked disc left the board? Its last detection is near the line or
 * beyond it and away from its place, or it was sliding off. */
bool crok_has_left(const crok_tracks *tracks, const crok_track *track,
                   const crok_flick *flick);

#ifdef __cplusplus
}
#endif
#endif
