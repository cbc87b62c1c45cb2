/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/outline/face.h: the colours of a disc's face and of the board about it.
 *
 * If the edge of a shadow runs across a face, the colours are those of the lit
 * part of the face and of the lit part of the board. A median over both parts
 * would be a colour that no side has.
 *
 * Frames   mm: board; px: the picture given.
 * Room     discs.
 * Source   Otsu 1979 for the threshold between the two parts. */
#ifndef CROK_DISCS_OUTLINE_FACE_H
#define CROK_DISCS_OUTLINE_FACE_H

#include "core/image.h"
#include "discs/colour.h"
#include "discs/outline/outline.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The board about a disc is read up to this distance from its centre, in radii.
 */
#define CROK_FACE_RING_RADII 1.60

/* The colours of one disc. */
typedef struct crok_face {
    crok_rgb rgb;   /* median of its face, or mean of the face's lit part */
    crok_rgb board; /* of the lit part of the board about it */
    bool has_board; /* the board about it was read */
    double spread;  /* mean deviation of the face's luma, grey levels */
} crok_face;

/* Read the colours of a disc at `at`.
 *
 *   img, cam  borrowed; img is RGB, cam belongs to it
 *   on_board  true: the board about the disc is visible and is read too */
crok_face crok_face_read(const crok_image *img, const crok_camera *cam,
                         const crok_disc_shape *shape, crok_mm at,
                         bool on_board);

/* Unit vector on the board from the shaded part of a disc at `at` to its lit
 * part, if the edge of a shadow runs across the disc. The result is (0, 0) if
 * there is no such edge or if a part of the disc is outside the picture. */
crok_mm crok_face_to_lit(const crok_image *img, const crok_camera *cam,
                         const crok_disc_shape *shape, crok_mm at);

#ifdef __cplusplus
}
#endif
#endif
