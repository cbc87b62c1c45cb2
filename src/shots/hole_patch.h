/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/hole_patch.h: a small picture of the hole. In a hole that is as dark as
 * a dark disc the mean colour does not tell whether the disc was taken out, but
 * the disc's edge, the gap around it and the grain of the floor do.
 *
 * Frames   px: of the full frame; mm: board.
 * Room     shots: uses core, board and discs.
 * Threads  values only; any thread. No allocation. */
#ifndef CROK_SHOTS_HOLE_PATCH_H
#define CROK_SHOTS_HOLE_PATCH_H

#include "board/board.h"
#include "core/image.h"
#include "discs/twenty.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Samples along a side, 1.4 mm apart: a leaning disc is displaced by 3 mm. */
enum {
    CROK_PATCH_SIDE = 41,
    CROK_PATCH_SAMPLES = CROK_PATCH_SIDE * CROK_PATCH_SIDE
};

/* Half of the patch's side, in radii of the hole. */
#define CROK_PATCH_REACH 1.6

typedef struct crok_hole_patch {
    bool is_set;                        /* the whole of it was in the picture */
    bool is_hidden[CROK_PATCH_SAMPLES]; /* by a disc beside the hole */
    float rgb[CROK_PATCH_SAMPLES][3];
} crok_hole_patch;

/* The place of a sample on the surface. */
crok_mm crok_hole_patch_at(int sample, const crok_board *board);

/* Sample the hole with the board around it.
 *
 *   img     borrowed: the full frame, RGB
 *   pose    borrowed: of img
 *   beside  borrowed: the discs beside the hole */
crok_hole_patch crok_hole_patch_of(const crok_image *img,
                                   const crok_board_pose *pose,
                                   const crok_hole_neighbours *beside);

/* The root mean square difference of the hole and its edge in two patches, grey
 * levels, after one is multiplied by the factor that makes it smallest: the
 * light changes. Infinite if one of them is not set. */
double crok_hole_patch_distance(const crok_hole_patch *a,
                                const crok_hole_patch *b);

#ifdef __cplusplus
}
#endif
#endif
