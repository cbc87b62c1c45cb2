/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/hole_disc.h: the disc in the hole and its side.
 *
 * The side is that of the discs on the surface nearest in colour. A side may
 * have no disc there, because all were taken off or are still to be shot: then
 * only the shape supports a disc, and it is counted but asked about.
 *
 * Frames   mm: board.
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
 *   finds, assigned  borrowed: the other discs, and their sides
 *   sides            the observation so far; a side is added if the disc is of
 * one that has no other disc, a warning if that is uncertain out written only
 * where true is returned
 *
 * False where there is none and none is to be asked about; a question that only
 * a person can answer is then a warning. */
bool crok_hole_disc_find(const crok_finds *finds,
                         const crok_assignment *assigned,
                         const crok_scan_options *options,
                         crok_observation *sides, crok_seen_disc *out);

#ifdef __cplusplus
}
#endif
#endif
