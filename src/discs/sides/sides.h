/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/sides/sides.h: which disc belongs to which side, by colour.
 *
 * Light and shadow change a disc's colour more than two kinds of wood differ.
 * So the discs are clustered twice: by their photographed colours, and by their
 * colours in the light that the board beside each of them shows; a side is what
 * both find. A disc is assigned in the light that explains the sides best, with
 * the board's glare removed if necessary. A disc that glare whitens, or that is
 * saturated, may be of another side as well. Two sides that differ little may
 * be one side of uneven wood: then the discs of the smaller one are perhaps of
 * the other.
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

/* The assignment of discs to sides. */
typedef struct crok_assignment {
    int side[CROK_MAX_DISCS];  /* index of each disc's side; -1: none */
    int alike[CROK_MAX_DISCS]; /* of a disc of no side: the nearest in colour */
    int other[CROK_MAX_DISCS]; /* another side that its colour allows; else -1
                                */
    int n_sides;
    crok_side sides[CROK_MAX_SIDES]; /* sorted by name */
} crok_assignment;

/* Assign discs to sides.
 *
 *   faces    borrowed, n of them, at most CROK_MAX_DISCS
 *   n_sides  at most
 *   names    NULL, or n_sides colour words given by a person
 *   out      written only on CROK_OK; fewer than n_sides sides where the discs
 *            show fewer colours and no names are given
 *   err      may be NULL
 *
 * CROK_EARG    a name that is no colour word
 * CROK_ESIDES  named sides that the discs' colours do not separate */
CROK_MUST_USE crok_status crok_sides_assign(const crok_face *faces, int n,
                                            int n_sides,
                                            const char (*names)[24],
                                            crok_assignment *out,
                                            crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
