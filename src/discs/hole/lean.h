/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/hole/lean.h: how well the outline fits of a disc that stands on the
 * hole's edge and reaches far over it.
 *
 * Seen from above, what a tilted disc loses in breadth its wall adds: up to 32
 * degrees the outline of both is a circle of the disc's radius within 5 %. Such
 * circles are tried beside the hole's middle: where one holds one colour, the
 * board beyond the hole's edge differs from it, and so does the floor within.
 * About the hole's middle nothing tells that: the face covers half of it.
 *
 * Frames   px of the picture given; mm: board.
 * Room     discs. No allocation. */
#ifndef CROK_DISCS_HOLE_LEAN_H
#define CROK_DISCS_HOLE_LEAN_H

#include "board/board.h"
#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The circle that fits best. */
typedef struct crok_lean {
    double fit; /* 0..1: of empty holes and flat discs one of a hundred has more
                   than CROK_LEAN_PLAIN; 0 too where the place is not wholly in
                   the picture */
    crok_mm at; /* its middle, to a millimetre or two */
} crok_lean;

#define CROK_LEAN_PLAIN 0.27

/* Look for it.
 *
 *   img, cam  borrowed; img is RGB, cam belongs to it
 *   board     borrowed: hole_mm, disc_mm and disc_height_mm are used */
crok_lean crok_lean_look(const crok_image *img, const crok_camera *cam,
                         const crok_board *board);

#ifdef __cplusplus
}
#endif
#endif
