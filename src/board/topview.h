/* SPDX-License-Identifier: Apache-2.0
 *
 * board/topview.h: the top view: a picture rectified to a plane parallel to the
 * board. Shapes in that plane are shown undistorted. Points above or below it
 * appear displaced by parallax.
 *
 * Frames   px: the source picture or the top view; mm: board frame, in the
 *          plane. The view's x axis points along the board's x axis, and its y
 *          axis against the board's y axis.
 * Room     board: uses core and cv. */
#ifndef CROK_BOARD_TOPVIEW_H
#define CROK_BOARD_TOPVIEW_H

#include "board/board.h"
#include "core/image.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_topview {
    crok_image img; /* square, in the source picture's format; owned */
    double px_per_mm;
    double half_mm; /* half the side of the square */
} crok_topview;

/* What a top view shows: a square centred on the hole, in a plane parallel to
 * the board. */
typedef struct crok_topview_area {
    double z_mm;      /* height of the plane above the playing surface */
    double half_mm;   /* half the side of the square */
    double px_per_mm; /* scale of the view */
} crok_topview_area;

/* Make a top view of a picture, with bilinear interpolation.
 *
 *   img, cam  borrowed; cam is the camera of img, in mm
 *   area      borrowed; half_mm and px_per_mm positive
 *   out       written only on CROK_OK; returned: free with crok_topview_free
 *
 * CROK_EARG  the square would be smaller than one pixel
 * CROK_ENOMEM, CROK_EVISION */
CROK_MUST_USE crok_status crok_topview_make(const crok_image *img,
                                            const crok_camera *cam,
                                            const crok_topview_area *area,
                                            crok_topview *out, crok_err *err);

/* Free the image and zero *view. NULL and zero are fine. */
void crok_topview_free(crok_topview *view);

/* Convert between the board and the top view, in the view's plane:
 * crok_topview_px gives the pixel that shows a board point, and crok_topview_mm
 * the board point that a pixel shows. */
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
