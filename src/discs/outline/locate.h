/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/outline/locate.h: where about a candidate a disc's outline fits best.
 * Edges are read once, far around; then every place within reach is weighed
 * with them. A robust least-squares fit finds the best place near where it
 * starts, and a disc's face, rim, foot and shadow are all circles of about its
 * size; here the answer does not hang on a start, and an edge counts by how
 * much it leaves the face's colour, which a shadow's edge does not.
 *
 * Frames   mm: board.
 * Room     discs. No allocation.
 * Source   Tukey's factor for an edge's distance, as in adjust.h. */
#ifndef CROK_DISCS_OUTLINE_LOCATE_H
#define CROK_DISCS_OUTLINE_LOCATE_H

#include "discs/outline/outline.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How far from where a candidate says a disc may stand. */
#define CROK_LOCATE_REACH_MM 5.0

/* What an edge may be: the upper edge's, or the foot's. */
#define CROK_LOCATE_SLOTS (2 * CROK_OUTLINE_EDGES)

/* The edges about a candidate, by direction: what edge k of direction d is in
 * slot k if it is the upper edge's, and in another if it is the foot's. */
typedef struct crok_locator {
    crok_mm from;  /* where the candidate says that the disc stands ... */
    crok_mm other; /* ... and where it does if what voted was its foot */
    int n_slots, slot[CROK_LOCATE_SLOTS]; /* those that hold edges */
    /* from `from` to where an edge lies on the board if it is that part's; far
     * off where there is none */
    float x_mm[CROK_LOCATE_SLOTS][CROK_OUTLINE_ANGLES];
    float y_mm[CROK_LOCATE_SLOTS][CROK_OUTLINE_ANGLES];
    float weight[CROK_LOCATE_SLOTS][CROK_OUTLINE_ANGLES];
    float is_face[CROK_LOCATE_SLOTS][CROK_OUTLINE_ANGLES]; /* 1; rim, foot: 0 */
} crok_locator;

/* A locator of edges that were read about `from`, CROK_LOCATE_REACH_MM farther
 * than an outline's parts lie from each other.
 *
 *   outline  borrowed
 *   out      always written */
void crok_locator_make(const crok_outline *outline, crok_mm from, crok_mm other,
                       crok_locator *out);

typedef struct crok_located {
    crok_mm at;
    double fit; /* sum of the edges' weights by direction, 0..1 */
} crok_located;

/* The place within reach whose outline fits best, of places step_mm apart. */
crok_located crok_locate(const crok_locator *locator,
                         const crok_disc_shape *shape, double step_mm);

#ifdef __cplusplus
}
#endif
#endif
