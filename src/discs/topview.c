/* SPDX-License-Identifier: Apache-2.0 */
#include "discs/topview.h"

#include <stdlib.h>

#include "cv/cv.h"

/* The map is computed exactly on a grid of this many pixels and interpolated
 * between: over 16 px of a view a lens bends lines by less than 0.01 px. */
#define GRID 16

typedef struct maps {
    int side;
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

/* Fills one cell by bilinear interpolation of its corners a b / c d. */
static void fill_cell(maps *m, int x0, int y0, const crok_px *ab,
                      const crok_px *cd)
{
    for (int y = y0; y < y0 + GRID && y < m->side; y++) {
        double t = (double)(y - y0) / GRID;
        double lx = ab[0].x + t * (cd[0].x - ab[0].x);
        double ly = ab[0].y + t * (cd[0].y - ab[0].y);
        double rx = ab[1].x + t * (cd[1].x - ab[1].x);
        double ry = ab[1].y + t * (cd[1].y - ab[1].y);
        for (int x = x0; x < x0 + GRID && x < m->side; x++) {
            double s = (double)(x - x0) / GRID;
            size_t i = (size_t)y * (size_t)m->side + (size_t)x;
            m->x[i] = (float)(lx + s * (rx - lx));
            m->y[i] = (float)(ly + s * (ry - ly));
        }
    }
}

static bool fill_maps(const crok_topview *v, const crok_camera *cam,
                      double z_mm, maps *m)
{
    int n = m->side / GRID + 2;
    crok_px *corner = malloc(2 * (size_t)n * sizeof *corner);
    if (corner == NULL)
        return false;
    corner_row(v, cam, z_mm, 0, corner, n);
    for (int y = 0; y < m->side; y += GRID) {
        crok_px *above = corner + (y / GRID % 2) * n;
        crok_px *below = corner + ((y / GRID + 1) % 2) * n;
        corner_row(v, cam, z_mm, y + GRID, below, n);
        for (int x = 0; x < m->side; x += GRID)
            fill_cell(m, x, y, above + x / GRID, below + x / GRID);
    }
    free(corner);
    return true;
}

crok_status crok_topview_make(const crok_image *img, const crok_camera *cam,
                              double z_mm, double half_mm, double px_per_mm,
                              crok_topview *out, crok_err *err)
{
    crok_topview v = {.px_per_mm = px_per_mm, .half_mm = half_mm};
    maps m = {.side = (int)(2.0 * half_mm * px_per_mm + 0.5)};
    size_t n = (size_t)m.side * (size_t)m.side;
    crok_status st = crok_image_new(m.side, m.side, img->format, &v.img, err);
    if (st != CROK_OK)
        return st;
    m.x = malloc(n * sizeof *m.x);
    m.y = malloc(n * sizeof *m.y);
    if (m.x == NULL || m.y == NULL || !fill_maps(&v, cam, z_mm, &m))
        st = crok_fail(err, CROK_ENOMEM, "no memory for the view from above");
    else
        st = crok_cv_remap(img, m.x, m.y, &v.img, err);
    free(m.x);
    free(m.y);
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
