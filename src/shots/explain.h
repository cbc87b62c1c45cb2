/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/explain.h: what the motion between two rests makes of their difference.
 *
 * Frames   mm: board.
 * Room     shots.
 * Threads  as the tracker. */
#ifndef CROK_SHOTS_EXPLAIN_H
#define CROK_SHOTS_EXPLAIN_H

#include "board/board.h"
#include "shots/compare.h"
#include "shots/tracking/side_colours.h"
#include "shots/tracking/tracker.h"

#ifdef __cplusplus
extern "C" {
#endif

/* All borrowed. */
typedef struct crok_explanation {
    crok_tracker *track; /* knows the rest before and the frames since */
    const crok_board *board;
    const crok_side_colours *colours;
    int *next_id; /* the id that a shooter gets that is found out late */
} crok_explanation;

/* Is a disc on its way back from the rail? One that moved lies on the rim, and
 * about the inner part of the board (CROK_MOTION_INNER) things move still. */
bool crok_explain_rolls_back(const crok_explanation *w,
                             const crok_shot_sight *shot, bool edge_moves);

/* Is a disc that is not where it was still on its way at t_ns? All is quiet
 * well within the board, and a disc rolls about it or comes back off the rail.
 *
 *   shot  borrowed: of crok_compare_rests */
CROK_MUST_USE bool crok_explain_is_moving(const crok_explanation *w,
                                          const crok_shot_sight *shot,
                                          int64_t t_ns);

/* What the motion between tells that the rests do not: a shooter that came to
 * lie on the line seems only placed, one that left the board may lie unseen in
 * the ditch; and what hands do in the ditch is no shot.
 *
 *   what  as crok_compare_rests told
 *   shot  in: of crok_compare_rests; out: its motion and ids
 *         (crok_tracker_end) */
CROK_MUST_USE crok_change crok_explain_change(const crok_explanation *w,
                                              crok_change what,
                                              crok_shot_sight *shot);

/* Of a shot, once it was weighed: the shooter's side where it does not lie flat
 * on the surface, by its colour where it was placed; and of a disc in the hole
 * whether it leans, where the picture does not say it.
 *
 *   seen  borrowed: the reading after the shot */
void crok_explain_settle(const crok_explanation *w,
                         const crok_observation *seen, crok_shot_sight *shot);

/* How a disc in the hole lies that was seen to end off_mm from where one that
 * lies flat in the middle does. It is sure that it leans where it covers the
 * hole's edge, and ended off the middle or is read so; and that it is flat
 * where it covers nothing, ended not far off (nearer where a part of the edge
 * is hidden), and is not read otherwise.
 *
 *   seen  borrowed: the disc as it was read
 *   disc  in and out: state, state_unsure */
void crok_explain_hole(double off_mm, const crok_seen_disc *seen,
                       crok_sight_disc *disc);

#ifdef __cplusplus
}
#endif
#endif
