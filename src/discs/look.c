/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/look.h"

#include <math.h>
#include <string.h>

#include "board/topview.h"
#include "core/scratch.h"
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

/* What the bare board is not read from: a disc with its wall and its shadow, in
 * radii about its centre; the hole and what leans in it, in radii of the hole,
 * unless it is empty with this chance; cells that show a cover rather than not.
 */
#define DISC_REACH 1.6
#define HOLE_REACH 2.2
#define HOLE_EMPTY 0.98
#define COVER_CHANCE 0.5F

_Static_assert(CROK_BARE_CELLS == CROK_SEGMENTATION_CELLS,
               "a cell of the bare board is one of the segmentation");

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
                      const crok_board *board, const crok_image *bare,
                      crok_segmentation *out, crok_err *err)
{
    crok_image view = {0};
    crok_status st = view_of(img, cam, board, &view, err);
    if (st == CROK_OK)
        st = crok_segmentation_see(&view, bare, half_of(board), out, err);
    if (st == CROK_OK) {
        out->plain_frac =
            crok_plain_frac(&view, 0.5 * CROK_SEGMENTATION_PX / VIEW_RADII);
        forget_outside(img, cam, out);
        st = crok_foreign_join(&view, bare, board->line_mm[CROK_LINE_OUTER],
                               out, err);
    }
    crok_image_free(&view);
    return st;
}

crok_status crok_look_quickly(const crok_image *img, const crok_camera *cam,
                              const crok_board *board, const crok_image *bare,
                              crok_segmentation *out, crok_err *err)
{
    crok_topview_area area = {.half_mm = half_of(board),
                              .px_per_mm = CROK_SEGMENTATION_PX /
                                           (2.0 * half_of(board))};
    crok_topview view;
    crok_status st = crok_topview_make(img, cam, &area, &view, err);
    if (st != CROK_OK)
        return st;
    st = crok_segmentation_see(&view.img, bare, half_of(board), out, err);
    crok_topview_free(&view);
    if (st == CROK_OK)
        forget_outside(img, cam, out);
    return st;
}

/* ---- the bare board ---- */

/* May a disc lie at a place? */
static bool may_have_disc(const crok_observation *seen, crok_mm at)
{
    double reach_mm = DISC_REACH * seen->pose.board.disc_mm;
    for (int i = 0; i < seen->n_maybe; i++)
        if (crok_mm_apart(seen->maybe[i].at, at) < reach_mm)
            return true;
    return crok_observation_has_disc_within(seen, at, reach_mm);
}

/* May something lie in a cell? */
static bool may_hide(const crok_segmentation *s, const crok_observation *seen,
                     int cell)
{
    const crok_board *b = &seen->pose.board;
    crok_mm at = crok_segmentation_mm(s, cell);
    if (hypot(at.x, at.y) < HOLE_REACH * b->hole_mm &&
        seen->hole.empty_chance < HOLE_EMPTY)
        return true;
    return s->chance[CROK_SHOWN_COVER][cell] +
                   s->chance[CROK_SHOWN_BURNT][cell] >=
               COVER_CHANCE ||
           may_have_disc(seen, at);
}

/* A cell of the picture, twice as fine, that is not black. */
static void read_cell(const crok_image *view, int cell, uint8_t out[3])
{
    int x = 2 * (cell % CROK_BARE_CELLS);
    int y = 2 * (cell / CROK_BARE_CELLS);
    const uint8_t *above = crok_image_row(view, y) + 3 * x;
    const uint8_t *below = crok_image_row(view, y + 1) + 3 * x;
    for (int c = 0; c < 3; c++) {
        int sum = above[c] + above[c + 3] + below[c] + below[c + 3];
        out[c] = (uint8_t)(sum < 8 ? 1 : (sum + 2) / 4);
    }
}

crok_status crok_look_bare(const crok_image *img, const crok_camera *cam,
                           const crok_segmentation *segments,
                           const crok_observation *seen, crok_bare *out,
                           crok_err *err)
{
    CROK_SCRATCH(crok_segmentation, here, 1);
    crok_image view = {0};
    crok_status st = view_of(img, cam, &seen->pose.board, &view, err);
    if (st != CROK_OK)
        return st;
    memset(out, 0, sizeof *out);
    memset(here, 0, sizeof *here);
    if (segments != NULL)
        *here = *segments;
    crok_look_rescale(here, &seen->pose.board);
    forget_outside(img, cam, here);
    for (int i = 0; i < CROK_BARE_SIZE; i++)
        if (!here->is_outside[i] &&
            (segments == NULL || !may_hide(here, seen, i)))
            read_cell(&view, i, out->rgb[i]);
    crok_image_free(&view);
    return CROK_OK;
}

void crok_look_rescale(crok_segmentation *segments, const crok_board *board)
{
    segments->cell_mm = 2.0 * half_of(board) / CROK_SEGMENTATION_CELLS;
}
