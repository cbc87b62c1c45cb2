/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/explain.h: decides what made two rests differ: a shot, a hand, or
 * something of which the end has not been seen yet. The comparison of the two
 * (compare.h) is checked against the tracks.
 *
 * Frames   mm: board.
 * Room     shots.
 * Threads  as the tracks. */
#ifndef CROK_SHOTS_EXPLAIN_H
#define CROK_SHOTS_EXPLAIN_H

#include "board/board.h"
#include "shots/compare.h"
#include "shots/hole_memory.h"
#include "shots/tracking/side_colours.h"
#include "shots/tracking/tracks.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is known when the board was read. All borrowed. */
typedef struct crok_explanation {
    crok_tracks *tracks; /* of the frames since the rest before; changed: parts
                            of one track are joined */
    const crok_segmentation *segments; /* of the reading's picture */
    const crok_board *board;
    const crok_side_colours *colours;
    const crok_rest_sight *before;
    crok_observation *seen; /* discs that dropped into the hole are added */
    int64_t t_ns;           /* of the reading */
    const crok_hole_memory *hole; /* what is known of the hole */
    const crok_image *img;        /* the picture that was read, RGB */
} crok_explanation;

/* Decide what the change between two rests was.
 *
 *   next_id  in and out: the id of the next new disc
 *   shot     written whole
 *
 * CROK_CHANGE_WAIT: a disc that moved was last seen where something lies over
 * the board now, so nothing can be said yet. */
CROK_MUST_USE crok_change crok_explain(const crok_explanation *w, int *next_id,
                                       crok_shot_sight *shot);

#ifdef __cplusplus
}
#endif
#endif
