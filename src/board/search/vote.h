/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/vote.h: where the rings' common centre is, and how the board's
 * plane is turned, by a vote of the edge points.
 *
 * The view is turned (a pure rotation, a homography) until the board's plane
 * is seen straight down: then all rings are circles about one point, and the
 * edge normals of all of them meet there. Tilt and direction are tried on a
 * grid; every edge point votes along its normal; the sharpest meeting point
 * wins.
 *
 * Frames   "view": normalised coordinates (x, y, 1) of the turned camera.
 * Room     board.
 * Source   Duda and Hart 1972 for the vote; Hartley and Zisserman 2004,
 *          section 8.4 for the turned view. */
#ifndef CROK_BOARD_SEARCH_VOTE_H
#define CROK_BOARD_SEARCH_VOTE_H

#include <stdbool.h>

#include "board/camera.h"
#include "board/edges.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A guess of the plane and the centre. */
typedef struct crok_vote {
    crok_mat3 turn; /* camera to turned view: looks straight down the normal */
    double x, y;    /* the centre, in the turned view's plane z = 1 */
    double score;   /* votes over those of the same place by chance, >= 0 */
} crok_vote;

/* Best guesses from the edge points of a picture: first the best of each tilt
 * tried (neighbouring directions of one tilt mostly end in the same fit), then
 * the others; best first in each group.
 *
 *   edges        borrowed
 *   cam          borrowed: f_px, cx_px, cy_px, w_px, h_px used; the pose is not
 *   is_thorough  planes are tried twice as closely, in over twice the time:
 *                where grain outvotes the rings, only a plane that is nearly
 *                right shows their centre
 *   out          n_max elements, the caller's; the number written is returned
 *                in *n_out
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_vote_centres(const crok_edges *edges,
                                            const crok_camera *cam,
                                            bool is_thorough, crok_vote *out,
                                            int n_max, int *n_out,
                                            crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
