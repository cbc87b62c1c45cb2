/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/compare.h: compares two rests of one board disc by disc: which discs
 * are where they were, which moved, which are gone, which are new.
 *
 * Frames   mm: board.
 * Room     shots.
 * Threads  values only; any thread. */
#ifndef CROK_SHOTS_COMPARE_H
#define CROK_SHOTS_COMPARE_H

#include "discs/observation.h"
#include "shots/sight.h"
#include "shots/tracking/links.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum crok_change {
    CROK_CHANGE_NONE,
    CROK_CHANGE_PLACED, /* one disc is new, it is on the outer line, and nothing
                           else has changed: it is about to be shot */
    CROK_CHANGE_SHOT,   /* one disc is new, or discs have moved and no disc is
                           new */
    CROK_CHANGE_TAKEN,  /* discs are gone, and nothing else has changed */
    CROK_CHANGE_OTHER,  /* more than one disc on the board is new */
    CROK_CHANGE_WAIT    /* nothing can be said yet (explain.h) */
} crok_change;

/* Compare a reading with the rest before. A reading may overlook a disc, or
 * detect one that was overlooked before. Therefore the tracks say which discs
 * are still there, and where those that are elsewhere came from.
 *
 *   before    borrowed
 *   seen      borrowed; disc.side is an index in the engine's list of sides
 *   links     borrowed: of this reading; NULL: nothing was tracked
 *   next_id   in and out: the id of the next new disc
 *   out       written whole: before, after (with ids), shooter, side, moved
 *             and gone are set; the motion is zero */
crok_change crok_compare_rests(const crok_rest_sight *before,
                               const crok_observation *seen, int64_t t_ns,
                               const crok_links *links, int *next_id,
                               crok_shot_sight *out);

#ifdef __cplusplus
}
#endif
#endif
