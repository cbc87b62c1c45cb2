/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/hole/lean.h: detect a disc that leans on the hole's edge and reaches
 * far over it, by its outline.
 *
 * Seen from above, a tilted disc's face is an ellipse, but its wall fills in
 * what the face loses: up to a tilt of 32 degrees the outline of both is a
 * circle of the disc's radius within 5 %. Such circles are tried at positions
 * beside the hole's centre. A circle fits if its inside has one colour, and if
 * both the board beyond the hole's edge and the hole's floor differ from that
 * colour. The features in twenty.h, which are measured along rays from the
 * hole's centre, do not show such a disc, because its face covers only half of
 * the rays.
 *
 * Frames   px: the picture given; mm: board frame.
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
    double fit; /* 0..1. Of the empty holes and flat discs one in a hundred
                   exceeds CROK_LEAN_MIN_FIT. 0: no circle fits, or a part of
                   the region that is read is outside the picture, or the discs
                   are too large for this region */
    crok_mm at; /* its centre, accurate to 1 or 2 mm */
} crok_lean;

/* A circle that fits better than this is taken for the outline of a leaning
 * disc, and gives its position. */
#define CROK_LEAN_MIN_FIT 0.27

/* Find the circle.
 *
 *   img, cam  borrowed; img is RGB, cam is the camera of img
 *   board     borrowed: hole_mm, disc_mm and disc_height_mm are used */
crok_lean crok_lean_detect(const crok_image *img, const crok_camera *cam,
                           const crok_board *board);

#ifdef __cplusplus
}
#endif
#endif
