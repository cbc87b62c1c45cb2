/* SPDX-License-Identifier: Apache-2.0
 *
 * discs/unseen/hidden_lines.h: find the parts of the surface that are hidden
 * around a hidden arc of a line: what covers the arc may cover discs.
 *
 * A run of angles at which a line is hidden counts if it is longer than a disc
 * and has an edge, that is, if the colour beside the line changes abruptly at
 * one of its ends. Where only the ink of a line has worn off, there is no such
 * edge.
 *
 * Room     discs. */
#ifndef CROK_DISCS_UNSEEN_HIDDEN_LINES_H
#define CROK_DISCS_UNSEEN_HIDDEN_LINES_H

#include "discs/unseen/line_visibility.h"
#include "discs/unseen/surface_map.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Mark the hidden cells: those within a disc's radius of a hidden arc, those
 * between the arc and its chord, and those between two neighbouring lines that
 * are both hidden.
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
