/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/outline/outline.h: the outline of a disc in the picture: where it is
 * expected, and where the edges near it are.
 *
 * A disc is a cylinder with rounded edges. Three circles make its outline:
 *
 *     rim   radius r, height h - ROUNDING: the upper edge, where the disc is
 *           widest. Where the sight lines run inwards, it is the circle on the
 *           rounding that they graze.
 *     face  radius r - face_mm, height h: where the flat face ends.
 *     foot  radius r + dark_mm, height ROUNDING: the foot of the wall, where
 *           the disc's own shadow begins.
 *
 * The camera's foot point is the board point below the camera. On the side of
 * the disc away from it, and at right angles to it, the outline is the rim. On
 * the side towards the foot point, face, wall and foot appear in this order
 * from inside to outside. face_mm is common to all discs of a picture. An edge
 * belongs to the face if the surface outside it is the wall (the face's colour
 * in other light). It belongs to the foot if the surface outside it is anything
 * else, as with a dark disc on light wood, whose face and wall look alike.
 *
 * The foot can be measured as well as the rim. In 670 discs of rendered
 * pictures, with the true camera, the foot's edge is seen 0.15 to 0.3 mm too
 * far outside, because the disc darkens the board; the scatter between discs is
 * 0.10 to 0.21 mm. The rim's edge is seen 0.13 to 0.49 mm too far outside.
 * Light moves the rim's edge: if the rounding is in shade, the board behind it
 * is in shade too, and the visible edge is that of the face.
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

/* Directions in which the outline is read, evenly spaced around the disc. */
#define CROK_OUTLINE_ANGLES 64
/* Largest number of edges that are kept in one direction. */
#define CROK_OUTLINE_EDGES 4

/* Radius of the rounding of a disc's edges, mm. Discs measured in pictures have
 * 0.7 to 1.6. */
#define CROK_DISC_ROUNDING_MM 1.2

/* The shape that all discs of a picture have in common. */
typedef struct crok_disc_shape {
    double radius_mm; /* of the rim, where the disc is widest */
    double height_mm;
    double face_mm; /* the rim's radius minus the flat face's */
    double dark_mm; /* the radius of the foot's visible edge minus the rim's */
} crok_disc_shape;

/* Order of the shape's unknowns in a fit. */
enum { CROK_SHAPE_RADIUS, CROK_SHAPE_FACE, CROK_SHAPE_DARK, CROK_N_SHAPE };

/* A typical shape, to start a fit, for discs of this radius and height. */
crok_disc_shape crok_disc_shape_typical(double radius_mm, double height_mm);

typedef struct crok_outline_edge {
    /* position of the edge on the board, each under a different assumption: */
    crok_mm rim;       /* it is the disc's rim */
    crok_mm face;      /* it is the edge of the flat face */
    crok_mm foot;      /* it is the disc's foot, its lower edge */
    float wall_mm;     /* width of the disc's side wall that the camera sees in
                        * this direction; < 0: the wall is hidden */
    float strength;    /* colour change over two pixels, grey levels */
    float leaves_face; /* 1: the colour inside is the face's; 0: the colour
                        * inside is no nearer to the face's than that outside
                        * (edge of a shadow or a line) */
    float lit; /* luma at the outer end of the profile, relative to the 80 %
                * quantile of the disc's edges */
    short direction; /* 0 .. CROK_OUTLINE_ANGLES - 1 */
    bool is_foot; /* the wall is visible, and the surface outside this edge is
                     not the wall */
} crok_outline_edge;

typedef struct crok_outline {
    int n_inside; /* directions whose profile is inside the picture */
    int n;
    crok_outline_edge edge[CROK_OUTLINE_ANGLES * CROK_OUTLINE_EDGES];
} crok_outline;

/* Largest distance from the expected outline at which edges are searched, px;
 * it limits reach_mm. */
#define CROK_OUTLINE_REACH_PX 18

/* Which edges of a direction are kept. */
typedef struct crok_outline_search {
    double reach_mm;    /* search distance from the expected outline, at most
                         * CROK_OUTLINE_REACH_PX */
    int max_edges;      /* keep the strongest, up to CROK_OUTLINE_EDGES */
    float min_strength; /* smallest strength of an edge that is kept, relative
                           to the strongest edge of the direction */
} crok_outline_search;

/* The search for the edges of a disc whose place is known approximately. The
 * reach is half of the distance between a wall's two edges plus the error of
 * the place; two edges are kept in a direction, because a visible wall has two.
 * Chosen by hand: a smaller reach misses edges, a larger one finds edges of
 * other objects. */
#define CROK_OUTLINE_NEAR_MM 3.2
extern const crok_outline_search crok_outline_near;

/* Find the edges along the normals of the expected outline.
 *
 *   img, cam   borrowed; img is RGB, cam belongs to it
 *   shape, at  the shape and place that are expected
 *   search     borrowed
 *   out        always written; n_inside is 0 outside the picture */
void crok_outline_read(const crok_image *img, const crok_camera *cam,
                       const crok_disc_shape *shape, crok_mm at,
                       const crok_outline_search *search, crok_outline *out);

/* Is the wall so wide at this edge (1 mm) that the face's edge and the foot's
 * can be separated? */
bool crok_outline_shows_wall(const crok_outline_edge *edge);

/* The rim in direction (c, s) = (cos, sin) from the disc's centre: its point in
 * the picture (where sight lines graze the rounding, if the wall is hidden),
 * the outward unit normal there, and the visible width of the wall in mm
 * (negative: hidden). */
typedef struct crok_rim_at {
    crok_px at;
    double nx, ny;
    double wall_mm;
} crok_rim_at;

crok_rim_at crok_outline_rim(const crok_camera *cam,
                             const crok_disc_shape *shape, crok_mm at, double c,
                             double s);

/* Residual of an edge: the radius of the part of the outline to which the edge
 * is associated, minus the edge's distance from the disc's centre, in mm. It is
 * positive if the outline is farther out than the edge. The row also has the
 * derivatives of the residual by the shape's unknowns and by the disc's place.
 */
typedef struct crok_outline_row {
    double r_mm;
    bool is_foot; /* the edge is associated to the foot */
    bool usable;  /* false if the edge cannot be associated */
    double d_shape[CROK_N_SHAPE];
    double d_x, d_y;
} crok_outline_row;

crok_outline_row crok_outline_residual(const crok_disc_shape *shape, crok_mm at,
                                       const crok_outline_edge *edge);

/* Normal equations of a disc's place alone, from the usable residuals r_k of
 * its rim and face with Tukey's weights w_k and unit vectors u_k from the
 * centre to the edge:
 *
 *     A = sum w_k u_k u_k^T = [[a0, a1], [a1, a2]],   g = sum w_k r_k u_k
 *
 * The Gauss-Newton step solves A step = -g. */
typedef struct crok_outline_normal_eq {
    double a[3];
    double g[2];
} crok_outline_normal_eq;

/* Sum them over the outline's edges whose residual is less than gate_mm. 1e-6
 * is added to the diagonal of A, so A is never singular. The result is the same
 * as from crok_outline_residual without the foot's residuals, but it takes less
 * than half of the time; it is called a thousand times for a picture. */
crok_outline_normal_eq crok_outline_normal_eq_of(const crok_outline *outline,
                                                 const crok_disc_shape *shape,
                                                 crok_mm at, double gate_mm);

#ifdef __cplusplus
}
#endif
#endif
