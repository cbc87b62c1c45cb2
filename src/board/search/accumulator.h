/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/accumulator.h: the rings' common centre and the orientation of
 * the board's plane, by a Hough transform of the edge points.
 *
 * The camera is turned (a pure rotation, so a homography of the image) until
 * the board's plane is seen straight from above. Then all rings are circles
 * around one point, and the normals of their edges meet there. Candidate planes
 * are taken from a grid of tilts and directions. For each plane every edge
 * point votes along its normal in a Hough accumulator, and the most prominent
 * peak is the candidate centre.
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
    crok_mat3 turn; /* camera to turned view: looks straight down the normal */
    double x, y;    /* the centre, in the turned view's plane z = 1 */
    double score;   /* prominence of the peak in votes; not positive where no
                       edges meet */
} crok_centre;

/* Candidates that one call finds at most. */
#define CROK_MAX_CENTRES 16

typedef struct crok_centres {
    int n;
    crok_centre at[CROK_MAX_CENTRES];
} crok_centres;

/* Find the best candidates from the edge points of a picture: first the best of
 * each tilt (neighbouring directions of one tilt mostly lead to the same fit),
 * then the others; best first in each group.
 *
 *   edges        borrowed
 *   cam          borrowed: f_px, cx_px, cy_px, w_px, h_px are used, the pose is
 *                not
 *   is_thorough  use a grid twice as fine, in over twice the time: where wood
 *                grain has more votes than the rings, only a nearly right plane
 *                shows their centre
 *   n_max        how many are wanted at most, 1..CROK_MAX_CENTRES
 *   out          written only on CROK_OK
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_accumulate_centres(const crok_edges *edges,
                                                  const crok_camera *cam,
                                                  bool is_thorough, int n_max,
                                                  crok_centres *out,
                                                  crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
