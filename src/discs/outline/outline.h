/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/outline/outline.h: the outline of a disc in the picture: where it is
 * expected and where the picture changes there.
 *
 * A disc is a cylinder with rounded edges. On the side away from the camera's
 * foot, and abeam of it, its outline is the upper edge where it bulges most. On
 * the side towards the foot three things follow each other outwards: the edge
 * of the flat face, the wall, and the foot of the wall, where the disc's own
 * shadow begins. How far the flat face falls short of the disc's radius is
 * alike for all discs of a picture. A face's edge leads to the wall, which has
 * the face's colour in other light; one that leads to anything else is the
 * foot's, as a dark disc's on light wood, where face and wall look alike.
 *
 * The foot tells as much as the rim: with the true camera its edge lies 0.15 to
 * 0.3 mm outside, where the disc darkens the board, give or take 0.10 to 0.21
 * mm by disc; the rim's 0.13 to 0.49 (670 discs of rendered pictures). It is
 * the rim that light moves: where its rounding is in shade the board behind is
 * too, and what is seen is the face's edge.
 *
 * Frames   px of the picture given; mm: board.
 * Room     discs. */
#ifndef CROK_DISCS_OUTLINE_OUTLINE_H
#define CROK_DISCS_OUTLINE_OUTLINE_H

#include "board/board.h"
#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Directions in which the outline is looked for. */
#define CROK_OUTLINE_ANGLES 64
/* Edges kept in a direction, at most. */
#define CROK_OUTLINE_EDGES 4

/* Rounding of a disc's edges: 0.7 to 1.6 mm on discs measured in pictures. */
#define CROK_DISC_ROUNDING_MM 1.2

/* What all discs of a picture have in common. */
typedef struct crok_disc_shape {
    double radius_mm; /* where it bulges most */
    double height_mm;
    double face_mm; /* by how much the flat face's radius is smaller */
    double dark_mm; /* how far outside the foot its edge is seen */
} crok_disc_shape;

/* Order of a shape's unknowns. */
enum { CROK_SHAPE_RADIUS, CROK_SHAPE_FACE, CROK_SHAPE_DARK, CROK_N_SHAPE };

/* A shape to start from, for discs of this radius. */
crok_disc_shape crok_disc_shape_typical(double radius_mm, double height_mm);

typedef struct crok_outline_edge {
    crok_mm rim;    /* where it lies on the board if it is the rim's */
    crok_mm face;   /* ... and if it is the flat face's */
    crok_mm foot;   /* ... and if it is the foot's */
    float wall_mm;  /* how far the wall shows in its direction; < 0: behind */
    float strength; /* grey levels of the change across two pixels */
    float leaves_face; /* 1: inside it is the face's colour; 0: no nearer to
                        * that than outside (a shadow's edge, a line's) */
    float lit; /* how light it is beyond, as a part of where the most light
                  falls about the disc (four fifths of the directions are no
                  lighter) */
    short direction; /* 0 .. CROK_OUTLINE_ANGLES - 1 */
    bool is_foot;    /* a wall would show there, and what lies beyond is none */
} crok_outline_edge;

typedef struct crok_outline {
    int n_inside; /* directions inside the picture */
    int n;
    crok_outline_edge edge[CROK_OUTLINE_ANGLES * CROK_OUTLINE_EDGES];
} crok_outline;

/* The farthest that an edge is looked for, whatever is asked. */
#define CROK_OUTLINE_REACH_PX 18

/* Which edges of a direction are wanted. */
typedef struct crok_outline_ask {
    double reach_mm; /* how far from the expected outline, at most
                        CROK_OUTLINE_REACH_PX in the picture */
    int most;        /* the strongest, up to CROK_OUTLINE_EDGES */
    float least;     /* as a part of the strongest */
} crok_outline_ask;

/* The edges of an outline that is about where it is expected: as far as half
 * the spacing of a wall's two edges, and what the place is off; two a direction
 * where a wall shows. */
#define CROK_OUTLINE_NEAR_MM 3.2
extern const crok_outline_ask crok_outline_near;

/* Read the changes of colour along the normals of the expected outline.
 *
 *   img, cam  borrowed; img is RGB, cam belongs to it
 *   out       always written */
void crok_outline_read(const crok_image *img, const crok_camera *cam,
                       const crok_disc_shape *shape, crok_mm at,
                       const crok_outline_ask *ask, crok_outline *out);

/* Does the wall show so far at this edge that face and foot can be told apart?
 */
bool crok_outline_tells(const crok_outline_edge *edge);

/* The rim in direction (c, s) = (cos, sin) from the disc's centre: where it
 * appears (where sight lines graze the rounded edge, if the wall is hidden),
 * its outward normal in the picture, and how far the wall shows beyond it
 * (negative: hidden behind it). */
typedef struct crok_rim_at {
    crok_px at;
    double nx, ny;
    double wall_mm;
} crok_rim_at;

crok_rim_at crok_outline_rim(const crok_camera *cam,
                             const crok_disc_shape *shape, crok_mm at, double c,
                             double s);

/* Distance of an edge from that part of the outline that it belongs to, mm on
 * the board, positive when the outline is farther out; with its derivatives by
 * the shape's unknowns and the disc's place. */
typedef struct crok_outline_row {
    double r_mm;
    bool is_foot; /* it is the foot's */
    bool usable;  /* false where parts cannot be told apart */
    double d_shape[CROK_N_SHAPE];
    double d_x, d_y;
} crok_outline_row;

crok_outline_row crok_outline_residual(const crok_disc_shape *shape, crok_mm at,
                                       const crok_outline_edge *edge);

/* What the usable residuals of one disc's rim and face ask of its place alone,
 * weighed with Tukey's factor: the normal equations [[a0, a1], [a1, a2]] step
 * = -g. */
typedef struct crok_outline_pull {
    double a[3];
    double g[2];
} crok_outline_pull;

/* The sums over the outline's edges, those nearer than gate_mm to their part;
 * a is never quite singular. The same as from crok_outline_residual, in less
 * than half of the time: it is worked out a thousand times a picture. */
crok_outline_pull crok_outline_pull_of(const crok_outline *outline,
                                       const crok_disc_shape *shape, crok_mm at,
                                       double gate_mm);

#ifdef __cplusplus
}
#endif
#endif
