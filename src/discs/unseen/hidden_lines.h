/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/unseen/hidden_lines.h: what hides an arc of a line may hide discs.
 *
 * A run of angles at which a line is hidden counts if it is longer than a disc
 * and has an edge, that is, if the colour beside the line changes at once at
 * one of its ends. A line whose ink has worn off has none.
 *
 * Room     discs. */
#ifndef CROK_DISCS_UNSEEN_HIDDEN_LINES_H
#define CROK_DISCS_UNSEEN_HIDDEN_LINES_H

#include "discs/unseen/line_visibility.h"
#include "discs/unseen/surface_map.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Set what they hide: within a disc's radius of a hidden arc, between the arc
 * and its chord, and between two lines that are both hidden.
 *
 *   map, board  borrowed
 *   lines       angles whose run does not count become unknown
 *   is_hidden   CROK_MAP_SIZE cells; cells are set, none is cleared */
void crok_hidden_lines_find(const crok_surface_map *map,
                            crok_line_visibility *lines,
                            const crok_board *board, bool *is_hidden);

#ifdef __cplusplus
}
#endif
#endif
