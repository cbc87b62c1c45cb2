/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/sides/side_names.h: what a person calls the sides.
 *
 * Room     discs: uses core only here.
 * Threads  values only; any thread. */
#ifndef CROK_DISCS_SIDES_SIDE_NAMES_H
#define CROK_DISCS_SIDES_SIDE_NAMES_H

#include "discs/colour.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Names for k sides of these colours, all different: a colour's word, and where
 * several have one word "dark", "light" or a number, by lightness.
 *
 *   name  k elements, written */
void crok_side_names(const crok_lab *colour, int k, char (*name)[24]);

#ifdef __cplusplus
}
#endif
#endif
