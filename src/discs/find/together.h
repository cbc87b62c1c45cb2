/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/find/together.h: fit the sure discs on the surface together: first with
 * one shape for all discs, then also with one outset (adjust.h) for the discs
 * of each side.
 *
 * Frames   mm: board frame.
 * Room     discs. */
#ifndef CROK_DISCS_FIND_TOGETHER_H
#define CROK_DISCS_FIND_TOGETHER_H

#include "discs/find/find.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Adjust the discs. If their common radius is clearly one of the radii in which
 * discs are made (made_size.h), that radius is used. Sets the finds' shape,
 * alt_radius_mm, and the discs' `at`. */
void crok_adjust_together(crok_finds *finds);

/* Adjust the discs again, now that their sides are known. If the outlines of a
 * side clearly have an outset from the common shape, the positions of the
 * side's discs are corrected for it. At most half of an outline is used,
 * so that a positive outset has displaced the discs away from the point below
 * the camera, and a negative one towards it.
 *
 *   side     side of each of the sure discs; -1: the disc has no side
 *   n_sides  number of sides; with 0 nothing is done */
void crok_adjust_sides(crok_finds *finds, const int *side, int n_sides);

#ifdef __cplusplus
}
#endif
#endif
