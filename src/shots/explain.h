/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/explain.h: decides from the motion between two rests what made them
 * differ: a shot, a hand, or a disc that is still in motion.
 *
 * Frames   mm: board.
 * Room     shots.
 * Threads  as the tracker. */
#ifndef CROK_SHOTS_EXPLAIN_H
#define CROK_SHOTS_EXPLAIN_H

#include "board/board.h"
#include "shots/compare.h"
#include "shots/hole_memory.h"
#include "shots/tracking/side_colours.h"
#include "shots/tracking/tracker.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where the trajectories of discs ended that were read as surely flat in the
 * hole, from where the model says, mm. The tracker sees a disc in the hole
 * through a gap and a shadow, which differ from board to board. Zero it before
 * the first use, and when the camera has another pose. */
typedef struct crok_hole_ends {
    int n;
    crok_mm sum;
} crok_hole_ends;

/* All borrowed. */
typedef struct crok_explanation {
    crok_tracker *track; /* it has the rest before and all frames since */
    const crok_board *board;
    const crok_side_colours *colours;
    int *next_id; /* the next free id; a shooter that only the motion shows gets
                     it */
    crok_hole_ends *ends;         /* in and out; NULL: not known */
    const crok_hole_memory *hole; /* NULL: nothing is known of the empty hole */
    const crok_image *img;        /* the full frame of the reading, RGB */
} crok_explanation;

/* May a disc be rolling back from the rail? True if a disc that moved is
 * near the outer line or outside it and there is motion in the rim. */
bool crok_explain_rolls_back(const crok_explanation *w,
                             const crok_shot_sight *shot, bool rim_moves);

/* Is a disc that moved still in motion at t_ns? A reading begins when the inner
 * part of the board is still, but then a disc may still roll along the rim or
 * come back from the rail.
 *
 *   shot  borrowed: of crok_compare_rests */
CROK_MUST_USE bool crok_explain_is_moving(const crok_explanation *w,
                                          const crok_shot_sight *shot,
                                          int64_t t_ns);

/* Decide what the change between two rests was. The two rests alone are
 * ambiguous in three cases:
 *
 *  - a shooter that stopped on the line looks like one that is placed there;
 *  - a shooter that left the surface may be hidden in the ditch;
 *  - discs that a hand moves in the ditch look like the result of a shot.
 *
 *   what  the result of crok_compare_rests
 *   shot  in: of crok_compare_rests; out: its motion and ids
 *         (crok_tracker_end) */
CROK_MUST_USE crok_change crok_explain_change(const crok_explanation *w,
                                              crok_change what,
                                              crok_shot_sight *shot);

/* Complete a shot after crok_explain_change. If the shooter is not flat on the
 * surface, its side is estimated from its colour in motion. Whether a disc in
 * the hole leans is estimated from the picture and from the end of the disc's
 * trajectory.
 *
 *   seen  borrowed: the reading after the shot
 *   shot  in and out */
void crok_explain_settle(const crok_explanation *w,
                         const crok_observation *seen, crok_shot_sight *shot);

/* Where a disc's trajectory ended in the hole. */
typedef struct crok_hole_end {
    double off_plays; /* distance from the place where the trajectory of a disc
                         flat in the middle ends, as a multiple of the play that
                         a flat disc has in the hole */
    int n_known; /* ends of flat discs that this place follows from; 0: it is
                    the model's */
} crok_hole_end;

/* Estimate whether a disc in the hole is flat or leans.
 *
 * If the empty hole has been seen, the chance of a leaning disc follows from
 * the disc's offset (hole_offset.h), from where its trajectory ended and from
 * the reading (Bayes, the three taken as independent). The state is sure if the
 * other one has a chance of at most 3 in 100.
 *
 * Otherwise the reading, the trajectory's end, and whether the disc leaves the
 * whole edge clear (CROK_LEANS_OVER) vote with one or two each; the result is
 * sure if the votes differ by two. If they are even, the edge decides, and it
 * is not sure.
 *
 *   end     borrowed
 *   offset  borrowed
 *   seen    borrowed: the disc as it was read
 *   disc    in and out: state, state_unsure */
void crok_explain_hole(const crok_hole_end *end, const crok_hole_offset *offset,
                       const crok_seen_disc *seen, crok_sight_disc *disc);

#ifdef __cplusplus
}
#endif
#endif
