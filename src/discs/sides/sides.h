/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/sides/sides.h: assign discs to sides by clustering their colours.
 *
 * The number of sides and the clusters come from split.h: a partition of the
 * L*a*b* colours by maximum likelihood, in which each side has its own normal
 * distribution (partition.h). The colours are given in three renditions of the
 * light (light.h). Then, with d_ij the distance of disc i from the median
 * colour of side j:
 *
 *  - A disc has no side if d_ij of its side is more than 30 in every light (45
 *    in the ditch) and its Mahalanobis distance is more than 4.5, or if it may
 *    be a lamp's reflection.
 *  - A disc may belong to another side (`other`) in three cases: moving it
 *    there, or another partition that has it there, raises -2 log likelihood by
 *    less than 6; it is saturated; or glare dominates it and its d_ij for the
 *    other side exceeds that for its own by less than 12.
 *  - If two sides differ little, they may be one side of uneven wood. Then each
 *    disc of the side with fewer discs may belong to the other side.
 *
 * If the discs on the surface alone form n_sides sides, the discs in the ditch,
 * where the light is not known, do not change these sides.
 *
 * Frames   mm: board; px: the picture given.
 * Room     discs. */
#ifndef CROK_DISCS_SIDES_SIDES_H
#define CROK_DISCS_SIDES_SIDES_H

#include "discs/observation.h"
#include "discs/outline/face.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A disc whose colour is farther than this from all sides' (L*a*b*, L* times
 * CROK_LAB_WEIGHT_L) may be of no side. Chosen by hand: a smaller value takes
 * discs in unusual light off their side, a larger one counts bottle caps as
 * discs. */
#define CROK_SIDE_MAX_DISTANCE 30.0

/* The assignment of discs to sides. */
typedef struct crok_assignment {
    int side[CROK_MAX_DISCS];  /* index of each disc's side; -1: no side */
    int alike[CROK_MAX_DISCS]; /* for a disc of no side: the side it was
                                  clustered with; else -1 */
    int other[CROK_MAX_DISCS]; /* another side that is possible; else -1 */
    int n_sides;
    crok_side sides[CROK_MAX_SIDES]; /* sorted by name */
} crok_assignment;

/* Assign n discs to sides.
 *
 *   faces    borrowed, n of them, at most CROK_MAX_DISCS
 *   n_sides  largest number of sides, 1 .. CROK_MAX_SIDES
 *   names    NULL, or n_sides colour words given by a person
 *   out      written only on CROK_OK; it has fewer than n_sides sides if no
 *            names are given and the discs show fewer colours
 *   err      may be NULL
 *
 * CROK_EARG    a name that is no colour word
 * CROK_ESIDES  two of the names are equal */
CROK_MUST_USE crok_status crok_sides_assign(const crok_face *faces, int n,
                                            int n_sides,
                                            const char (*names)[24],
                                            crok_assignment *out,
                                            crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
