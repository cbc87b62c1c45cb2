/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/explain.h: the motion between two rests explains their difference: was
 * it a shot, a hand, or is a disc still under way?
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
    int *next_id; /* the id for a shooter that is identified late */
} crok_explanation;

/* Is a disc rolling back from the rail? A disc that moved is at the rim, and
 * outside the inner part of the board (CROK_MOTION_INNER) there is still
 * motion. */
bool crok_explain_rolls_back(const crok_explanation *w,
                             const crok_shot_sight *shot, bool rim_moves);

/* Is a disc that has left its place still in motion at t_ns? The inner part is
 * quiet, but a disc may roll along the rim or come back off the rail.
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

/* Complete a shot after crok_explain_change: the shooter's side, by its colour
 * where it was placed, if it is not flat on the surface; and whether a disc in
 * the hole leans, if the picture does not show it.
 *
 *   seen  borrowed: the reading after the shot */
void crok_explain_settle(const crok_explanation *w,
                         const crok_observation *seen, crok_shot_sight *shot);

/* Decide whether a disc in the hole is flat or leans. Its trajectory ended
 * off_mm from where that of a disc flat in the middle ends. It surely leans if
 * it covers the hole's edge and either ended off the middle or is measured as
 * leaning; it is surely flat if it covers nothing, ended near the middle
 * (nearer if a part of the edge is hidden), and is not measured as leaning.
 *
 *   seen  borrowed: the disc as it was read
 *   disc  in and out: state, state_unsure */
void crok_explain_hole(double off_mm, const crok_seen_disc *seen,
                       crok_sight_disc *disc);

#ifdef __cplusplus
}
#endif
#endif
