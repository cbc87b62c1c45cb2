/* SPDX-License-Identifier: Apache-2.0 */
#ifndef CROK_TESTS_DISCS_DRAWN_EDGES_H
#define CROK_TESTS_DISCS_DRAWN_EDGES_H

#include "board/draw_board.h"
#include "discs/find/face_edges.h"

/* The edges of the board's picture around places in the plane of its discs'
 * faces; free with crok_face_edges_free. */
crok_face_edges drawn_edges(const draw_board *b,
                            const crok_face_places *places);

#endif
