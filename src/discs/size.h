/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/size.h: how large discs are, from the edges about the places where
 * discs may be. The votes that found these places allow for a good part of the
 * radius; here the normals' meeting point gives each centre whatever the size,
 * and the distances of all edges from their centres give the size.
 *
 * Frames   mm: board, in the plane of the top faces.
 * Room     discs. */
#ifndef CROK_DISCS_SIZE_H
#define CROK_DISCS_SIZE_H

#include "discs/candidates.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The radius in mm of the most pronounced circle that the sure candidates have
 * in common.
 *
 *   edges    borrowed
 *   list     borrowed; candidates of about that size, most votes first
 *   hole_mm  the hole's radius: what lies there is no disc to measure
 *
 * list->radius_mm where no candidate is sure. */
double crok_disc_size(const crok_face_edges *edges, const crok_candidates *list,
                      double hole_mm);

#ifdef __cplusplus
}
#endif
#endif
