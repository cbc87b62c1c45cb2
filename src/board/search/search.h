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
 * Where nothing is found, rings that are too faint for edge points are searched
 * for in the planes that the strong rings give (faint.h).
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

/* The efforts of a search. QUICK and THOROUGH are for boards that the camera
 * sees from above, the others for boards that it sees from the side: there the
 * shape of the rings depends on the focal length, so each begins with another
 * one. Where EXIF gives the focal length, only OBLIQUE is of use. FAINT is for
 * boards whose surface and rail are seen, but hardly their lines (faint.h). */
typedef enum crok_effort {
    CROK_EFFORT_QUICK,
    CROK_EFFORT_THOROUGH,
    CROK_EFFORT_OBLIQUE,
    CROK_EFFORT_OBLIQUE_TELE,
    CROK_EFFORT_OBLIQUE_WIDE,
    CROK_EFFORT_OBLIQUE_LONG,
    CROK_EFFORT_FAINT,
    CROK_N_EFFORTS
} crok_effort;

/* Search the view for a board's lines.
 *
 *   view    borrowed
 *   effort  how to search
 *   crop    the hypothesis that gives the camera's prior
 *   out, quadrants  valid only on CROK_OK, but may be written on failure too.
 *                   The lines are fitted in view->img
 *   err             may be NULL
 *
 * CROK_ENOBOARD  none is found with this effort
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_board_search(const crok_view *view,
                                            crok_effort effort, crok_crop crop,
                                            crok_board_lines *out,
                                            crok_quadrants *quadrants,
                                            crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
