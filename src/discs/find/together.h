/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/find/together.h: adjust the sure discs on the surface together, with
 * the shape that all have in common, and then with what the discs of a side
 * have in common.
 *
 * Frames   mm: board frame.
 * Room     discs. */
#ifndef CROK_DISCS_FIND_TOGETHER_H
#define CROK_DISCS_FIND_TOGETHER_H

#include "discs/find/find.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Adjust the discs. If their common radius is clearly one in which discs are
 * made (made_size.h), that one is used. Sets the finds' shape, the larger
 * radius that is possible, and the discs' `at`. */
void crok_adjust_together(crok_finds *finds);

/* Adjust the discs again, now that their sides are known. If the outlines of a
 * side are clearly offset from the common shape (an outset), the side's discs
 * are moved. At most half of an outline is used, so an outset had displaced the
 * discs away from the point below the camera, or towards it if it is negative.
 *
 *   side     side of each of the sure discs; -1: of none
 *   n_sides  number of sides; with 0 nothing is done */
void crok_adjust_sides(crok_finds *finds, const int *side, int n_sides);

#ifdef __cplusplus
}
#endif
#endif
