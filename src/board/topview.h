/* SPDX-License-Identifier: Apache-2.0
 *
 * board/topview.h: the board as seen straight from above: a picture resampled
 * so that what lies in one plane over the board keeps its shape.
 *
 * Frames   px: the picture given, or the top view's own; mm: board, in that
 *          plane.
 * Room     board: uses core and cv. */
#ifndef CROK_BOARD_TOPVIEW_H
#define CROK_BOARD_TOPVIEW_H

#include "board/board.h"
#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_topview {
    crok_image img; /* square, in the given picture's format; owned */
    double px_per_mm;
    double half_mm; /* of the square's side */
} crok_topview;

/* Resample.
 *
 *   img, cam   borrowed; cam belongs to img, in mm
 *   z_mm       height of the plane
 *   half_mm    half the side of the square shown
 *   px_per_mm  of the result
 *   out        written only on CROK_OK; returned: free with crok_topview_free
 *
 * CROK_EARG  the square would have no pixel
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_topview_make(const crok_image *img,
                                            const crok_camera *cam, double z_mm,
                                            double half_mm, double px_per_mm,
                                            crok_topview *out, crok_err *err);

void crok_topview_free(crok_topview *view);

/* Where a board point (in the view's plane) lies in the view, and back. */
static inline crok_px crok_topview_px(const crok_topview *v, crok_mm p)
{
    crok_px out = {(p.x + v->half_mm) * v->px_per_mm - 0.5,
                   (v->half_mm - p.y) * v->px_per_mm - 0.5};
    return out;
}

static inline crok_mm crok_topview_mm(const crok_topview *v, crok_px p)
{
    crok_mm out = {(p.x + 0.5) / v->px_per_mm - v->half_mm,
                   v->half_mm - (p.y + 0.5) / v->px_per_mm};
    return out;
}

#ifdef __cplusplus
}
#endif
#endif
