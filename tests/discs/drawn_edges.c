/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/drawn_edges.h"

#include "check.h"

crok_face_edges drawn_edges(const draw_board *b, const crok_face_places *places)
{
    crok_image img = draw_picture(b);
    crok_face_edges edges = {.n = 0};
    crok_err err = {0};
    CHECK_STATUS(crok_face_edges_find(&img, &b->cam, places, &edges, &err),
                 CROK_OK, &err);
    crok_image_free(&img);
    return edges;
}
