/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/lone_side.h: the side of a disc whose colour differs from that of all
 * sure discs, in a picture in which some side has no sure disc. It is the only
 * disc of its side; it is in the hole or poorly visible.
 *
 * Room     discs. */
#ifndef CROK_DISCS_LONE_SIDE_H
#define CROK_DISCS_LONE_SIDE_H

#include "discs/find/find.h"
#include "discs/observation.h"
#include "discs/scan_options.h"
#include "discs/sides/sides.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Has every side in play (options) at least one sure disc on the surface? The
 * light in the ditch is unknown, so a side's colour is too uncertain if it was
 * measured there only: a disc in the hole may differ from it.
 *
 *   finds, assigned, options  borrowed */
bool crok_sides_all_seen(const crok_finds *finds,
                         const crok_assignment *assigned,
                         const crok_scan_options *options);

/* Choose the side of a disc of colour rgb that resembles no sure disc. Only
 * sides without a disc outside the hole are considered.
 *
 *   options  borrowed
 *   rgb      colour of the disc's face
 *   seen     the sides, and all discs found so far; a side may be added
 *
 * If the sides are named, or if as many sides exist as are in play, the result
 * is the considered side nearest in colour at any distance, or -1 if none is
 * considered. Otherwise the result is that side if its distance is less than
 * CROK_HOLE_COLOUR; else a side named after the colour is added and returned.
 */
int crok_lone_side_of(const crok_scan_options *options, crok_rgb rgb,
                      crok_observation *seen);

#ifdef __cplusplus
}
#endif
#endif
