/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/lone_side.h: the side of a disc that is like none that is sure, in a
 * picture that shows fewer sides than play: one side's only disc, in the hole
 * or hardly seen.
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

/* Has every side that plays a sure disc, on the surface or off it? */
bool crok_lone_shows_all(const crok_finds *finds,
                         const crok_assignment *assigned,
                         const crok_scan_options *options);

/* The side of a disc of that colour that is like none of those seen: of the
 * named sides that have none the nearest in colour; else a new one, named after
 * the colour, or the one that was made so before.
 *
 *   seen  the sides, and all discs that are sure; a side may be added
 *
 * -1 where every side has some: then it is only strange. */
int crok_lone_side_of(const crok_scan_options *options, crok_rgb rgb,
                      crok_observation *seen);

#ifdef __cplusplus
}
#endif
#endif
