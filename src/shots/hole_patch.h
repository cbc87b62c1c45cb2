/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/hole_patch.h: a small picture of the hole. In a hole that is as dark as
 * a dark disc the mean colour does not tell whether the disc was taken out, but
 * the disc's edge, the gap around it and the grain of the floor do.
 *
 * Frames   px: of the full frame; mm: board.
 * Room     shots: uses core and board.
 * Threads  values only; any thread. No allocation. */
#ifndef CROK_SHOTS_HOLE_PATCH_H
#define CROK_SHOTS_HOLE_PATCH_H

#include "board/board.h"
#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Samples along a side. */
enum { CROK_PATCH_SIDE = 13 };

typedef struct crok_hole_patch {
    bool is_set; /* the whole of it was in the picture */
    float rgb[CROK_PATCH_SIDE * CROK_PATCH_SIDE][3];
} crok_hole_patch;

/* Sample the hole with the edge around it.
 *
 *   img   borrowed: the full frame, RGB
 *   pose  borrowed: of img */
crok_hole_patch crok_hole_patch_of(const crok_image *img,
                                   const crok_board_pose *pose);

/* The root mean square difference of two patches, grey levels, after one is
 * multiplied by the factor that makes it smallest: the light changes. Infinite
 * if one of them is not set. */
double crok_hole_patch_distance(const crok_hole_patch *a,
                                const crok_hole_patch *b);

#ifdef __cplusplus
}
#endif
#endif
