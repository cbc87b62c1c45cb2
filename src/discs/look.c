/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/look.h"

#include <math.h>

#include "board/topview.h"
#include "cv/cv.h"
#include "discs/foreign.h"
#include "see/plain.h"

/* Half the side of the top view, in radii of the outer line, as the network was
 * trained with (models/perception/train/ranges.py,
 * TOP_VIEW_RADII). */
#define VIEW_RADII 1.2
/* Each pixel of the top view is the mean of at most this many samples a side.
 * More samples take longer, and with these no aliasing was visible. */
#define MOST_SAMPLES 3

static double half_of(const crok_board *board)
{
    return VIEW_RADII * board->line_mm[CROK_LINE_OUTER];
}

/* Make the top view, black outside the picture; the caller frees it. */
static crok_status view_of(const crok_image *img, const crok_camera *cam,
                           const crok_board *board, crok_image *out,
                           crok_err *err)
{
    double view_px_per_mm = CROK_SEGMENTATION_PX / (2.0 * half_of(board));
    double samples = crok_camera_px_per_mm(cam) / view_px_per_mm;
    int n = (int)fmin(fmax(ceil(samples), 1.0), MOST_SAMPLES);
    crok_topview_area area = {.half_mm = half_of(board),
                              .px_per_mm = n * view_px_per_mm};
    crok_topview fine;
    crok_status st = crok_topview_make(img, cam, &area, &fine, err);
    if (st != CROK_OK)
        return st;
    st = crok_cv_resize(&fine.img, CROK_SEGMENTATION_PX, CROK_SEGMENTATION_PX,
                        out, err);
    crok_topview_free(&fine);
    return st;
}

static void forget_outside(const crok_image *img, const crok_camera *cam,
                           crok_segmentation *s)
{
    for (int i = 0; i < CROK_SEGMENTATION_SIZE; i++) {
        crok_mm at = crok_segmentation_mm(s, i);
        crok_px p = crok_camera_project(cam, (crok_vec3){at.x, at.y, 0.0});
        bool is_inside = p.x >= 0.0 && p.y >= 0.0 && p.x <= img->w_px - 1 &&
                         p.y <= img->h_px - 1;
        if (!is_inside)
            crok_segmentation_forget(s, i);
    }
}

crok_status crok_look(const crok_image *img, const crok_camera *cam,
                      const crok_board *board, crok_segmentation *out,
                      crok_err *err)
{
    crok_image view = {0};
    crok_status st = view_of(img, cam, board, &view, err);
    if (st == CROK_OK)
        st = crok_segmentation_see(&view, NULL, half_of(board), out, err);
    if (st == CROK_OK) {
        out->plain_frac =
            crok_plain_frac(&view, 0.5 * CROK_SEGMENTATION_PX / VIEW_RADII);
        forget_outside(img, cam, out);
        st =
            crok_foreign_join(&view, board->line_mm[CROK_LINE_OUTER], out, err);
    }
    crok_image_free(&view);
    return st;
}

void crok_look_rescale(crok_segmentation *segments, const crok_board *board)
{
    segments->cell_mm = 2.0 * half_of(board) / CROK_SEGMENTATION_CELLS;
}
