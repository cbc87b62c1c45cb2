/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/sides.h: which disc belongs to which side, by colour.
 *
 * Light and shadow change a disc's colour more than two kinds of wood differ,
 * so a disc is compared with the board beside it: both lie in the same light.
 *
 * Frames   mm: board; px: the picture given.
 * Room     discs. */
#ifndef CROK_DISCS_SIDES_H
#define CROK_DISCS_SIDES_H

#include "core/image.h"
#include "discs/colour.h"
#include "discs/observation.h"
#include "discs/outline.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The board about a disc is read up to this far from its middle, in radii. */
#define CROK_FACE_RING_RADII 1.60
/* Light that a disc may have had instead: half to twice as much, in steps. */
#define CROK_N_SHADES 9

/* The colours of one disc. */
typedef struct crok_face {
    crok_rgb rgb;   /* of its face, as photographed */
    crok_rgb board; /* of the board about it, its lit part */
    bool has_board; /* all of that is the surface */
    crok_lab raw;   /* of its face, as photographed */
    crok_lab even;  /* of its face, in the light that the board's middle has */
    double spread;  /* mean deviation of the face's pixels, grey levels */
    crok_lab shade[CROK_N_SHADES]; /* of its face in other light */
} crok_face;

/* Read the colours of a disc that stands at `at`.
 *
 *   img, cam  borrowed; cam belongs to img
 *   on_board  the board about it is read too: it lies on the surface */
crok_face crok_face_read(const crok_image *img, const crok_camera *cam,
                         const crok_disc_shape *shape, crok_mm at,
                         bool on_board);

/* Which disc is whose. */
typedef struct crok_told {
    int side[CROK_MAX_DISCS];  /* index of each disc's; -1: of none */
    int other[CROK_MAX_DISCS]; /* what it may be as well, where its colour does
                                  not tell; else -1 */
    int n_sides;
    crok_side sides[CROK_MAX_SIDES]; /* sorted by name */
} crok_told;

/* Tell the sides.
 *
 *   faces    borrowed, n of them, at most CROK_MAX_DISCS; `raw`, `even` and
 *            `shade` are filled
 *   n_sides  at most
 *   names    NULL, or n_sides colour words told by a person
 *   out      written only on CROK_OK; fewer than n_sides sides where the discs
 *            show fewer colours and no names are given
 *   err      may be NULL
 *
 * CROK_EARG    a name that is no colour word
 * CROK_ESIDES  named sides that the discs' colours do not tell apart */
CROK_MUST_USE crok_status crok_sides_tell(crok_face *faces, int n, int n_sides,
                                          const char (*names)[24],
                                          crok_told *out, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
