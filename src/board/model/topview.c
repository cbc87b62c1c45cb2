/* SPDX-License-Identifier: Apache-2.0 */
#include "board/topview.h"

#include <stdbool.h>
#include <stdlib.h>

#include "cv/cv.h"

/* The map from the view to the picture is computed exactly at the corners of
 * cells of this many pixels, and interpolated bilinearly inside them. By the
 * camera model, f = 1000 px and 900 mm away, the interpolation errs by at most
 * 0.015 px for a lens of k1 = 0.1, and by 0.12 px with a tilt of 35 degrees
 * too. The error grows with the square of the cell; smaller cells cost time. */
#define GRID 16

/* The map of one row of cells. One row at a time is filled and then used, while
 * it is still in the processor's cache. */
typedef struct maps {
    int side;        /* of the view, px */
    int n_corners;   /* in a row of corners of cells */
    float *x, *y;    /* picture coordinates, side x GRID of each */
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

/* Picture coordinates of the corners of one row of cells, exactly. */
static void corner_row(const crok_topview *v, const crok_camera *cam,
                       double z_mm, int y, crok_px *corner, int n)
{
    for (int i = 0; i < n; i++) {
        crok_mm m = crok_topview_mm(v, (crok_px){i * GRID, y});
        corner[i] = crok_camera_project(cam, (crok_vec3){m.x, m.y, z_mm});
    }
}

/* Fill the cell that begins at column x0 by bilinear interpolation between its
 * corners: ab[0], ab[1] above and cd[0], cd[1] below. */
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

/* The rows y to y + GRID - 1 of the view, as far as it has them, as an image
 * that shares its pixels. */
static crok_image rows_from(const crok_image *view, int y)
{
    crok_image rows = *view;
    rows.data = crok_image_row(view, y);
    rows.h_px = view->h_px - y < GRID ? view->h_px - y : GRID;
    return rows;
}

/* Fill the view, one row of cells at a time; each uses the lower corners of the
 * row above again. */
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
