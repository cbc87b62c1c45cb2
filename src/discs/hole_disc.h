/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/hole_disc.h: the disc in the hole and its side.
 *
 * Its side is that of the sure disc nearest in colour. A side may have no disc
 * on the surface, because all were removed or not yet shot. Then only the shape
 * supports a disc in the hole, and it is counted but never sure.
 *
 * Frames   mm: board frame.
 * Room     discs. */
#ifndef CROK_DISCS_HOLE_DISC_H
#define CROK_DISCS_HOLE_DISC_H

#include "discs/find/find.h"
#include "discs/observation.h"
#include "discs/scan_options.h"
#include "discs/sides/sides.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Find the disc in the hole.
 *
 *   finds     borrowed: the discs on the surface and beside the board
 *   assigned  borrowed: their sides
 *   options   borrowed
 *   sides     the observation so far; changed: `hole` is set; a side is added
 * if the disc belongs to a side without other discs; a warning is added if a
 *             person has to look at the hole
 *   out       written only if true is returned
 *
 * Returns false if the hole is empty, if its content cannot be decided (a
 * warning is added then), or if no side can be given to the disc. */
bool crok_hole_disc_find(const crok_finds *finds,
                         const crok_assignment *assigned,
                         const crok_scan_options *options,
                         crok_observation *sides, crok_seen_disc *out);

#ifdef __cplusplus
}
#endif
#endif
