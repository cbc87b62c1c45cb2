/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/find/size.h: how large discs are, from the edges about the places where
 * discs may be. The votes that found these places allow for a good part of the
 * radius; here the normals' meeting point gives each centre whatever the size,
 * and the distances of all edges from their centres give the size.
 *
 * Frames   mm: board, in the plane of the top faces.
 * Room     discs. */
#ifndef CROK_DISCS_FIND_SIZE_H
#define CROK_DISCS_FIND_SIZE_H

#include "discs/find/candidates.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The playing surface ends about here, in radii of the outer line. */
#define CROK_SURFACE_RADII 1.12

/* The candidates that tell the discs' size: with so many votes, and not about
 * the hole. Where two or more of them are on the surface these alone tell: what
 * stands on the rail or lies in the ditch is nearer to the camera or farther.
 *
 *   list   borrowed
 *   board  borrowed: its outer line and hole
 *   which  out: their indices, most votes first
 *
 * Returns how many, at most `most`. */
int crok_size_tellers(const crok_candidates *list, const crok_board *board,
                      double least_votes, int most, int *which);

/* The radius in mm of the most pronounced circle that the sure candidates have
 * in common.
 *
 *   edges  borrowed
 *   list   borrowed; candidates of about that size, most votes first
 *   board  borrowed
 *
 * list->radius_mm where no candidate is sure. */
double crok_disc_size(const crok_face_edges *edges, const crok_candidates *list,
                      const crok_board *board);

#ifdef __cplusplus
}
#endif
#endif
