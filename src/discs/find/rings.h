/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/find/rings.h: the colours on rings about a candidate, from its centre
 * to beyond its rim. A disc's face is even up to the rim, its edge is closed
 * and has the same contrast all round, and the surface goes on beyond it. A
 * letter, a fingertip, a knot or the corner of a paper fails in one of these.
 *
 * Frames   mm: board.
 * Room     discs. No allocation. */
#ifndef CROK_DISCS_FIND_RINGS_H
#define CROK_DISCS_FIND_RINGS_H

#include <stdbool.h>

#include "core/image.h"
#include "discs/outline/outline.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Rings on the face, at its height, and rings on the board about it. The first
 * CROK_INNER_RINGS give the face's colour. */
#define CROK_FACE_RINGS 6
#define CROK_BOARD_RINGS 5
#define CROK_RINGS (CROK_FACE_RINGS + CROK_BOARD_RINGS)
#define CROK_INNER_RINGS 4
#define CROK_OUTER_RINGS (CROK_RINGS - CROK_INNER_RINGS)

/* What the rings show; distances in sRGB, grey levels. */
typedef struct crok_rings {
    /* mean distance of a ring's colours from their mean */
    double spread[CROK_RINGS];
    /* distance of the other rings' means from the face's colour */
    double from_face[CROK_OUTER_RINGS];
    /* the step from the face to the board in the weakest of eight sectors,
     * along the mean step and over its length: 1 if it is the same all round, 0
     * or less where the edge is open */
    double weakest;
} crok_rings;

/* Read the rings about `at`. Samples outside the picture are left out. Returns
 * false, and does not write to out, if more than half of them are outside.
 *
 *   img, cam  borrowed; img is RGB, cam belongs to it */
bool crok_rings_read(const crok_image *img, const crok_camera *cam,
                     const crok_disc_shape *shape, crok_mm at, crok_rings *out);

#ifdef __cplusplus
}
#endif
#endif
