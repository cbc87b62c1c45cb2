/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/tracking/side_colours.h: estimates the side of a disc from its colour
 * while it moves on the surface. This is needed for discs that come to rest in
 * the ditch or in the hole, where their colour is hard to measure.
 *
 * Frames   colours as in the tracker's frames, sRGB.
 * Room     shots: uses discs.
 * Threads  values only; any thread. */
#ifndef CROK_SHOTS_TRACKING_SIDE_COLOURS_H
#define CROK_SHOTS_TRACKING_SIDE_COLOURS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/terms.h"
#include "discs/colour.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_side_colours {
    int n; /* number of sides; 0: no colours are known */
    crok_lab lab[CROK_MAX_SIDES];
    bool is_learned[CROK_MAX_SIDES];
} crok_side_colours;

/* Returns the sides' colours for the names of the colours. If one of the names
 * is unknown, no colours are known (n = 0).
 *
 *   names  borrowed, n of them, n <= CROK_MAX_SIDES */
crok_side_colours crok_side_colours_of(char names[][24], int n);

/* Set the side's colour to rgb, the colour of one of its discs on the surface.
 * Has no effect if the side does not exist. */
void crok_side_colours_learn(crok_side_colours *c, int side,
                             const uint8_t rgb[3]);

/* Are the colours of all sides learned? */
bool crok_side_colours_are_learned(const crok_side_colours *c);

/* Can this be the colour of a disc? Returns false if the colours of all sides
 * are learned and it is none of them. The object is then a finger, for example.
 */
bool crok_side_colours_may_be(const crok_side_colours *c, const uint8_t rgb[3]);

/* Returns the side of a disc with this colour; -1 if the colour is ambiguous or
 * no colours are known. */
int crok_side_colours_classify(const crok_side_colours *c,
                               const uint8_t rgb[3]);

#ifdef __cplusplus
}
#endif
#endif
