/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/hole_offset.h: how far from the hole's centre lies the disc in it? It
 * is measured from where the picture differs from that of the empty hole. The
 * difference ends where the disc ends. Along most directions that is inside the
 * hole; on the upper side of a leaning disc it is on the board.
 *
 *     extent(a) = mean + offset cos(a - a0)
 *
 * is fitted to the differences' extents in all directions a, as seen from the
 * middle of the hole: that of the circle along which the empty hole's picture
 * has the greatest step in colour, since a pose may be a pixel off. A flat disc
 * can be off the centre by the play p that it has in the hole. A disc of radius
 * r and height h that leans in a hole of radius R and depth d stands with its
 * lower edge on the floor, f from the centre, and lies over the hole's edge by
 * e:
 *
 *     tan t = d / (R + f),  2 r cos t = f + R + e,
 *     offset = (R + e - f - h sin t) / 2
 *
 * With e = 2 mm this is 2.8 mm for p = 1.6 mm, and 3.9 mm for p = 3.2 mm.
 *
 * Unlike the outline of the disc in one picture, the difference of two does not
 * depend on shadows, walls and floors that are in both.
 *
 * Frames   mm: board.
 * Room     shots: uses core, board and discs.
 * Threads  values only; any thread. No allocation.
 * Rules    G4: a disc counts 20 only if it is flat in the hole. */
#ifndef CROK_SHOTS_HOLE_OFFSET_H
#define CROK_SHOTS_HOLE_OFFSET_H

#include "shots/hole_patch.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_hole_offset {
    bool is_set;     /* the extent is known in more than half of the directions
                      */
    double off_mm;   /* the amplitude of the fitted wave, at least 0 */
    double error_mm; /* root mean square residual of all extents */
} crok_hole_offset;

/* Measure it.
 *
 *   empty  borrowed: the hole without a disc
 *   now    borrowed: the hole with a disc
 *   board  borrowed */
crok_hole_offset crok_hole_offset_measure(const crok_hole_patch *empty,
                                          const crok_hole_patch *now,
                                          const crok_board *board);

/* The log-odds that a disc leans, by its offset alone, if one in two does. 0 if
 * the offset is not set. */
double crok_hole_offset_leans(const crok_hole_offset *offset);

#ifdef __cplusplus
}
#endif
#endif
