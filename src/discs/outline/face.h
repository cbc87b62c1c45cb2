/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/outline/face.h: the colours of a disc's face and of the board about it.
 *
 * Where the edge of a shadow runs across a face the lit part of it is read, and
 * the lit part of the board: halfway between the two is nobody's colour.
 *
 * Frames   mm: board; px: the picture given.
 * Room     discs.
 * Source   Otsu 1979 for the threshold between two parts. */
#ifndef CROK_DISCS_OUTLINE_FACE_H
#define CROK_DISCS_OUTLINE_FACE_H

#include "core/image.h"
#include "discs/colour.h"
#include "discs/outline/outline.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The board about a disc is read up to this far from its middle, in radii. */
#define CROK_FACE_RING_RADII 1.60

/* The colours of one disc. */
typedef struct crok_face {
    crok_rgb rgb;   /* of its face, as photographed */
    crok_rgb board; /* of the board about it, its lit part */
    bool has_board; /* all of that is the surface */
    double spread;  /* mean deviation of the face's pixels, grey levels */
} crok_face;

/* Read the colours of a disc that stands at `at`.
 *
 *   img, cam  borrowed; img is RGB, cam belongs to it
 *   on_board  the board about it is read too: it lies on the surface */
crok_face crok_face_read(const crok_image *img, const crok_camera *cam,
                         const crok_disc_shape *shape, crok_mm at,
                         bool on_board);

/* Which way the lit part lies of what is seen within the upper edge of a disc
 * that stands at `at`, as a unit vector, where the edge of a shadow runs across
 * it; zero where none does, or where not all of it is in the picture. */
crok_mm crok_face_to_lit(const crok_image *img, const crok_camera *cam,
                         const crok_disc_shape *shape, crok_mm at);

#ifdef __cplusplus
}
#endif
#endif
