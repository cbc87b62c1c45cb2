/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/unseen/patches.h: find patches that may hide discs: patches of another
 * colour than the surface, and patches that a sharp edge encloses (enclosed.h).
 *
 * A patch in which lines are visible hides nothing: it is print, shade or a
 * reflection. A patch that fades into the surface, as light does and a cover
 * does not, hides nothing either, unless an edge encloses it. Of every other
 * patch, the parts that are wide enough for a disc are hidden.
 *
 * Room     discs. */
#ifndef CROK_DISCS_UNSEEN_PATCHES_H
#define CROK_DISCS_UNSEEN_PATCHES_H

#include "discs/unseen/line_visibility.h"
#include "discs/unseen/surface_map.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Find the hidden parts.
 *
 *   map, lines, board  borrowed
 *   is_hidden          CROK_MAP_SIZE cells; written only on CROK_OK
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_patches_find(const crok_surface_map *map,
                                            const crok_line_visibility *lines,
                                            const crok_board *board,
                                            bool *is_hidden, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
