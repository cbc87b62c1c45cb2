/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/outline/locate.h: search the neighbourhood of a candidate for the place
 * where a disc's outline fits best.
 *
 * Face, rim, foot and shadow are all circles of about the disc's size, and a
 * robust least-squares fit ends in the local minimum nearest to its start. So
 * the edges are read once, over a wide range, and all places of a grid are
 * compared. An edge's weight w grows with leaves_face, which is small for the
 * edge of a shadow. The fit of a place is
 *
 *     fit = 1/64 sum over directions of  max over edges of  w (1 - (r/1.3)^2)^2
 *
 * with r the edge's residual in mm, |r| < 1.3. The place with the highest
 * score, fit - 0.04 d^2, is taken, where d in mm is the distance from the
 * candidate.
 *
 * Frames   mm: board.
 * Room     discs. No allocation.
 * Source   Tukey's biweight, as in adjust.h. */
#ifndef CROK_DISCS_OUTLINE_LOCATE_H
#define CROK_DISCS_OUTLINE_LOCATE_H

#include "discs/outline/outline.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Largest distance of the disc from its candidate, mm. */
#define CROK_LOCATE_REACH_MM 5.0

/* Slots of one direction: each edge has two, because it may belong to the
 * upper edge (rim or face) or to the foot. */
#define CROK_LOCATE_SLOTS (2 * CROK_OUTLINE_EDGES)

/* The edges about a candidate, by direction. Edge k of direction d is in slot k
 * as an edge of rim or face, and in slot k + CROK_OUTLINE_EDGES as an edge of
 * the foot. */
typedef struct crok_locator {
    crok_mm from;  /* position of the disc if the Hough votes for the candidate
                    * came from its upper edge (rim or face) */
    crok_mm other; /* position of the disc if they came from its foot */
    int n_slots, slot[CROK_LOCATE_SLOTS]; /* the slots with edges */
    /* position of the edge on the board, relative to `from`, if it belongs to
     * the part of its slot; far away where there is no edge */
    float x_mm[CROK_LOCATE_SLOTS][CROK_OUTLINE_ANGLES];
    float y_mm[CROK_LOCATE_SLOTS][CROK_OUTLINE_ANGLES];
    float weight[CROK_LOCATE_SLOTS][CROK_OUTLINE_ANGLES];
    float is_face[CROK_LOCATE_SLOTS][CROK_OUTLINE_ANGLES]; /* 1: face; 0: rim or
                                                            * foot */
} crok_locator;

/* Build a locator from edges that were read about `from` with a search reach of
 * CROK_OUTLINE_NEAR_MM + CROK_LOCATE_REACH_MM.
 *
 *   outline  borrowed
 *   out      always written */
void crok_locator_make(const crok_outline *outline, crok_mm from, crok_mm other,
                       crok_locator *out);

typedef struct crok_located {
    crok_mm at;
    double fit; /* as defined at the top, 0..1 */
} crok_located;

/* The best place on a grid with a spacing of step_mm. */
crok_located crok_locate(const crok_locator *locator,
                         const crok_disc_shape *shape, double step_mm);

#ifdef __cplusplus
}
#endif
#endif
