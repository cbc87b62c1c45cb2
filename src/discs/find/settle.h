/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/find/settle.h: estimate the final positions of the sure discs on the
 * surface from the colour profiles across their outlines (profile.h). The light
 * on the edges is estimated for each side, and one size for all discs.
 *
 * Frames   mm: board frame.
 * Room     discs. */
#ifndef CROK_DISCS_FIND_SETTLE_H
#define CROK_DISCS_FIND_SETTLE_H

#include "discs/find/find.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Estimate positions and size from profiles. Sets the discs' `at`, the common
 * shape's radius and the board's disc_mm. If less than half of a disc's outline
 * is inside the picture, its position stays unchanged.
 *
 *   finds  in: adjusted by crok_adjust_together; out: with the new positions
 *   side   side of each of the sure discs; -1: the disc has no side */
void crok_settle_discs(crok_finds *finds, const int *side);

#ifdef __cplusplus
}
#endif
#endif
