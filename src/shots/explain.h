/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/explain.h: explains the difference of two rests by the motion in
 * between: was it a shot or a hand, or is a disc still in motion?
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
    crok_tracker *track; /* has the background and the frames since */
    const crok_board *board;
    const crok_side_colours *colours;
    int *next_id; /* the id of a shooter that only the motion identifies */
} crok_explanation;

/* May a disc be rolling back from the rail? True if a disc that moved is
 * outside the inner part of the board (CROK_MOTION_INNER) and there is motion
 * in the rim. */
bool crok_explain_rolls_back(const crok_explanation *w,
                             const crok_shot_sight *shot, bool rim_moves);

/* Is a disc that moved still in motion at t_ns? The inner part is still, but a
 * disc may roll along the rim or come back off the rail.
 *
 *   shot  borrowed: of crok_compare_rests */
CROK_MUST_USE bool crok_explain_is_moving(const crok_explanation *w,
                                          const crok_shot_sight *shot,
                                          int64_t t_ns);

/* Decide what the change between two rests was. The rests alone leave open: a
 * shooter that stopped on the line looks as if it was only placed; one that
 * left the surface may be hidden in the ditch; and discs that hands move in the
 * ditch are no shot.
 *
 *   what  the result of crok_compare_rests
 *   shot  in: of crok_compare_rests; out: its motion and ids
 *         (crok_tracker_end) */
CROK_MUST_USE crok_change crok_explain_change(const crok_explanation *w,
                                              crok_change what,
                                              crok_shot_sight *shot);

/* Complete a shot after crok_explain_change. If the shooter is not flat on the
 * surface, its side is estimated from its colour in motion. If the picture
 * does not show whether a disc in the hole leans, its trajectory does.
 *
 *   seen  borrowed: the reading after the shot
 *   shot  in and out */
void crok_explain_settle(const crok_explanation *w,
                         const crok_observation *seen, crok_shot_sight *shot);

/* Estimate whether a disc in the hole is flat or leans. Its trajectory ended
 * off_mm from where that of a disc flat in the middle ends. It surely leans if
 * it covers the hole's edge (CROK_LEANS_OVER) and either ended off the middle
 * or was read as surely leaning. It is surely flat if it covers nothing, ended
 * near the middle (nearer if a part of the edge is hidden), and was not read
 * as surely leaning.
 *
 *   seen  borrowed: the disc as it was read
 *   disc  in and out: state, state_unsure */
void crok_explain_hole(double off_mm, const crok_seen_disc *seen,
                       crok_sight_disc *disc);

#ifdef __cplusplus
}
#endif
#endif
