/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/outline/profile.h: estimate a disc's place from all colours across its
 * outline.
 *
 * A profile crosses these zones from the disc's centre outwards: the flat face,
 * the rounded edge (its light changes from the face's to the wall's), the wall
 * (where the camera sees it), and the board, with a linear slope for the disc's
 * shadow. Blur smooths the steps between the zones. The colour at distance d
 * along direction i is modelled as
 *
 *     y(d) = sum over zones k of  Z_k(d - shift) C_k
 *
 * where Z_k is the blurred profile of zone k, C_k its colour, and shift the
 * distance by which the outline is farther out than assumed. For each shift the
 * colours follow from linear least squares, with priors; the remaining sum of
 * squares is the cost of that shift. The disc's place minimises the costs of
 * all directions together. No edge has to be selected or associated to the face
 * or the foot.
 *
 * The rounded edge and the wall have the face's colour in other light. That
 * light depends on the direction, and it is the same for all discs of a side.
 * It is measured on all discs of the side, at the places that their edges gave
 * (adjust.h).
 *
 * Frames   px of the picture given; mm: board.
 * Room     discs.
 * Source   Cootes et al. 1995 for profiles along a contour's normals; Golub and
 *          Pereyra 1973 for separable least squares: the colours are solved for
 *          at each shift. */
#ifndef CROK_DISCS_OUTLINE_PROFILE_H
#define CROK_DISCS_OUTLINE_PROFILE_H

#include "core/image.h"
#include "discs/colour.h"
#include "discs/outline/outline.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Number of directions around the disc, and largest number of samples in one
 * direction. */
#define CROK_PROFILE_ANGLES 32
#define CROK_PROFILE_SAMPLES 24

/* The colours across the outline in one direction. Distances are along the
 * normal from the rim, positive outwards. */
typedef struct crok_profile {
    bool seen;   /* all samples are inside the picture */
    double c, s; /* (cos, sin) of the direction */
    float px_per_mm;
    float face_px; /* where the flat face ends: <= 0 */
    float foot_px; /* where the foot of the disc is: >= 0 */
    int n;         /* number of samples */
    /* distance of the first sample from the rim, and spacing */
    float first_px, step_px;
    float colour[3][CROK_PROFILE_SAMPLES]; /* samples, on each of the three
                                              colour axes */
} crok_profile;

/* The profiles around a disc. The first colour axis is the board's colour (grey
 * if it is not known); the others are perpendicular to it. */
typedef struct crok_profiles {
    crok_mm at;       /* the disc's assumed place */
    bool knows_board; /* the board's colour was given */
    crok_profile of[CROK_PROFILE_ANGLES];
} crok_profiles;

/* Light on the rounded edge and on the wall in each direction, relative to the
 * light on the face. */
typedef struct crok_edge_light {
    double edge[CROK_PROFILE_ANGLES];
    double wall[CROK_PROFILE_ANGLES];
} crok_edge_light;

/* Read the profiles of a disc at `at`.
 *
 *   img, cam  borrowed; img is RGB, cam belongs to it
 *   shape     radius_mm and face_mm are those that the outline appears to have
 *   board     borrowed: the board's colour about the disc; NULL: not known
 *   out       always written */
void crok_profiles_read(const crok_image *img, const crok_camera *cam,
                        const crok_disc_shape *shape, crok_mm at,
                        const crok_rgb *board, crok_profiles *out);

/* Sums from which a side's light is estimated. Initialise them with {0}. */
typedef struct crok_light_sums {
    double edge[CROK_PROFILE_ANGLES][2]; /* [0]: sum of weight times light; [1]:
                                          * sum of weights */
    double wall[CROK_PROFILE_ANGLES][2];
} crok_light_sums;

/* Add one more disc of the side. Its place must be about right. */
void crok_light_add(crok_light_sums *sums, const crok_profiles *p);

/* Estimate the light in each direction: the weighted mean of the measurements,
 * smoothed over neighbouring directions. Without a measurement it is the
 * typical light. */
crok_edge_light crok_light_of(const crok_light_sums *sums);

/* The cost of each shift of the outline in each direction: half of the increase
 * of chi squared over the best shift, limited to 8. Shift k is (k - 5) * 0.3 mm
 * outwards. */
#define CROK_PROFILE_SHIFTS 11
typedef struct crok_shift_curves {
    crok_mm at; /* where the profiles were read */
    int n_seen; /* number of directions inside the picture */
    double c[CROK_PROFILE_ANGLES], s[CROK_PROFILE_ANGLES]; /* (cos, sin) of each
                                                            */
    double cost[CROK_PROFILE_ANGLES][CROK_PROFILE_SHIFTS];
} crok_shift_curves;

/* Compute the costs. Returns false if less than half of the directions are
 * inside the picture. */
CROK_MUST_USE bool crok_shift_curves_of(const crok_profiles *p,
                                        const crok_edge_light *light,
                                        crok_shift_curves *out);

/* A disc's place, fitted to its profiles. */
typedef struct crok_profile_fit {
    crok_mm at;
    double cov[3]; /* covariance of at, mm^2: xx, xy, yy; it assumes independent
                      samples */
} crok_profile_fit;

/* Fit the place: the minimum of the summed costs. It is searched on a grid that
 * reaches 1.46 mm in x and in y from where the profiles were read, and a final
 * step of at most 0.2 mm refines it. The disc's radius is assumed to be
 * larger_mm larger than that for which the profiles were read. */
crok_profile_fit crok_curves_fit(const crok_shift_curves *curves,
                                 double larger_mm);

/* The lowest cost of a disc of that size within about 0.5 mm of `near`, divided
 * by the largest possible cost (8 for each visible direction): 0 is a perfect
 * fit, 1 the worst. */
double crok_curves_cost(const crok_shift_curves *curves, crok_mm near,
                        double larger_mm);

#ifdef __cplusplus
}
#endif
#endif
