/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/find/settle.h: the sure discs on the surface settled by all colours
 * across their outlines (profile.h): the light on the edges of each side, the
 * size that all have in common, and where each stands.
 *
 * Frames   mm: board.
 * Room     discs. */
#ifndef CROK_DISCS_FIND_SETTLE_H
#define CROK_DISCS_FIND_SETTLE_H

#include "discs/find/find.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Settle them, adjusted before: sets their `at`, the finds' shape and the
 * board's discs' size. A disc that the picture cuts off by half stays as it
 * was.
 *
 *   side  of each of the finds' sure discs, -1: of none */
void crok_settle_sides(crok_finds *finds, const int *side);

#ifdef __cplusplus
}
#endif
#endif
