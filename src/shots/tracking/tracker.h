/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/tracking/tracker.h: tracks the discs of a shot. Estimates where the
 * shooter was placed, which discs collided in what order, and which discs
 * touched the outer line, left the surface, hit the rail or came back. What
 * cannot be estimated from the frames is reported as not observed.
 *
 * Frames   px: the colour frames given (all of one reduction); mm: board.
 * Room     shots: uses core, cv, board, discs.
 * Threads  a tracker has one owner. No allocation a frame. */
#ifndef CROK_SHOTS_TRACKING_TRACKER_H
#define CROK_SHOTS_TRACKING_TRACKER_H

#include "board/board.h"
#include "core/image.h"
#include "shots/sight.h"
#include "shots/tracking/identity.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_tracker crok_tracker;

/* Create a tracker for one camera pose.
 *
 *   pose   borrowed for the call: of the full frame; copied
 *   scale  width of the full frames divided by that of the frames that will be
 *          given, >= 1
 *   out    written only on CROK_OK; returned: free with crok_tracker_free
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_tracker_new(const crok_board_pose *pose,
                                           double scale, crok_tracker **out,
                                           crok_err *err);
void crok_tracker_free(crok_tracker **track);

/* The length of the board's millimetre has changed: multiply all positions by
 * k, also those of the frames that were added. */
void crok_tracker_rescale(crok_tracker *track, double k);

/* Set the discs' radius, mm; the next background is used with it. */
void crok_tracker_set_disc(crok_tracker *track, double disc_mm);

/* Set the colours of the discs in play, for the next background
 * (crok_blob_detector_set_colours). */
void crok_tracker_set_colours(crok_tracker *track, uint8_t rgb[][3], int n);

/* Set the background and the discs in it: the rest before the motion. The
 * frames that were added before are discarded.
 *
 *   img   borrowed for the call: RGB, of the scale above; copied
 *   rest  borrowed for the call; contacts are reported with the ids in it
 *
 * CROK_EARG  img is no RGB picture or is too large; nothing is changed */
CROK_MUST_USE crok_status
crok_tracker_set_background(crok_tracker *track, const crok_image *img,
                            const crok_rest_sight *rest, crok_err *err);

/* Add one frame of the motion; frames are added in order of time. The last
 * CROK_MAX_TRACKED_FRAMES frames are kept. The first frame should be earlier
 * than the moment in which the shooter is placed.
 *
 *   img  borrowed for the call; RGB, as large as the background
 *
 * CROK_EARG  img has another format or size, or no background is set */
CROK_MUST_USE crok_status crok_tracker_frame(crok_tracker *track,
                                             const crok_image *img,
                                             int64_t t_ns, crok_err *err);

/* Repeat the last frame at another time, without processing a picture. */
void crok_tracker_repeat(crok_tracker *track, int64_t t_ns);

/* Ignore the frames after t_ns until crok_tracker_release, for a reading of an
 * earlier frame. No frame may be added in between. A new background discards
 * them. */
void crok_tracker_hold(crok_tracker *track, int64_t t_ns);
void crok_tracker_release(crok_tracker *track);

/* Is the disc that a reading measured at `at` still in motion at t_ns
 * (crok_detections_is_moving)? */
CROK_MUST_USE bool crok_tracker_is_moving(const crok_tracker *track, crok_mm at,
                                          int64_t t_ns);

/* For how long, ns, have all discs within core_mm of the board's centre been at
 * rest up to the newest frame (crok_detections_still_ns)? */
CROK_MUST_USE int64_t crok_tracker_still_ns(const crok_tracker *track,
                                            double core_mm);

/* Was a hand within core_mm of the board's centre since the background was set
 * (crok_detections_had_hand)? */
CROK_MUST_USE bool crok_tracker_had_hand(const crok_tracker *track,
                                         double core_mm);

/* Does the frame of t_ns differ from the background at `at`? It does if an
 * isolated detection is there (crok_detections_is_new), or if a disc was there
 * and has left its place (crok_detections_has_left). */
CROK_MUST_USE bool crok_tracker_has_changed(const crok_tracker *track,
                                            crok_mm at, int64_t t_ns);

/* Change the ids of the discs in the rest before the motion. Each disc gets the
 * id of the nearest disc of `rest` that is less than 5 mm from it; without such
 * a disc its id is not changed.
 *
 *   rest  borrowed */
void crok_tracker_set_ids(crok_tracker *track, const crok_rest_sight *rest);

/* Estimate the motion. Call this when the rest after the motion is known.
 * Contacts that share no disc may be reported in the wrong order. For a disc
 * that left the surface and did not come back it is not estimated whether it
 * hit the rail.
 *
 *   next_id  in and out: the next free id (crok_settle_ids)
 *   shot     in: before, after, shooter, moved and gone are set; out: motion,
 *            and what crok_settle_ids corrects */
void crok_tracker_end(crok_tracker *track, int *next_id, crok_shot_sight *shot);

/* Classify the shooter's motion (identity.h). Call after crok_tracker_end, for
 * that shot. */
crok_shooter_seen crok_tracker_shooter(const crok_tracker *track,
                                       const crok_shot_sight *shot);

/* Was the shooter not seen at rest, but only to come from the line (launch.h)?
 * A hand may come so too. Call after crok_tracker_end. */
bool crok_tracker_is_launched(const crok_tracker *track);

/* Get the position where a disc's trajectory stopped, in mm on the board;
 * false if it did not stop, or if the disc was not detected in motion. Call
 * after crok_tracker_end. */
CROK_MUST_USE bool crok_tracker_end_of(const crok_tracker *track, int id,
                                       crok_mm *at);

/* The largest distance from the board's centre at which a disc was detected,
 * mm; 0 if it was not. Call after crok_tracker_end. */
double crok_tracker_farthest_mm(const crok_tracker *track, int id);

/* Get the colour of the shooter (crok_trajectory_colour); false if it was not
 * detected. Call after crok_tracker_end. */
CROK_MUST_USE bool crok_tracker_shooter_colour(const crok_tracker *track,
                                               uint8_t rgb[3]);

/* Get the colour of the disc at `at` in the background, sRGB. */
void crok_tracker_colour(const crok_tracker *track, crok_mm at, uint8_t rgb[3]);

#ifdef __cplusplus
}
#endif
#endif
