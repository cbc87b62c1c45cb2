/* SPDX-License-Identifier: Apache-2.0
 *
 * board/bare.h: a board as it looks from above when nothing lies on it, put
 * together from what pictures showed as its surface.
 *
 * The network sees it beside a picture of the same board
 * (see/segmentation.h): what differs from it lies on the board.
 *
 * Frames   cells: column along x, row along -y, about the hole; as the top view
 *          of discs/look.h, at half its size.
 * Room     board: uses core and cv.
 * Threads  values only; any thread. */
#ifndef CROK_BOARD_BARE_H
#define CROK_BOARD_BARE_H

#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Number of cells along a side. A cell is 5.7 mm wide on a tournament board. */
#define CROK_BARE_CELLS 128
#define CROK_BARE_SIZE (CROK_BARE_CELLS * CROK_BARE_CELLS)

/* sRGB, row-major. A cell that was never seen is black; one that was seen is
 * not. */
typedef struct crok_bare {
    uint8_t rgb[CROK_BARE_SIZE][3];
} crok_bare;

bool crok_bare_has_cell(const crok_bare *bare, int cell);

/* Is any cell known? */
bool crok_bare_is_known(const crok_bare *bare);

/* Fill cells that `a` does not know by those of `b`, in the light of `a`: each
 * channel is multiplied by the ratio of the means of cells that both know.
 *
 *   turn  quarter turns, counter-clockwise, from the frame of b to that of a
 *         (crok_texture_match) */
void crok_bare_add(crok_bare *a, const crok_bare *b, int turn);

/* The bare board as a picture, twice as large, in another frame.
 *
 *   turn  quarter turns, counter-clockwise, from that frame to that of `bare`
 *   out   written only on CROK_OK; free with crok_image_free
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_bare_view(const crok_bare *bare, int turn,
                                         crok_image *out, crok_err *err);

#ifdef __cplusplus
}
#endif
#endif
