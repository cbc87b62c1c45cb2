/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/find/together.h: the sure discs on the surface adjusted together: what
 * all have in common, then what those of a side have.
 *
 * Frames   mm: board.
 * Room     discs. */
#ifndef CROK_DISCS_FIND_TOGETHER_H
#define CROK_DISCS_FIND_TOGETHER_H

#include "discs/find/find.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Adjust them; their common size is one that discs are made in, if they tell
 * which (made_size.h). Sets the finds' shape, the larger size that they may
 * have as well, and the discs' `at`. */
void crok_adjust_together(crok_finds *finds);

/* Adjust them once more, now that sides are told: where the outlines of a side
 * lie clearly elsewhere than the shape says, its discs' `at` is mended. Half of
 * an outline is used at most, so what all outlines of a side are seen farther
 * out, or in, its discs were misplaced away from the camera's foot, or towards
 * it.
 *
 *   side  of each of the finds' sure discs, -1: of none */
void crok_adjust_sides(crok_finds *finds, const int *side, int n_sides);

#ifdef __cplusplus
}
#endif
#endif
