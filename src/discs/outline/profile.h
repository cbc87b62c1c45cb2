/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/outline/profile.h: where a disc stands, from all colours across its
 * outline.
 *
 * Outwards from the disc's middle follow each other the flat face, the rounded
 * edge, which turns from the face's light to the wall's, where the camera sees
 * it the wall, and the board, with a slope for the disc's shadow. The camera
 * blurs the steps between them: a disc stands where that explains the picture
 * best, in all directions together. No edge has to be picked, or told to be the
 * face's or the foot's.
 *
 * Edge and wall are the face in other light. In which light they lie depends on
 * the direction that they look in, for all discs of a side alike; so it is
 * measured on all of them, where they stand by their edges (adjust.h).
 *
 * Frames   px of the picture given; mm: board.
 * Room     discs.
 * Source   Cootes et al. 1995 for profiles along a contour's normals; the sums
 *          of squares are separable (Golub and Pereyra 1973): the colours are
 *          solved for at every place tried. */
#ifndef CROK_DISCS_OUTLINE_PROFILE_H
#define CROK_DISCS_OUTLINE_PROFILE_H

#include "core/image.h"
#include "discs/colour.h"
#include "discs/outline/outline.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Directions round the disc, and samples in one, at most. */
#define CROK_PROFILE_ANGLES 32
#define CROK_PROFILE_SAMPLES 24

/* The colours across the outline in one direction. */
typedef struct crok_profile {
    bool seen;   /* all of it is inside the picture */
    double c, s; /* (cos, sin) of the direction */
    float px_per_mm;
    float face_px; /* where the flat face ends, from the upper edge: <= 0 */
    float foot_px; /* where the disc ends, from the upper edge: >= 0 */
    int n;         /* samples */
    float first_px, step_px; /* of the samples, from the upper edge */
    float colour[3][CROK_PROFILE_SAMPLES]; /* along the axes below */
} crok_profile;

/* All round a disc. The first axis of the colours is the board's own colour. */
typedef struct crok_profiles {
    crok_mm at;       /* where the disc is taken to stand */
    bool knows_board; /* the board's colour was given */
    crok_profile of[CROK_PROFILE_ANGLES];
} crok_profiles;

/* How much light falls on rounded edge and wall in each direction, as parts of
 * what falls on the face. */
typedef struct crok_edge_light {
    double edge[CROK_PROFILE_ANGLES];
    double wall[CROK_PROFILE_ANGLES];
} crok_edge_light;

/* Read them about a disc at `at`.
 *
 *   img, cam  borrowed; img is RGB, cam belongs to it
 *   shape     its radius and face_mm are what the outline seems to have
 *   board     the board's colour about the disc; NULL: not known
 *   out       always written */
void crok_profiles_read(const crok_image *img, const crok_camera *cam,
                        const crok_disc_shape *shape, crok_mm at,
                        const crok_rgb *board, crok_profiles *out);

/* What discs tell of the light on their edges, summed up: start from {0}. */
typedef struct crok_light_sums {
    double edge[CROK_PROFILE_ANGLES][2]; /* of light times weight, of weight */
    double wall[CROK_PROFILE_ANGLES][2];
} crok_light_sums;

/* One more disc of the side, that stands about where its profiles say. */
void crok_light_add(crok_light_sums *sums, const crok_profiles *p);

/* The light by what was added; near the typical one where nothing tells. */
crok_edge_light crok_light_of(const crok_light_sums *sums);

/* What speaks against each shift of the outline in each direction. */
#define CROK_PROFILE_SHIFTS 11
typedef struct crok_shift_curves {
    crok_mm at; /* where the profiles were read */
    int n_seen; /* directions */
    double c[CROK_PROFILE_ANGLES], s[CROK_PROFILE_ANGLES]; /* (cos, sin) */
    double against[CROK_PROFILE_ANGLES][CROK_PROFILE_SHIFTS];
} crok_shift_curves;

/* Weigh the shifts; false where too little of the outline is in the picture. */
CROK_MUST_USE bool crok_profiles_weigh(const crok_profiles *p,
                                       const crok_edge_light *light,
                                       crok_shift_curves *out);

/* Where the disc stands by its profiles. */
typedef struct crok_settled {
    crok_mm at;
    double cov[3]; /* of at, mm^2: xx, xy, yy; were all readings independent */
} crok_settled;

/* As far as 1.3 mm from where the profiles were read; the disc larger by so
 * much than they were read for. */
crok_settled crok_curves_settle(const crok_shift_curves *curves,
                                double larger_mm);

/* What speaks against a disc of that size near there, 0 (nothing) .. 1 (all).
 */
double crok_curves_against(const crok_shift_curves *curves, crok_mm near,
                           double larger_mm);

#ifdef __cplusplus
}
#endif
#endif
