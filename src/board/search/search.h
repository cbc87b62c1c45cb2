/* SPDX-License-Identifier: Apache-2.0
 *
 * board/search/search.h: find the lines of a board that may be anywhere in a
 * picture.
 *
 *   1. The edge points of a small copy vote for the rings' common centre in a
 *      Hough accumulator (accumulator.h).
 *   2. Rings are fitted at the candidate centres (rings.h).
 *   3. Triples of rings that can be a board's lines are chosen, and fitted in
 *      the picture given (lines.h).
 *   4. A triple is accepted if the quadrant lines end on it (quadrants.h). Of
 *      several possible inner lines, the one with the most pegs is chosen
 *      (pegs.h).
 *
 * Frames   px of the given picture; lengths on the board with outer line = 1.
 * Room     board. */
#ifndef CROK_BOARD_SEARCH_SEARCH_H
#define CROK_BOARD_SEARCH_SEARCH_H

#include "board/search/quadrants.h"
#include "board/search/view.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The number of efforts: 0 is the quick search, 1 the thorough one. */
#define CROK_SEARCH_EFFORTS 2

/* Search the view for a board's lines.
 *
 *   view    borrowed
 *   effort  0 .. CROK_SEARCH_EFFORTS - 1
 *   crop    the hypothesis that gives the camera's prior
 *   out, quadrants  valid only on CROK_OK, but may be written on failure too.
 *                   The lines are fitted in view->img
 *   err             may be NULL
 *
 * CROK_ENOBOARD  none is found with this effort
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_board_search(const crok_view *view, int effort,
                                            crok_crop crop,
                                            crok_board_lines *out,
                                            crok_quadrants *quadrants,
                                            crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
