/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/tracking/side_colours.h: the side of a disc from its colour in motion
 * on the surface. In the ditch and in the hole the colour is hard to measure.
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

/* The sides' colours from their names. If a name is no colour, none is known.
 *
 *   names  borrowed, n of them, n <= CROK_MAX_SIDES */
crok_side_colours crok_side_colours_of(char names[][24], int n);

/* Set the side's colour to that of a disc seen on the surface. A side that
 * does not exist has no effect. */
void crok_side_colours_learn(crok_side_colours *c, int side,
                             const uint8_t rgb[3]);

/* Can this be the colour of a disc? False if it is no side's colour and discs
 * of all sides were seen; then it is a finger. */
bool crok_side_colours_may_be(const crok_side_colours *c, const uint8_t rgb[3]);

/* The side of a disc with this colour; -1 if it is ambiguous or none is known.
 */
int crok_side_colours_classify(const crok_side_colours *c,
                               const uint8_t rgb[3]);

#ifdef __cplusplus
}
#endif
#endif
