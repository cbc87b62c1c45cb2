/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/unseen/enclosed.h: find the parts of the surface that a closed sharp
 * edge sets apart. A card, a note or a phone of nearly the board's colour is
 * known by its edge and not by its colour.
 *
 * The colour of light and shade changes at an edge too, and so does print. A
 * part that is only darker than what surrounds it is shade; lines that are
 * visible in the others tell print and sunlight from covers (patches.h).
 *
 * Room     discs. */
#ifndef CROK_DISCS_UNSEEN_ENCLOSED_H
#define CROK_DISCS_UNSEEN_ENCLOSED_H

#include "discs/unseen/line_visibility.h"
#include "discs/unseen/surface_map.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Find the cells of the parts that are enclosed by an edge.
 *
 *   map, lines, board  borrowed
 *   is_enclosed        out: CROK_MAP_SIZE cells; written only on CROK_OK
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_enclosed_find(const crok_surface_map *map,
                                             const crok_line_visibility *lines,
                                             const crok_board *board,
                                             bool *is_enclosed, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
