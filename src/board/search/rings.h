/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/rings.h: estimate a camera for which all rings are concentric
 * circles, starting from a candidate centre (accumulator.h). Edge points whose
 * normals pass the centre are counted in a histogram of radii, and its peaks
 * are the rings. Then the camera and the radii are fitted to the edge points of
 * the rings. This is repeated in four rounds. Each round starts from the camera
 * of the round before; the gate narrows from 6 to 3 px.
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

/* Make the camera of a candidate: its pose is that of the candidate, its
 * intrinsics are those of `cam`. The board's origin is the candidate centre;
 * the unit of length is the distance of the plane. */
crok_camera crok_centre_camera(const crok_centre *centre,
                               const crok_camera *cam);

/* Fit camera and rings, starting from a candidate.
 *
 *   edges   borrowed
 *   cam     borrowed: initial values of the intrinsics
 *   centre  borrowed: the candidate
 *   prior   borrowed: expected values and standard deviations of the intrinsics
 *   out     written only on CROK_OK
 *   support valid only on CROK_OK: the fraction of a ring's circumference that
 *           has more edge points than by chance, summed over the rings. A ring
 *           adds at most 2, because a line has two edges. The sum is at least
 *           2 for boards
 *
 * CROK_ENOBOARD  no rings are found, or their fit fails
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_rings_fit(const crok_edges *edges,
                                         const crok_camera *cam,
                                         const crok_centre *centre,
                                         const crok_fit_prior *prior,
                                         crok_ring_fit *out, double *support);

/* Fit the camera again to the edge points of two rings only, which lie in one
 * plane: the edge of the surface and the hole. Ditch and rail are strong rings
 * of other planes, and pull the camera away from the surface's.
 *
 *   rings  in: a fit. Out: the camera and the radii of the two; the unit and
 *          the other radii stay. Unchanged on failure
 *   a, b   indices of the two
 *
 * CROK_ENOBOARD  the fit fails
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_rings_refit(const crok_edges *edges,
                                           const crok_fit_prior *prior, int a,
                                           int b, crok_ring_fit *rings);

#ifdef __cplusplus
}
#endif
#endif
