/* SPDX-License-Identifier: Apache-2.0
 *
 * board/texture.h: the pattern of a board's surface: print, grain, planks and
 * pegs, as seen from above, without the light.
 *
 * Light changes slowly over a board, and print and grain do not. So the luma of
 * each cell is divided by the mean luma of its surroundings. Cells that the
 * picture does not show, or that a disc covers, are unknown. The pattern turns
 * with the board: a picture gives the board's frame only up to quarter turns,
 * because the quadrant lines look alike.
 *
 * Frames   cells: column along x, row along -y; a cell's size is a fraction of
 *          the outer line's radius, so that no scale is needed.
 * Room     board: uses core and cv.
 * Threads  every call may run in any thread.
 * Source   Lewis 1995 for normalised cross-correlation. */
#ifndef CROK_BOARD_TEXTURE_H
#define CROK_BOARD_TEXTURE_H

#include "board/board.h"
#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Number of cells along a side. They reach CROK_TEXTURE_RADII radii of the
 * outer line from the centre, so a cell is 3.2 mm wide on a tournament board, a
 * tenth of a disc's diameter. */
#define CROK_TEXTURE_CELLS 200
#define CROK_TEXTURE_RADII 1.04
#define CROK_TEXTURE_SIZE (CROK_TEXTURE_CELLS * CROK_TEXTURE_CELLS)

/* The value of a cell as bright as its surroundings; one twice as bright has
 * twice this value, up to 255. */
#define CROK_TEXTURE_PLAIN 128

typedef struct crok_texture {
    uint8_t cell[CROK_TEXTURE_SIZE]; /* row-major; 0: unknown */
} crok_texture;

/* What hides the surface: n circles on the board. */
typedef struct crok_texture_mask {
    int n;
    const crok_mm *at; /* borrowed */
    double reach_mm;   /* their radius, with wall and shadow */
} crok_texture_mask;

/* Read the pattern from a picture.
 *
 *   img, cam  borrowed; img is RGB, cam is its camera, in mm
 *   board     borrowed: the radii of the outer line and of the hole; the hole
 *             is unknown, since it may hold a disc
 *   mask      borrowed
 *   out       written only on CROK_OK
 *
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_texture_read(const crok_image *img,
                                            const crok_camera *cam,
                                            const crok_board *board,
                                            const crok_texture_mask *mask,
                                            crok_texture *out, crok_err *err);

/* How a pattern lies on another one. */
typedef struct crok_texture_match {
    int turn; /* quarter turns, counter-clockwise, from the frame of the second
                 pattern to that of the first */
    double correlation; /* of the cells known in both, -1..1 */
    double pattern;     /* standard deviation of the cells' values in that
                           pattern which has the smaller one */
    int n_cells;        /* cells known in both */
} crok_texture_match;

/* Find the quarter turn in which pattern b correlates best with a. Lines are
 * left out, because all boards have them.
 *
 *   board  borrowed: the lines of both */
crok_texture_match crok_texture_register(const crok_texture *a,
                                         const crok_texture *b,
                                         const crok_board *board);

/* The point `p` turned by `turn` quarters counter-clockwise. */
crok_mm crok_texture_turned(crok_mm p, int turn);

/* A circle on the board. */
typedef struct crok_texture_circle {
    crok_mm at;
    double radius_mm;
} crok_texture_circle;

/* The correlation of a pattern with a picture on a circle of the board: does
 * the bare board look like this there?
 *
 *   a         borrowed: pattern of the board
 *   turn      quarter turns from the picture's board frame to that of `a`
 *   img, cam  borrowed; img is RGB, cam is its camera, in mm
 *   board     borrowed: its lines, which are left out because a disc may lie on
 *             or beside one, and so is all beyond the outer line
 *   circle    in the picture's board frame
 *
 * Returns 0 if less than half of the circle is left, known and seen, or if the
 * pattern there is no print. */
double crok_texture_correlation(const crok_texture *a, int turn,
                                const crok_image *img, const crok_camera *cam,
                                const crok_board *board,
                                crok_texture_circle circle);

/* Add pattern b, turned by `turn`, to a: cells known in one of them are known,
 * and those known in both are averaged; `a` is the mean of n_a patterns. */
void crok_texture_add(crok_texture *a, int n_a, const crok_texture *b,
                      int turn);

#ifdef __cplusplus
}
#endif
#endif
