/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/rings.h: from a candidate centre (accumulator.h) to a camera
 * that sees all rings as concentric circles. Edge points whose normals pass the
 * centre enter a histogram of radii, and its peaks are the rings. The camera
 * and the radii are then fitted to the edge points of the rings. This is
 * repeated in four rounds, each from the camera of the round before and with a
 * narrower gate.
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

/* The camera of a candidate: the pose from the candidate, the intrinsics from
 * `cam`. The board's origin is the candidate centre; the unit of length is the
 * distance of the plane. */
crok_camera crok_centre_camera(const crok_centre *centre,
                               const crok_camera *cam);

/* Fit camera and rings, starting from a candidate.
 *
 *   edges   borrowed
 *   cam     borrowed: the intrinsics assumed
 *   prior   borrowed: how sure they are
 *   out     written only on CROK_OK
 *   support of use only on CROK_OK: the part of each ring's circumference that
 *           edge points cover beyond chance, at most 2 a ring (a line has two
 *           edges), summed over the rings; a board has 2 or more
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
