/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/find/face_edges.h: the edges of a picture where they lie if they are
 * discs': mapped to the plane of the discs' top faces, in which every disc's
 * edge is a circle of one size. Only the edges are mapped, not the picture: a
 * fraction of the work, and each edge stays as sharp as it was seen.
 *
 * Frames   px: the picture given; mm: board, in the plane of the top faces.
 * Room     discs: uses core, cv, board. */
#ifndef CROK_DISCS_FIND_FACE_EDGES_H
#define CROK_DISCS_FIND_FACE_EDGES_H

#include "board/camera.h"
#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_face_edge {
    float x_mm, y_mm;
    float nx, ny;    /* unit vector across the edge, either way */
    float length_mm; /* of the edge that this point stands for */
} crok_face_edge;

typedef struct crok_face_edges {
    crok_face_edge *at;
    int n;
    double px_per_mm; /* of the picture in which they were found */
} crok_face_edges;

/* Find and map them.
 *
 *   img, cam  borrowed; cam belongs to img, in mm
 *   z_mm      height of the plane
 *   reach_mm  how far from the board's centre they are wanted
 *   out       written only on CROK_OK; returned: free with crok_face_edges_free
 *   err       may be NULL
 *
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_face_edges_find(const crok_image *img,
                                               const crok_camera *cam,
                                               double z_mm, double reach_mm,
                                               crok_face_edges *out,
                                               crok_err *err);

/* Frees the edges and zeroes *edges. NULL and zero are fine. */
void crok_face_edges_free(crok_face_edges *edges);

#ifdef __cplusplus
}
#endif
#endif
