/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/accumulator.h: the rings' common centre and the orientation of
 * the board's plane, by a Hough transform of the edge points.
 *
 * The camera is turned until it sees the board's plane straight from above.
 * This is a pure rotation, so the image changes by a homography. In the turned
 * view all rings are circles around one point, and the normals of their edges
 * meet in this point. The orientation of the plane is not known, so candidate
 * planes are taken from a grid of tilts and directions. For each plane, every
 * edge point votes along its normal in a Hough accumulator. The most prominent
 * peak is the candidate for the centre.
 *
 * Frames   "view": normalised coordinates (x, y, 1) of the turned camera.
 * Room     board.
 * Source   Duda and Hart 1972 for the transform; Hartley and Zisserman 2004,
 *          section 8.4 for the turned view. */
#ifndef CROK_BOARD_SEARCH_ACCUMULATOR_H
#define CROK_BOARD_SEARCH_ACCUMULATOR_H

#include <stdbool.h>

#include "board/camera.h"
#include "board/edges.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A candidate for the plane and the centre. */
typedef struct crok_centre {
    crok_mat3 turn; /* rotation from the camera to the turned view */
    double x, y;    /* the centre, in the turned view's plane z = 1 */
    double score;   /* prominence of the peak, votes; not positive if no
                       normals meet */
} crok_centre;

/* The largest number of candidates that one call finds. */
#define CROK_MAX_CENTRES 16

typedef struct crok_centres {
    int n;
    crok_centre at[CROK_MAX_CENTRES];
} crok_centres;

/* Grids of candidate planes. QUICK and THOROUGH reach tilts of about 38
 * degrees. The planes of THOROUGH are nearer to each other, which takes over
 * twice the time: if wood grain has more votes than the rings, the centre of
 * the rings is a peak only for a plane close to the true one. OBLIQUE reaches
 * from 26 to 56 degrees and has three times as many planes as THOROUGH, because
 * there a ring's shape changes quickly with the plane. */
typedef enum crok_plane_grid {
    CROK_PLANES_QUICK,
    CROK_PLANES_THOROUGH,
    CROK_PLANES_OBLIQUE
} crok_plane_grid;

/* Find the best candidates from the edge points of a picture. The first group
 * has the best candidate of each tilt, because neighbouring directions of one
 * tilt mostly lead to the same fit. The second group has the other candidates.
 * Each group is sorted by score, best first.
 *
 *   edges        borrowed
 *   cam          borrowed: f_px, cx_px, cy_px, w_px and h_px are used, its pose
 *                is not used
 *   grid         the candidate planes
 *   n_max        largest number of candidates to find, 1..CROK_MAX_CENTRES
 *   out          written only on CROK_OK
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_accumulate_centres(const crok_edges *edges,
                                                  const crok_camera *cam,
                                                  crok_plane_grid grid,
                                                  int n_max, crok_centres *out,
                                                  crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
