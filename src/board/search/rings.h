/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/rings.h: from a candidate centre (accumulator.h) to a camera
 * that sees all rings as circles about one point. Edge points whose normals
 * pass the centre are sorted by radius; the peaks of their histogram are rings;
 * camera and radii are then fitted to them twice, with a gate that narrows.
 *
 * Frames   px of the picture that the edges were found in; the unit of length
 *          on the board is the distance of its plane (t.z = 1 at the start).
 * Room     board. */
#ifndef CROK_BOARD_SEARCH_RINGS_H
#define CROK_BOARD_SEARCH_RINGS_H

#include "board/edges.h"
#include "board/fit/fit.h"
#include "board/search/accumulator.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The camera of a candidate. It looks at the board's origin, the candidate
 * centre; one unit of length is the distance of the plane. */
crok_camera crok_centre_camera(const crok_centre *centre,
                               const crok_camera *cam);

/* Fit camera and rings, starting from a candidate.
 *
 *   edges   borrowed
 *   cam     borrowed: the intrinsics assumed
 *   prior   borrowed: how sure they are
 *   out     written only on CROK_OK
 *   support written only on CROK_OK: how much of the rings' lengths is seen,
 *           summed over the rings; a board has 2 or more
 *
 * CROK_ENOBOARD  no rings there
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_rings_fit(const crok_edges *edges,
                                         const crok_camera *cam,
                                         const crok_centre *centre,
                                         const crok_fit_prior *prior,
                                         crok_ring_fit *out, double *support);

#ifdef __cplusplus
}
#endif
#endif
