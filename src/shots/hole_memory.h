/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/hole_memory.h: what is in the hole, from how it looked before. A single
 * picture often leaves open whether a hole holds a disc; from one rest to the
 * next its colour changes or it does not.
 *
 * Frames   px: of the full frame; mm: board.
 * Room     shots: uses discs.
 * Threads  values only; any thread. */
#ifndef CROK_SHOTS_HOLE_MEMORY_H
#define CROK_SHOTS_HOLE_MEMORY_H

#include "core/image.h"
#include "discs/observation.h"
#include "discs/twenty.h"
#include "shots/sight.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Looks of the empty hole that are remembered. */
#define CROK_HOLE_EMPTY_COLOURS 4

typedef struct crok_hole_memory {
    bool is_known;
    bool has_disc;
    crok_lab colour; /* of what was in it at the last rest */
    /* and how it looks when it is empty, the newest first: lit, in its edge's
     * shade, in that of who sits there */
    int n_empty;
    crok_rgb empty[CROK_HOLE_EMPTY_COLOURS];
} crok_hole_memory;

/* Mends what a reading says of the hole by what is remembered: adds the disc
 * that has come into it, drops one that is only the floor's look. Before
 * anything is remembered one that is not sure, on an otherwise empty board, is
 * dropped.
 *
 *   img     borrowed: the full frame
 *   before  borrowed: the rest before
 *   seen    in and out */
void crok_hole_correct(const crok_hole_memory *memory, const crok_image *img,
                       const crok_rest_sight *before, crok_observation *seen);

/* Remembers how it looks at a rest. */
void crok_hole_remember(crok_hole_memory *memory, const crok_image *img,
                        const crok_board_pose *pose,
                        const crok_rest_sight *rest);

/* Before the first reading a record says what lies there: a disc that lay in
 * the hole is what is to be seen in it. Nothing is learnt where none did: one
 * may have come meanwhile. */
void crok_hole_restore(crok_hole_memory *memory, const crok_image *img,
                       const crok_board_pose *pose,
                       const crok_rest_sight *rest);

#ifdef __cplusplus
}
#endif
#endif
