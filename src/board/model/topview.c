/* SPDX-License-Identifier: Apache-2.0 */
#include "board/topview.h"

#include <stdbool.h>
#include <stdlib.h>

#include "cv/cv.h"

/* The map from the view to the picture is computed exactly at the corners of
 * square cells with sides of this many pixels, and interpolated bilinearly
 * inside them. The error was computed with the camera model for f = 1000 px at
 * a distance of 900 mm. It is at most 0.015 px for a lens with k1 = 0.1, and
 * 0.12 px if the camera is also tilted by 35 degrees. The error grows with the
 * square of the cell's side; smaller cells cost time. */
#define GRID 16

/* The map from the view to the picture, for one row of cells. Each row is used
 * as soon as it is filled, while it is still in the processor's cache. */
typedef struct maps {
    int side;        /* side of the view, px */
    int n_corners;   /* number of cell corners in a row */
    float *x, *y;    /* picture coordinates, px; side * GRID each */
    crok_px *corner; /* two rows of corners, in picture coordinates */
} maps;

static bool maps_new(int side, maps *m)
{
    size_t n = (size_t)side * GRID;
    m->side = side;
    m->n_corners = side / GRID + 2;
    m->x = malloc(n * sizeof *m->x);
    m->y = malloc(n * sizeof *m->y);
    m->corner = calloc(2U * (size_t)m->n_corners, sizeof *m->corner);
    return m->x != NULL && m->y != NULL && m->corner != NULL;
}

static void maps_free(maps *m)
{
    free(m->x);
    free(m->y);
    free(m->corner);
}

/* Compute the exact picture coordinates of the corners of one row of cells. */
static void corner_row(const crok_topview *v, const crok_camera *cam,
                       double z_mm, int y, crok_px *corner, int n)
{
    for (int i = 0; i < n; i++) {
        crok_mm m = crok_topview_mm(v, (crok_px){i * GRID, y});
        corner[i] = crok_camera_project(cam, (crok_vec3){m.x, m.y, z_mm});
    }
}

/* Fill the cell that begins at column x0 by bilinear interpolation between its
 * corners: ab[0], ab[1] are the upper ones and cd[0], cd[1] the lower ones. */
static void fill_cell(const maps *m, int x0, const crok_px *ab,
                      const crok_px *cd)
{
    int n = m->side - x0 < GRID ? m->side - x0 : GRID;
    for (int y = 0; y < GRID; y++) {
        double t = (double)y / GRID;
        double lx = ab[0].x + t * (cd[0].x - ab[0].x);
        double ly = ab[0].y + t * (cd[0].y - ab[0].y);
        double rx = ab[1].x + t * (cd[1].x - ab[1].x);
        double ry = ab[1].y + t * (cd[1].y - ab[1].y);
        float *to_x = m->x + (size_t)y * (size_t)m->side + (size_t)x0;
        float *to_y = m->y + (size_t)y * (size_t)m->side + (size_t)x0;
        for (int x = 0; x < n; x++) {
            double s = (double)x / GRID;
            to_x[x] = (float)(lx + s * (rx - lx));
            to_y[x] = (float)(ly + s * (ry - ly));
        }
    }
}

/* Return the rows y to y + GRID - 1 of the view as an image that shares the
 * view's pixels. It ends at the view's last row. */
static crok_image rows_from(const crok_image *view, int y)
{
    crok_image rows = *view;
    rows.data = crok_image_row(view, y);
    rows.h_px = view->h_px - y < GRID ? view->h_px - y : GRID;
    return rows;
}

/* Fill the view, one row of cells at a time. The lower corners of a row are the
 * upper corners of the next one, so they are computed once. */
static crok_status fill(const crok_image *img, const crok_camera *cam,
                        double z_mm, const maps *m, crok_topview *view,
                        crok_err *err)
{
    crok_px *above = m->corner;
    crok_px *below = m->corner + m->n_corners;
    crok_status st = CROK_OK;
    corner_row(view, cam, z_mm, 0, above, m->n_corners);
    for (int y = 0; y < m->side && st == CROK_OK; y += GRID) {
        crok_px *done = above;
        crok_image rows = rows_from(&view->img, y);
        corner_row(view, cam, z_mm, y + GRID, below, m->n_corners);
        for (int x = 0; x < m->side; x += GRID)
            fill_cell(m, x, above + x / GRID, below + x / GRID);
        st = crok_cv_remap(img, m->x, m->y, &rows, err);
        above = below;
        below = done;
    }
    return st;
}

crok_status crok_topview_make(const crok_image *img, const crok_camera *cam,
                              const crok_topview_area *area, crok_topview *out,
                              crok_err *err)
{
    crok_topview v = {.px_per_mm = area->px_per_mm, .half_mm = area->half_mm};
    int side = (int)(2.0 * area->half_mm * area->px_per_mm + 0.5);
    maps m;
    crok_status st = crok_image_new(side, side, img->format, &v.img, err);
    if (st != CROK_OK)
        return st;
    if (maps_new(side, &m))
        st = fill(img, cam, area->z_mm, &m, &v, err);
    else
        st = crok_fail(err, CROK_ENOMEM, "no memory for the view from above");
    maps_free(&m);
    if (st == CROK_OK)
        *out = v;
    else
        crok_image_free(&v.img);
    return st;
}

void crok_topview_free(crok_topview *view)
{
    if (view == NULL)
        return;
    crok_image_free(&view->img);
    *view = (crok_topview){0};
}
