/* SPDX-License-Identifier: Apache-2.0
 *
 * board/edges.h: detect edge points in a picture, with their gradient
 * direction, and unproject them onto a plane. A line gives two rows of edge
 * points, one on each side.
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
    float x_px, y_px; /* whole pixels */
    float nx, ny;     /* unit vector along the gradient, towards bright */
} crok_edge;

typedef struct crok_edges {
    crok_edge *at; /* n elements; owned */
    int n;
} crok_edges;

/* Detect the edge points of a picture, row by row.
 *
 *   img    borrowed; any format
 *   steep  limit in grey levels per px: larger gradients count as this in the
 *          neighbourhood's mean, so that a weak edge beside a strong one is not
 *          lost. INFINITY: no limit, strong edges suppress weak neighbours
 *   out    written only on CROK_OK; returned: free with crok_edges_free
 *   err    may be NULL
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_edges_find(const crok_image *img, float steep,
                                          crok_edges *out, crok_err *err);

/* Edge points that one call unprojects, at most. */
#define CROK_EDGES_BATCH 64

/* Unproject every step-th edge point, beginning with number `from`, onto a
 * plane: at most CROK_EDGES_BATCH of them. The derivative in out[] is along the
 * edge, that is, along (-ny, nx) in the picture.
 *
 *   edges  borrowed; of the picture that the plane's camera belongs to
 *   plane  borrowed
 *   out    as many elements are written as the return value says
 *
 * Returns the number of points unprojected. */
int crok_edges_unproject(const crok_edges *edges, int from, int step,
                         const crok_camera_plane *plane,
                         crok_plane_point out[CROK_EDGES_BATCH]);

/* Remove the edge points that lie on the board within `radius` of its centre,
 * that is, whose unprojection onto z = 0 does. Points beyond the horizon stay.
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
