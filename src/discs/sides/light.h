/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/sides/light.h: discs' colours corrected for the light, which is
 * measured on the board beside them.
 *
 * Light changes a photographed colour in two ways (dichromatic reflection): the
 * body reflection is multiplied by the amount of light, and glare, the specular
 * reflection of a polished surface, is added. The board beside a disc lies in
 * the same light as the disc, but glare on the board need not be glare on the
 * disc. So each colour is given in three renditions; split.h clusters the discs
 * in all three and uses the one with the lowest cost. With c the disc's colour,
 * b that of the board beside it, B the median and P the 25 % quantile of the
 * board beside all discs:
 *
 *     CROK_RAW    c
 *     CROK_EVEN   c * s(B) / s(b), s = R + G + B + 15; the factor is limited to
 *                 1/2.2 .. 2.2
 *     CROK_CLEAR  c - max(b - P, 0) in linear light, at least 5 % of c
 *
 * Room     discs.
 * Threads  values only; any thread.
 * Source   Shafer 1985 for body and specular reflection. */
#ifndef CROK_DISCS_SIDES_LIGHT_H
#define CROK_DISCS_SIDES_LIGHT_H

#include "core/terms.h"
#include "discs/outline/face.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum crok_light {
    CROK_RAW,   /* as photographed */
    CROK_EVEN,  /* scaled to the light on the median board */
    CROK_CLEAR, /* with the glare of the board beside it removed */
    CROK_N_LIGHTS
} crok_light;

/* The colours of discs, in each light. */
typedef crok_lab crok_lit_labs[CROK_N_LIGHTS][CROK_MAX_DISCS];

/* The light differs by at most this factor (of sRGB values) between two places
 * of a board. Chosen by hand: with a smaller factor discs in deep shade stay
 * too dark; with a larger one a wrong board colour changes a disc's colour
 * more. */
#define CROK_LIGHT_MAX 2.2

/* The board's colour in one picture. */
typedef struct crok_board_light {
    crok_rgb median; /* of the board beside all discs */
    crok_rgb plain;  /* 25 % quantile of the board beside all discs: has hardly
                        any glare */
} crok_board_light;

/* Estimate the board's colour from n faces, n <= CROK_MAX_DISCS. The result is
 * black if no face has the board beside it. */
crok_board_light crok_board_light_of(const crok_face *faces, int n);

/* A face's colour in one light. The result is the photographed colour if there
 * is no board beside the face, or if the surface there has another colour than
 * the board: a ditch or a painted field. */
crok_lab crok_light_lab(const crok_board_light *b, const crok_face *f,
                        crok_light light);

/* The colours of n faces, at most CROK_MAX_DISCS, in each light. */
void crok_light_labs(const crok_board_light *b, const crok_face *f, int n,
                     crok_lit_labs out);

/* Smallest distance between the colours of faces i and k over the three lights.
 * If one of the faces has no board beside it, the distance of the photographed
 * colours is returned, because the light there is not known.
 *
 *   f          borrowed: the faces
 *   x          borrowed: their colours in each light
 *   weight_l   weight of L*, as in crok_lab_distance */
double crok_light_distance(const crok_face *f, crok_lit_labs x, int i, int k,
                           double weight_l);

/* A face's colour without the fraction `part` (0..1) of the glare on the board
 * beside it. The result is the photographed colour if there is no board beside
 * the face, or if the surface there has another colour than the board. */
crok_rgb crok_light_less_glare(const crok_board_light *b, const crok_face *f,
                               double part);

/* A colour with its sRGB values multiplied by `light` and clipped at 255. */
crok_lab crok_lab_relit(crok_rgb c, double light);

#ifdef __cplusplus
}
#endif
#endif
