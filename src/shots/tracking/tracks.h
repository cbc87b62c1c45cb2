/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/tracking/tracks.h: tracking by detection. Every disc that is seen has a
 * track, which keeps its identity from frame to frame: at rest, in motion,
 * under a hand, lost. A track begins where a disc is detected that belongs to
 * none, and it ends when a reading of the board does not have its disc.
 *
 * In each frame every track predicts its disc: it stays, or it slides on with
 * friction, or something has struck it since. The density of a detection under
 * that mixture, its colour, and the chance that the disc is not detected at
 * all, because it is covered or fast, give the cost of a pair; the assignment
 * of least cost is taken for all tracks together.
 *
 * Frames   mm: board; t_ns: the source's clock.
 * Room     shots.
 * Threads  one owner. No allocation a frame.
 * Source   Bar-Shalom and Li 1995, "Multitarget-Multisensor Tracking", for the
 *          likelihood ratios; core/assign.h. */
#ifndef CROK_SHOTS_TRACKING_TRACKS_H
#define CROK_SHOTS_TRACKING_TRACKS_H

#include "board/board.h"
#include "shots/sight.h"
#include "shots/tracking/detect.h"
#include "shots/tracking/trajectory.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_MAX_TRACKS 72

/* The id of a track that ends with the next rest: a disc of the rest has taken
 * it over, or its shot has been reported. A shooter that still slides then must
 * not be reported as another one. */
#define CROK_TRACK_ENDED (-2)

typedef struct crok_track {
    int id; /* of the disc in the rests; -1: it has none, since no reading has
               it, or since it waits on the line and is not in play */
    bool is_in_play; /* it was at rest on the board before the motion */
    int n_hits;      /* frames with a detection since the track began */
    bool has_colour; /* path.rgb is known */
    /* The motion, in the frame of the last detection. */
    crok_mm at, v_mm_s;
    double sigma_v_mm_s; /* 1 sd of each component; large: not known */
    int64_t seen_ns;     /* time of the last detection */
    int64_t still_ns;    /* it has not moved since then */
    crok_mm anchor;      /* where it was then */
    /* If it was at rest before it moved: where, from when to when. */
    bool has_from;
    double from_sigma_mm; /* 1 sd */
    double from_covered;  /* least crok_detection.covered while it lay there */
    bool has_left;        /* it was detected away from there */
    double covered;       /* how much hid its place in the last frame, 0..1 */
    double most_covered;  /* the most of all frames since crok_tracks_begin, up
                             to the last in which it lay there */
    int n_held;           /* frames in a row in which a cover lay beside it */
    int n_bare;           /* frames in a row in which its place was seen bare */
    crok_trajectory path;
} crok_track;

typedef struct crok_tracks {
    double disc_mm, line_mm; /* as in crok_trajectories */
    double hole_mm;          /* radius of the hole */
    crok_frame_times times;  /* of the frames since crok_tracks_begin, and of a
                                few before it */
    int64_t begun_ns;        /* time of crok_tracks_begin */
    int n_hand;              /* frames since with a hand over the inner board */
    int n;
    crok_track track[CROK_MAX_TRACKS];
} crok_tracks;

/* A flicked disc moves at least this far, in disc radii: from the outer line
 * into the board, or away from its place on the line. Chosen by hand. If it is
 * smaller, a hand that places a disc is detected as a flick; if larger, short
 * shots are missed. */
#define CROK_INTO_BOARD_RADII 3.0
/* The least number of frames in which a flicked disc is alone inside the board.
 * Chosen by hand: in one frame it may be confused with another thing. */
#define CROK_FRAMES_INSIDE 2

/* The number of frames after frame `still` in which the disc was detected that
 * far inside the line, with no cover beside it. */
int crok_track_frames_inside(const crok_tracks *tracks, const crok_track *track,
                             int still);

/* The track of the disc in play that has this id; NULL: there is none. */
const crok_track *crok_track_in_play(const crok_tracks *tracks, int id);

/* Set the board's dimensions, and drop all tracks. */
void crok_tracks_reset(crok_tracks *tracks, const crok_board *board);

/* The length of the board's millimetre has changed: multiply all lengths by k.
 */
void crok_tracks_rescale(crok_tracks *tracks, double k);

/* Add a frame; frames are added in order of time.
 *
 *   detections  borrowed
 *   segments    borrowed: of this frame */
void crok_tracks_add(crok_tracks *tracks, const crok_detections *detections,
                     const crok_segmentation *segments);

/* Nothing has changed since the last frame: add it again at this time. */
void crok_tracks_repeat(crok_tracks *tracks, int64_t t_ns);

/* For how long have all discs been at rest, as far as they are seen, ns? What a
 * hand carries, and what lies beside the surface and was not on it, are left
 * out. */
int64_t crok_tracks_still_ns(const crok_tracks *tracks);

/* Was any disc in motion when it was detected last? */
bool crok_tracks_move(const crok_tracks *tracks);

/* Begin a new motion: the board was read, and these discs lie there. A disc of
 * the rest takes over the track with its id. Tracks of discs that wait
 * on the line, or that are on their way, stay; all others are dropped.
 *
 *   rest  borrowed
 *   t_ns  time of the reading */
void crok_tracks_begin(crok_tracks *tracks, const crok_rest_sight *rest,
                       int64_t t_ns);

/* Change the ids of the discs in play: each gets the id of the nearest disc of
 * `rest` that is less than 5 mm from its place; without such a disc its id is
 * not changed.
 *
 *   rest  borrowed */
void crok_tracks_set_ids(crok_tracks *tracks, const crok_rest_sight *rest);

#ifdef __cplusplus
}
#endif
#endif
