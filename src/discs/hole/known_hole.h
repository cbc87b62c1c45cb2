/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/hole/known_hole.h: compare the content of the hole with the floor of
 * the empty hole and with the discs that other pictures of the board showed.
 *
 * Room     discs.
 * Threads  values only; any thread. */
#ifndef CROK_DISCS_HOLE_KNOWN_HOLE_H
#define CROK_DISCS_HOLE_KNOWN_HOLE_H

#include "board/known.h"
#include "discs/twenty.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The logarithm of the likelihood of the content's colour if the hole is empty,
 * divided by its likelihood if a disc of unknown colour is in it.
 *
 *   floor     borrowed
 *   rgb       colour of the content
 *   around    colour of the surface around the hole, in the same picture
 *   all_seen  of each side that plays a disc was seen: else one may have discs
 *             of the floor's colour */
double crok_known_floor_log_odds(const crok_known_floor *floor, crok_rgb rgb,
                                 crok_rgb around, bool all_seen);

/* The smallest colour distance of the content from the discs of a known side,
 * L*a*b* (crok_hole_colour_distance), in the light of this picture or in that
 * of the others; CROK_NO_SIDE_COLOUR if no side is known. */
double crok_known_side_distance(const crok_known_board *known, crok_rgb rgb,
                                crok_rgb around);

#ifdef __cplusplus
}
#endif
#endif
