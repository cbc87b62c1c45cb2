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
 * (crok_colour_word). If two sides have the same word, "dark" and "light" are
 * put before it, by their L*. If three have it, the one with the middle L*
 * keeps the plain word. If four have it, the numbers 1 to 4 are added, 1 for
 * the darkest.
 *
 *   colour  borrowed, k elements, k <= CROK_MAX_SIDES
 *   name    k elements, written */
void crok_side_names(const crok_lab *colour, int k, char (*name)[24]);

#ifdef __cplusplus
}
#endif
#endif
