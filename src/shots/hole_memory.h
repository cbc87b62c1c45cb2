/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/hole_memory.h: decides whether a disc is in the hole by comparing the
 * hole's colour with its colours at earlier rests. A single picture is often
 * ambiguous, but a change of the colour since the last rest is clear.
 *
 * Frames   px: of the full frame; mm: board.
 * Room     shots: uses discs.
 * Threads  values only; any thread. */
#ifndef CROK_SHOTS_HOLE_MEMORY_H
#define CROK_SHOTS_HOLE_MEMORY_H

#include "core/image.h"
#include "discs/observation.h"
#include "discs/twenty.h"
#include "shots/hole_offset.h"
#include "shots/sight.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Number of colours of the empty hole that are remembered. */
#define CROK_HOLE_EMPTY_COLOURS 4

typedef struct crok_hole_memory {
    bool is_known;
    bool has_disc;
    crok_lab colour; /* mean colour of the hole at the last rest */
    /* Colours of the empty hole, the newest first. There are several, because
     * the hole is sometimes lit and sometimes shaded by its edge or a person.
     */
    int n_empty;
    crok_rgb empty[CROK_HOLE_EMPTY_COLOURS];
    /* Pictures of the empty hole, the newest first, and of the disc in it at
     * the last rest that has one. */
    int n_patches;
    crok_hole_patch patch[CROK_HOLE_EMPTY_COLOURS];
    crok_hole_patch disc_patch;
} crok_hole_memory;

/* Correct what a reading says of the hole:
 *
 *  - a disc that has come into the hole is added;
 *  - a disc that has stayed in the hole keeps its side;
 *  - a disc has not stayed if the hole looks much more like the empty one;
 *  - a disc is dropped if the hole's colour is one of the empty hole;
 *  - before the first rest is remembered, a disc is dropped if the detector is
 *    not sure of it.
 *
 *   memory  borrowed
 *   img     borrowed: the full frame, RGB
 *   before  borrowed: the rest before
 *   seen    in and out */
void crok_hole_correct(const crok_hole_memory *memory, const crok_image *img,
                       const crok_rest_sight *before, crok_observation *seen);

/* Remember the hole's colour at a rest.
 *
 *   memory  in and out; all zero before the first rest
 *   img     borrowed: the full frame, RGB
 *   pose    borrowed: of img
 *   rest    borrowed: the discs in img */
void crok_hole_remember(crok_hole_memory *memory, const crok_image *img,
                        const crok_board_pose *pose,
                        const crok_rest_sight *rest);

/* How far the disc in the hole is off its centre, from the picture of the empty
 * hole that explains the reading best. Not set if none is remembered.
 *
 *   memory  borrowed
 *   img     borrowed: the full frame, RGB
 *   seen    borrowed: the reading of img */
crok_hole_offset crok_hole_memory_offset(const crok_hole_memory *memory,
                                         const crok_image *img,
                                         const crok_observation *seen);

/* Initialise the memory from a record before the first reading. If *rest has a
 * disc in the hole, the hole's colour in img is remembered as that disc's
 * colour. Otherwise nothing is remembered, because a disc may have come into
 * the hole since *rest was recorded. The arguments are those of
 * crok_hole_remember. */
void crok_hole_restore(crok_hole_memory *memory, const crok_image *img,
                       const crok_board_pose *pose,
                       const crok_rest_sight *rest);

#ifdef __cplusplus
}
#endif
#endif
