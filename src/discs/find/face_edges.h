/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/find/face_edges.h: the edges of a picture around places where discs may
 * be, mapped to the plane of the discs' top faces. In that plane the edge of
 * every disc's face is a circle of one size. Only the edges are mapped, not the
 * picture: this costs a fraction of resampling it and leaves every edge as
 * sharp as it is.
 *
 * Frames   px: the picture given; mm: board frame, at the height of the faces.
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
    float nx, ny;    /* unit normal of the edge, of either sign */
    float length_mm; /* length of the piece of edge at this point */
} crok_face_edge;

typedef struct crok_face_edges {
    crok_face_edge *at;
    int n;
    double px_per_mm; /* resolution of the picture searched */
} crok_face_edges;

/* Largest number of places. */
#define CROK_FACE_PLACES 160

/* Where edges are searched. */
typedef struct crok_face_places {
    double z_mm;     /* height of the plane above the board */
    double reach_mm; /* edges farther than this from every place are left out */
    int n;
    crok_mm at[CROK_FACE_PLACES]; /* in the plane */
} crok_face_places;

/* Find the edges and map them.
 *
 *   img, cam  borrowed; cam is the camera of img, in mm
 *   places    borrowed; without a place there is no edge
 *   out       written only on CROK_OK; returned: free with crok_face_edges_free
 *   err       may be NULL
 *
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_face_edges_find(const crok_image *img,
                                               const crok_camera *cam,
                                               const crok_face_places *places,
                                               crok_face_edges *out,
                                               crok_err *err);

/* The edges in a square about c.
 *
 *   half_mm  half the square's side
 *   most     room in `out`; any more are left out
 *
 * Returns their number. */
int crok_face_edges_about(const crok_face_edges *edges, crok_mm c,
                          double half_mm, crok_face_edge *out, int most);

/* Free the edges and set *edges to zero. NULL and zero are allowed. */
void crok_face_edges_free(crok_face_edges *edges);

#ifdef __cplusplus
}
#endif
#endif
