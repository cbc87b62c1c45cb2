/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/find/size.h: estimate the radius of the discs from the edges around the
 * candidates. The votes that found the candidates are tolerant of the radius.
 * Here the intersection of the edges' normals gives each centre without the
 * radius, and a histogram of the edges' distances from their centres gives the
 * radius.
 *
 * Frames   mm: board frame, in the plane of the top faces.
 * Room     discs. */
#ifndef CROK_DISCS_FIND_SIZE_H
#define CROK_DISCS_FIND_SIZE_H

#include "discs/find/candidates.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Radius at which the playing surface ends, in radii of the outer line;
 * approximate. */
#define CROK_SURFACE_RADII 1.12

/* Select the candidates from which the size is estimated: those outside the
 * hole with at least least_votes. If two or more of them are on the surface,
 * only those on the surface are selected: discs on the rail or in the ditch are
 * nearer to the camera or farther from it, so they appear larger or smaller.
 *
 *   list   borrowed
 *   board  borrowed: its outer line and its hole are used
 *   most   room in `which`
 *   which  out: indices in list, most votes first
 *
 * Returns their number. */
int crok_size_candidates(const crok_candidates *list, const crok_board *board,
                         double least_votes, int most, int *which);

/* The radius of the most pronounced circle that the sure candidates have in
 * common, mm.
 *
 *   edges  borrowed
 *   list   borrowed; most votes first, with an approximate radius_mm
 *   board  borrowed
 *
 * Returns list->radius_mm if no candidate is sure. */
double crok_disc_size(const crok_face_edges *edges, const crok_candidates *list,
                      const crok_board *board);

#ifdef __cplusplus
}
#endif
#endif
