/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/sides/light.h: discs' colours in the light that the board beside them
 * shows.
 *
 * Light changes a disc's colour in two ways: there is more or less of it, which
 * multiplies, and glare, light that a polished surface throws back as it is,
 * which adds. The board beside a disc lies in the same light as the disc, but
 * glare on the one need not be glare on the other. So a colour is given in
 * three lights, and sides are assigned in the one that explains them best.
 *
 * Room     discs.
 * Threads  values only; any thread.
 * Source   Shafer 1985 for the two parts of what a surface reflects. */
#ifndef CROK_DISCS_SIDES_LIGHT_H
#define CROK_DISCS_SIDES_LIGHT_H

#include "core/terms.h"
#include "discs/outline/face.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum crok_light {
    CROK_RAW,   /* as photographed */
    CROK_EVEN,  /* in the light of the median board */
    CROK_CLEAR, /* without the glare of the board beside it */
    CROK_N_LIGHTS
} crok_light;

/* The colours of discs, in each light. */
typedef crok_lab crok_lit_labs[CROK_N_LIGHTS][CROK_MAX_DISCS];

/* Light may differ by this factor between places. */
#define CROK_LIGHT_MAX 2.2

/* What the board looks like in one picture. */
typedef struct crok_board_light {
    crok_rgb median; /* of what is beside all discs */
    crok_rgb plain;  /* of that where there is hardly any glare */
} crok_board_light;

/* From n faces, at most CROK_MAX_DISCS; black where none has a board beside. */
crok_board_light crok_board_light_of(const crok_face *faces, int n);

/* A face's colour in one light; as photographed where it has no board, or one
 * of another colour than the others have: a ditch, a painted field. */
crok_lab crok_light_lab(const crok_board_light *b, const crok_face *f,
                        crok_light light);

/* The colours of n faces, at most CROK_MAX_DISCS, in each light. */
void crok_light_labs(const crok_board_light *b, const crok_face *f, int n,
                     crok_lit_labs out);

/* How far the colours of faces i and k are apart in the light in which they are
 * most alike; as photographed where either has no board beside it, so that they
 * may lie in different lights.
 *
 *   f          borrowed: the faces
 *   x          borrowed: their colours in each light
 *   weight_l   as crok_lab_distance */
double crok_light_apart(const crok_face *f, crok_lit_labs x, int i, int k,
                        double weight_l);

/* A face's colour without this part (0..1) of the glare that the board beside
 * it has; as photographed where that tells nothing, as above. */
crok_rgb crok_light_less_glare(const crok_board_light *b, const crok_face *f,
                               double part);

/* A colour in so much more light. */
crok_lab crok_lit(crok_rgb c, double light);

#ifdef __cplusplus
}
#endif
#endif
