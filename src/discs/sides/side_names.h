/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/sides/side_names.h: name sides after their colours.
 *
 * Room     discs: uses core only here.
 * Threads  values only; any thread. */
#ifndef CROK_DISCS_SIDES_SIDE_NAMES_H
#define CROK_DISCS_SIDES_SIDE_NAMES_H

#include "discs/colour.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Name k sides of these colours; all names differ. A name is the colour's word
 * (crok_colour_word). Two sides with one word are named "dark" and "light", by
 * L*; of three the middle one keeps the plain word; four get the numbers 1 to
 * 4, the darkest first.
 *
 *   colour  borrowed, k elements, k <= CROK_MAX_SIDES
 *   name    k elements, written */
void crok_side_names(const crok_lab *colour, int k, char (*name)[24]);

#ifdef __cplusplus
}
#endif
#endif
