/* SPDX-License-Identifier: Apache-2.0
 *
 * board/edges.h: the points of a picture where something changes sharply, with
 * the direction of the change. Lines give two rows of points, one a side.
 *
 * Frames   px of the picture given.
 * Room     board: uses core.
 * Source   Canny 1986 for the thinning; the threshold follows the
 *          neighbourhood, so that a faint ring on calm wood counts as much as a
 *          strong pattern on the floor. */
#ifndef CROK_BOARD_EDGES_H
#define CROK_BOARD_EDGES_H

#include "board/camera.h"
#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_edge {
    float x_px, y_px; /* to a pixel */
    float nx, ny;     /* unit vector up the slope */
} crok_edge;

typedef struct crok_edges {
    crok_edge *at;
    int n;
} crok_edges;

/* The edge points of a picture, in reading order.
 *
 *   img    borrowed; any format
 *   steep  grey levels a pixel: what is steeper counts as this in the
 *          neighbourhood's mean, so that an edge beside it is not lost;
 *          INFINITY for the edges that stand out
 *   out    written only on CROK_OK; returned: free with crok_edges_free
 *   err    may be NULL
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_edges_find(const crok_image *img, float steep,
                                          crok_edges *out, crok_err *err);

/* Edges that are met in one go. */
#define CROK_EDGES_BATCH 64

/* Where edges lie on a plane: of those from `from` on, every `step`th, up to
 * CROK_EDGES_BATCH of them. How many is returned; of each the place, and how it
 * moves along the edge, that is along (-ny, nx).
 *
 *   edges  borrowed; of the picture that the plane's camera belongs to */
int crok_edges_unproject(const crok_edges *edges, int from, int step,
                         const crok_camera_plane *plane,
                         crok_plane_point out[CROK_EDGES_BATCH]);

/* Leaves out the edges that lie within radius of the origin of the plane z = 0.
 *
 *   cam  borrowed; of the edges' picture */
void crok_edges_remove_within(crok_edges *edges, const crok_camera *cam,
                              double radius);

/* Frees the points and zeroes *edges. NULL and zero are fine. */
void crok_edges_free(crok_edges *edges);

#ifdef __cplusplus
}
#endif
#endif
