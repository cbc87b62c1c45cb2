/* SPDX-License-Identifier: Apache-2.0
 *
 * board/edges.h: detect edge points in a picture, with their gradient
 * direction, and unproject them onto a plane. A drawn line gives two rows of
 * edge points, one on each of its sides.
 *
 * Frames   px of the picture given.
 * Room     board: uses core.
 * Source   Canny 1986 for non-maximum suppression along the gradient. The
 *          threshold is adaptive, a multiple of the mean gradient magnitude of
 *          the neighbourhood: a faint ring on plain wood counts as much as a
 *          strong pattern on the floor. */
#ifndef CROK_BOARD_EDGES_H
#define CROK_BOARD_EDGES_H

#include "board/camera.h"
#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_edge {
    float x_px, y_px; /* centre of a pixel */
    float nx, ny;     /* unit vector of the gradient, from dark to bright */
} crok_edge;

typedef struct crok_edges {
    crok_edge *at; /* n elements; owned */
    int n;
} crok_edges;

/* Detect the edge points of a picture, row by row.
 *
 *   img    borrowed; any format
 *   steep  upper limit of a gradient in the neighbourhood's mean, grey levels
 *          per px. It keeps weak edges beside strong ones. With INFINITY there
 *          is no limit, and strong edges suppress weak neighbours
 *   out    written only on CROK_OK; returned: free with crok_edges_free
 *   err    may be NULL
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_edges_find(const crok_image *img, float steep,
                                          crok_edges *out, crok_err *err);

/* The largest number of edge points that one call unprojects. */
#define CROK_EDGES_BATCH 64

/* Unproject the edge points from, from + step, from + 2 step and so on onto a
 * plane, at most CROK_EDGES_BATCH of them. The derivative in out[] is taken
 * along the edge, that is, in the direction (-ny, nx) of the picture.
 *
 *   edges  borrowed; of the picture that the plane's camera belongs to
 *   plane  borrowed
 *   out    as many elements are written as the return value says
 *
 * Returns the number of points unprojected. */
int crok_edges_unproject(const crok_edges *edges, int from, int step,
                         const crok_camera_plane *plane,
                         crok_plane_point out[CROK_EDGES_BATCH]);

/* Remove the edge points whose unprojection onto the plane z = 0 lies within
 * `radius` of the board's centre. Points beyond the horizon are not removed.
 *
 *   edges   changed in place; the order is kept
 *   cam     borrowed; the camera of the edges' picture
 *   radius  in the camera's unit */
void crok_edges_remove_within(crok_edges *edges, const crok_camera *cam,
                              double radius);

/* Free the points and zero *edges. NULL and zero are fine. */
void crok_edges_free(crok_edges *edges);

#ifdef __cplusplus
}
#endif
#endif
