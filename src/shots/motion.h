/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/motion.h: motion detection: does anything move on the board? It uses
 * small grey pictures only and is fast enough for every frame.
 *
 * Each picture is compared with an anchor. When a picture differs from the
 * anchor, motion is detected and that picture becomes the new anchor. While
 * the differences are small the anchor stays, so that slow motion adds up
 * until it is detected.
 *
 * Frames   px: of the small grey picture; mm: board.
 * Room     shots: uses core and board.
 * Threads  a detector has one owner. No allocation after crok_motion_new. */
#ifndef CROK_SHOTS_MOTION_H
#define CROK_SHOTS_MOTION_H

#include <stdint.h>

#include "board/board.h"
#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A pixel of the small picture that shows the board, and its position there. */
typedef struct crok_motion_cell {
    uint16_t x, y;
    float x_mm, y_mm;
} crok_motion_cell;

typedef struct crok_motion_detector {
    int w_px, h_px;
    int n_cells, n_inner;
    /* Owned: the pixels of the board with its ditch, or of the whole picture.
     * The first n_inner are the inner part, the others the rim. */
    crok_motion_cell *cell;
    uint8_t *now;      /* owned: the cells' grey values in the latest picture */
    uint8_t *anchor;   /* owned: their grey values in the anchor */
    uint8_t *kept;     /* owned: their grey values at crok_motion_keep */
    uint8_t *slack;    /* owned: changes of the cells that a small error of the
                          registration causes, grey levels */
    double disc_cells; /* number of cells that a disc covers */
    double noise; /* exponential running mean of the clipped absolute difference
                     of the cells from the anchor, grey levels */
    int64_t still_ns; /* time of the last motion in the inner part */
    int64_t rim_ns;   /* time of the last motion in the rim */
    bool has_anchor, has_kept;
    bool inner_moves, rim_moves; /* in the picture of crok_motion_look */
    bool is_displaced; /* the picture is of a camera that has moved, so that it
                          has an error of registration; set by the caller */
} crok_motion_detector;

/* The grey value of a cell. */
static inline uint8_t crok_motion_value(const crok_motion_detector *detector,
                                        const crok_image *luma, int i)
{
    const crok_motion_cell *c = &detector->cell[i];
    return crok_image_row(luma, c->y)[c->x];
}

/* A cell has changed if it differs by more than this, grey levels, plus four
 * times the noise. Both are chosen by hand. If they are lower, noise is
 * detected as motion; if higher, a moving disc that is as bright as the board
 * is missed.
 */
#define CROK_MOTION_MIN_CHANGE 8.0

/* Create a detector for pictures of w_px x h_px, at most UINT16_MAX each.
 *
 *   pose   borrowed: of the full frames; NULL: the whole picture is watched
 *   scale  width of the full frame divided by that of the small picture
 *   out    written only on CROK_OK; returned: free with crok_motion_free
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_motion_new(int w_px, int h_px,
                                          const crok_board_pose *pose,
                                          double scale,
                                          crok_motion_detector *out,
                                          crok_err *err);

/* Free the memory that the detector owns, and zero *detector. */
void crok_motion_free(crok_motion_detector *detector);

/* Radius of the inner part, as a fraction of the outer line's radius. Hands
 * that rest and tremble at the line reach 0.85 in a real film; the discs of
 * most shots come to rest in the inner part. Chosen by hand. If it is smaller,
 * more shots wait until the rim is still; if it is larger, waiting hands delay
 * the readings.
 */
#define CROK_MOTION_INNER 0.80

/* The length of the board's millimetre has changed: multiply the cells'
 * positions by k. */
void crok_motion_rescale(crok_motion_detector *detector, double k);

/* Compare one picture of the detector's size with the anchor: does anything
 * move in the inner part or in the rim?
 *
 *   luma  borrowed: grey */
bool crok_motion_look(crok_motion_detector *detector, const crok_image *luma);

/* Take the picture of the last crok_motion_look: where it shows motion it
 * becomes the anchor. Returns for how long nothing has moved in the inner part,
 * ns.
 *
 *   t_ns  the picture's time; it must not be before that of the last one */
int64_t crok_motion_take(crok_motion_detector *detector, int64_t t_ns);

/* Look at a picture and take it. */
int64_t crok_motion_feed(crok_motion_detector *detector, const crok_image *luma,
                         int64_t t_ns);

/* Keep this picture for crok_motion_is_as_kept, and allow for the changes that
 * an error of the registration causes at its edges. */
void crok_motion_keep(crok_motion_detector *detector, const crok_image *luma);

/* Is the picture the same as the kept one? It is if at most 4 cells of the
 * board differ by more than noise. This test is stricter than motion
 * detection. Returns false if no picture was kept. */
bool crok_motion_is_as_kept(crok_motion_detector *detector,
                            const crok_image *luma);

#ifdef __cplusplus
}
#endif
#endif
