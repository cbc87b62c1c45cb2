/* SPDX-License-Identifier: Apache-2.0 */
#include "board/topview.h"

#include <stdlib.h>

#include "cv/cv.h"

/* The map is computed exactly on a grid of this many pixels and interpolated
 * between: over 16 px of a view a lens bends lines by less than 0.01 px. */
#define GRID 16

/* One row of grid cells at a time: what is mapped is then still in the cache
 * when the picture is read. */
typedef struct maps {
    int side; /* of the view */
    float *x, *y;
} maps;

/* Exact positions of the corners of one row of grid cells. */
static void corner_row(const crok_topview *v, const crok_camera *cam,
                       double z_mm, int y, crok_px *corner, int n)
{
    for (int i = 0; i < n; i++) {
        crok_mm m = crok_topview_mm(v, (crok_px){i * GRID, y});
        corner[i] = crok_camera_project(cam, (crok_vec3){m.x, m.y, z_mm});
    }
}

/* Fills the columns from x0 on by bilinear interpolation of the cell's corners
 * a b / c d. */
static void fill_cell(maps *m, int x0, const crok_px *ab, const crok_px *cd)
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

/* The view's rows from y on, at most GRID of them, as a picture. */
static crok_image rows_from(const crok_image *view, int y)
{
    crok_image rows = *view;
    rows.data = crok_image_row(view, y);
    rows.h_px = view->h_px - y < GRID ? view->h_px - y : GRID;
    return rows;
}

/* Maps and reads row of cells by row of cells; corner is room for two rows of
 * corners. */
static crok_status fill(const crok_image *img, const crok_camera *cam,
                        double z_mm, maps *m, crok_px *corner,
                        crok_topview *view, crok_err *err)
{
    int n = m->side / GRID + 2;
    crok_status st = CROK_OK;
    corner_row(view, cam, z_mm, 0, corner, n);
    for (int y = 0; y < m->side && st == CROK_OK; y += GRID) {
        crok_px *above = corner + (y / GRID % 2) * n;
        crok_px *below = corner + ((y / GRID + 1) % 2) * n;
        crok_image rows = rows_from(&view->img, y);
        corner_row(view, cam, z_mm, y + GRID, below, n);
        for (int x = 0; x < m->side; x += GRID)
            fill_cell(m, x, above + x / GRID, below + x / GRID);
        st = crok_cv_remap(img, m->x, m->y, &rows, err);
    }
    return st;
}

crok_status crok_topview_make(const crok_image *img, const crok_camera *cam,
                              double z_mm, double half_mm, double px_per_mm,
                              crok_topview *out, crok_err *err)
{
    crok_topview v = {.px_per_mm = px_per_mm, .half_mm = half_mm};
    maps m = {.side = (int)(2.0 * half_mm * px_per_mm + 0.5)};
    size_t n = (size_t)m.side * GRID;
    crok_px *corner = NULL;
    crok_status st = crok_image_new(m.side, m.side, img->format, &v.img, err);
    if (st != CROK_OK)
        return st;
    m.x = malloc(n * sizeof *m.x);
    m.y = malloc(n * sizeof *m.y);
    corner = malloc(2U * ((size_t)m.side / GRID + 2U) * sizeof *corner);
    if (m.x == NULL || m.y == NULL || corner == NULL)
        st = crok_fail(err, CROK_ENOMEM, "no memory for the view from above");
    else
        st = fill(img, cam, z_mm, &m, corner, &v, err);
    free(m.x);
    free(m.y);
    free(corner);
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
