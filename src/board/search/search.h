/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/search.h: the lines of a board that may be anywhere in a
 * picture.
 *
 * Edges of a small copy vote for the rings' common centre (accumulator.h),
 * rings are fitted there (rings.h), the lines told from the other rings
 * (lines.h) and fitted in the picture given. The lines between quadrants must
 * end on them (quadrants.h), and pegs stand on the inner one (pegs.h).
 *
 * Frames   px of the picture given; board units with the outer line = 1.
 * Room     board. */
#ifndef CROK_BOARD_SEARCH_SEARCH_H
#define CROK_BOARD_SEARCH_SEARCH_H

#include "board/search/quadrants.h"
#include "board/search/view.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Searches are quick or thorough: 0 .. CROK_SEARCH_EFFORTS - 1. */
#define CROK_SEARCH_EFFORTS 2

/* Search a copy of the view.
 *
 *   out, quadrants  written; of use only on CROK_OK. The lines are fitted in
 *                   view->img
 *
 * CROK_ENOBOARD  none is found with this effort
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_board_search(const crok_view *view, int effort,
                                            crok_belief is,
                                            crok_board_lines *out,
                                            crok_quadrants *quadrants,
                                            crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
