/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/hole_disc.h: what lies in the hole, and whose it is.
 *
 * Whose is told by the colour of the discs on the surface. A side may have none
 * there, since all were taken off or are yet to come: then the shape alone
 * speaks for a disc, and it is counted but asked for.
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
 *   finds, told  borrowed: the discs elsewhere, and whose they are
 *   sides        the sides as they are assigned, and the discs so far; a side
 * is added where the disc is of one that has no other, a warning where that
 * cannot be told out          written only where true is returned
 *
 * False where there is none, and none is to be asked for; what only a person
 * can tell is a warning then. */
bool crok_hole_disc_find(const crok_finds *finds,
                         const crok_assignment *assigned,
                         const crok_scan_options *options,
                         crok_observation *sides, crok_seen_disc *out);

#ifdef __cplusplus
}
#endif
#endif
