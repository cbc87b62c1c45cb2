/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/tracking/side_colours.h: the side of a disc by its colour while it
 * moved on the surface. In the ditch and in the hole the colour is hard to
 * measure.
 *
 * Frames   colours as the tracker's frames have them.
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
    int n; /* sides; 0: none known */
    crok_lab lab[CROK_MAX_SIDES];
    bool is_learned[CROK_MAX_SIDES];
} crok_side_colours;

/* The sides by the words for their colours; none known where a word is none. */
crok_side_colours crok_side_colours_of(char names[][24], int n);

/* A disc of that side was seen on the surface. */
void crok_side_colours_learn(crok_side_colours *c, int side,
                             const uint8_t rgb[3]);

/* Is that the colour of a disc? False where it is none of the sides', of which
 * all were seen: a finger. */
bool crok_side_colours_may_be(const crok_side_colours *c, const uint8_t rgb[3]);

/* The side of a disc of that colour; -1 where two are about as near. */
int crok_side_colours_classify(const crok_side_colours *c,
                               const uint8_t rgb[3]);

#ifdef __cplusplus
}
#endif
#endif
