/* SPDX-License-Identifier: Apache-2.0 */
#include "board/rows.h"

#include <math.h>

/* Points this far apart on a ring share no pixels. */
#define LAG 3

crok_row crok_row_of(const crok_camera *cam, double radius, crok_px p)
{
    crok_row out = {0};
    double d_cam[2][CROK_N_CAM];
    double d_x[2][3];
    crok_mm m = crok_camera_unproject(cam, p, 0.0);
    double len = fmax(sqrt(m.x * m.x + m.y * m.y), 1e-12);
    double c = m.x / len;
    double s = m.y / len;
    crok_px q = crok_camera_derive(cam, (crok_vec3){radius * c, radius * s, 0},
                                   d_cam, d_x);
    /* tangent: dq/dX . (-s, c); the normal points away from the centre */
    double tx = -s * d_x[0][0] + c * d_x[0][1];
    double ty = -s * d_x[1][0] + c * d_x[1][1];
    double ox = c * d_x[0][0] + s * d_x[0][1];
    double oy = c * d_x[1][0] + s * d_x[1][1];
    double t = fmax(sqrt(tx * tx + ty * ty), 1e-12);
    double nx = ty / t;
    double ny = -tx / t;
    if (nx * ox + ny * oy < 0.0) {
        nx = -nx;
        ny = -ny;
    }
    out.r = nx * (q.x - p.x) + ny * (q.y - p.y);
    for (int k = 0; k < CROK_N_CAM; k++)
        out.jac[k] = nx * d_cam[0][k] + ny * d_cam[1][k];
    out.jac[CROK_N_CAM] = nx * ox + ny * oy;
    return out;
}

void crok_rows_work_out(const crok_camera *cam, const double *radius,
                        crok_rows *rows)
{
    for (int i = 0; i < rows->n; i++)
        rows->at[i] =
            crok_row_of(cam, radius[rows->points[i].ring], rows->points[i].at);
}

double crok_rows_scale_px(const crok_rows *all, double gate_px)
{
    double sample[512];
    int step = all->n / 512 + 1;
    int k = 0;
    for (int i = 0; i < all->n; i += step)
        if (fabs(all->at[i].r) < gate_px)
            sample[k++] = fabs(all->at[i].r);
    return fmax(CROK_ROW_LEAST_PX, 1.4826 * crok_quantile(sample, k, 0.5));
}

/* What residuals LAG apart have in common is the ring's own shape. */
double crok_rows_redundancy(const crok_rows *all, double cut_px)
{
    const crok_ring_point *points = all->points;
    double product = 0.0;
    double square = 0.0;
    for (int i = LAG; i < all->n; i++) {
        double a = all->at[i].r;
        double b = all->at[i - LAG].r;
        if (points[i].ring != points[i - LAG].ring || !(fabs(a) < cut_px) ||
            !(fabs(b) < cut_px))
            continue;
        product += a * b;
        square += 0.5 * (a * a + b * b);
    }
    return square <= 0.0
               ? 1.0
               : 1.0 + 2.0 * CROK_ROW_REACH * fmax(product / square, 0.0);
}
