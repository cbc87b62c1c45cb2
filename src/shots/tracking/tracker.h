/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/tracking/tracker.h: discs in motion: where the shooter was placed,
 * which disc met which in what order, what touched the line, left the surface,
 * struck the rail or came back. What the frames do not tell is left untold.
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

/* A tracker for one camera pose.
 *
 *   pose   borrowed for the call: of the full frame; copied
 *   scale  full pixels a pixel of the frames that will be given, >= 1
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_tracker_new(const crok_board_pose *pose,
                                           double scale, crok_tracker **out,
                                           crok_err *err);
void crok_tracker_free(crok_tracker **track);

/* The rest before the motion: how the quiet board looks and what lies there.
 * Forgets what was tracked before.
 *
 *   img   borrowed for the call: RGB, of the scale above; copied
 *   rest  borrowed for the call; the discs' ids are those of contacts
 *
 * CROK_EARG  img is no RGB picture */
CROK_MUST_USE crok_status
crok_tracker_set_background(crok_tracker *track, const crok_image *img,
                            const crok_rest_sight *rest, crok_err *err);

/* One frame of the motion, in order of time. The last CROK_MAX_TRACKED_FRAMES
 * (see trajectory.h) count: from before the shooter was placed, if it may be.
 *
 *   img  borrowed for the call; RGB, as large as the quiet picture
 *
 * CROK_EARG  it is not, or there was no quiet picture */
CROK_MUST_USE crok_status crok_tracker_frame(crok_tracker *track,
                                             const crok_image *img,
                                             int64_t t_ns, crok_err *err);

/* A frame that shows what the last one showed: seen, but not looked at. */
void crok_tracker_same(crok_tracker *track, int64_t t_ns);

/* Is a disc that is read at `at` in a frame of t_ns still on its way there
 * (crok_detections_arrive)? */
CROK_MUST_USE bool crok_tracker_moves(const crok_tracker *track, crok_mm at,
                                      int64_t t_ns);

/* Does a frame of t_ns show something by itself at `at` that the quiet picture
 * does not (crok_detections_show), or no more the disc that lay there in it
 * (crok_detections_miss)? */
CROK_MUST_USE bool crok_tracker_shows(const crok_tracker *track, crok_mm at,
                                      int64_t t_ns);

/* The discs of the rest have other ids now: each has that of the one in `rest`
 * that lies where it lies.
 *
 *   rest  borrowed */
void crok_tracker_rename(crok_tracker *track, const crok_rest_sight *rest);

/* The motion as far as it was seen, once the rest after it is known. Contacts
 * that share no disc may stand in either order; of a disc that stayed off the
 * surface it is not told whether it met the rail.
 *
 *   next_id  as crok_settle_ids
 *   shot     in: before, after, shooter, moved and gone are set; out: motion,
 *            and the ids in `after` of discs of one side, where their
 * trajectories tell that they were mixed up */
void crok_tracker_end(crok_tracker *track, int *next_id, crok_shot_sight *shot);

/* What was seen of the shooter (flick.h). Asked after crok_tracker_end, for
 * that shot. */
crok_shooter_seen crok_tracker_shooter(const crok_tracker *track,
                                       const crok_shot_sight *shot);

/* Where a disc of that shot was seen to lie in the end; false where it was not,
 * or not seen on its way. Asked likewise. */
CROK_MUST_USE bool crok_tracker_end_of(const crok_tracker *track, int id,
                                       crok_mm *at);

/* The colour of the shooter, on its way or where it was placed
 * (crok_trajectory_colour); false where it was not seen. Asked likewise. */
CROK_MUST_USE bool crok_tracker_shooter_colour(const crok_tracker *track,
                                               uint8_t rgb[3]);

/* The colour of a disc that lies there in the quiet picture. */
void crok_tracker_colour(const crok_tracker *track, crok_mm at, uint8_t rgb[3]);

#ifdef __cplusplus
}
#endif
#endif
