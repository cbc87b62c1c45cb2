/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/sides/sides.h: which disc belongs to which side, by colour.
 *
 * Light and shadow change a disc's colour more than two kinds of wood differ,
 * so discs are told apart as photographed and in the light that the board
 * beside each lies in: sides are what both show. Whose a disc is, is told in
 * the light that explains the sides best, without the board's glare if need be.
 * Where glare whitens a disc, or it is burnt out, it may be of another side as
 * well. Two sides that differ little may be one, whose wood is uneven: then
 * the discs of the smaller are perhaps the other's.
 *
 * Frames   mm: board; px: the picture given.
 * Room     discs. */
#ifndef CROK_DISCS_SIDES_SIDES_H
#define CROK_DISCS_SIDES_SIDES_H

#include "discs/observation.h"
#include "discs/outline/face.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which disc is whose. */
typedef struct crok_told {
    int side[CROK_MAX_DISCS];  /* index of each disc's; -1: of none */
    int alike[CROK_MAX_DISCS]; /* the side that one of none is most alike */
    int other[CROK_MAX_DISCS]; /* what it may be as well, where its colour does
                                  not tell; else -1 */
    int n_sides;
    crok_side sides[CROK_MAX_SIDES]; /* sorted by name */
} crok_told;

/* Tell the sides.
 *
 *   faces    borrowed, n of them, at most CROK_MAX_DISCS
 *   n_sides  at most
 *   names    NULL, or n_sides colour words told by a person
 *   out      written only on CROK_OK; fewer than n_sides sides where the discs
 *            show fewer colours and no names are given
 *   err      may be NULL
 *
 * CROK_EARG    a name that is no colour word
 * CROK_ESIDES  named sides that the discs' colours do not tell apart */
CROK_MUST_USE crok_status crok_sides_tell(const crok_face *faces, int n,
                                          int n_sides, const char (*names)[24],
                                          crok_told *out, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
