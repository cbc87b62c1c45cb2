/* SPDX-License-Identifier: Apache-2.0 */
#include "board/fit/residuals.h"

#include <math.h>

#include "board/model/camera_formulas.h"
#include "core/wide.h"

/* Points this far apart on a ring share no pixels. */
#define LAG 3

/* The column k of R, which is the board's axis k in the camera's frame, times
 * a. */
static inline crok_vec3 axis(const crok_camera *cam, int k, double a)
{
    const double *m = cam->rot.m;
    return (crok_vec3){a * m[k], a * m[3 + k], a * m[6 + k]};
}

/* The row of the point at p, whose ray is `to`; the board is the plane. */
CROK_INLINE crok_residual row_on(const crok_camera_plane *board, double radius,
                                 crok_px p, crok_camera_ray to)
{
    const crok_camera *cam = board->cam;
    crok_residual out;
    crok_mm m = crok_camera_unproject_ray(board, to);
    double len = sqrt(m.x * m.x + m.y * m.y);
    double c = len > 1e-12 ? m.x / len : 1.0;
    double s = len > 1e-12 ? m.y / len : 0.0;
    crok_camera_projection v =
        crok_camera_linearise(cam, (crok_vec3){radius * c, radius * s, 0.0});
    crok_vec3 along = crok_vec3_add(axis(cam, 0, -s), axis(cam, 1, c));
    crok_vec3 out_of = crok_vec3_add(axis(cam, 0, c), axis(cam, 1, s));
    double tx = crok_vec3_dot(v.d_u, along);
    double ty = crok_vec3_dot(v.d_v, along);
    double ox = crok_vec3_dot(v.d_u, out_of);
    double oy = crok_vec3_dot(v.d_v, out_of);
    double t = sqrt(tx * tx + ty * ty);
    /* the normal is square to the tangent and points away from the centre */
    double k = (ty * ox - tx * oy < 0.0 ? -1.0 : 1.0) / (t > 1e-12 ? t : 1e-12);
    double nx = k * ty;
    double ny = -k * tx;
    out.r = nx * (v.at.x - p.x) + ny * (v.at.y - p.y);
    crok_camera_jacobian(cam, &v, nx, ny, out.jac);
    out.jac[CROK_N_CAM] = nx * ox + ny * oy;
    return out;
}

crok_residual crok_residual_of(const crok_camera *cam, double radius, crok_px p)
{
    crok_camera_plane board = crok_camera_plane_at(cam, 0.0);
    return row_on(&board, radius, p, crok_camera_ray_of(&board, p));
}

/* Rows that are worked out together. */
typedef struct lanes {
    crok_camera_rays to;
    double radius[CROK_LANES];
    double r[CROK_LANES];
    double jac[CROK_N_CAM + 1][CROK_LANES];
} lanes;

CROK_WIDE static void work_out(const crok_camera_plane *board,
                               lanes *restrict l)
{
    for (int i = 0; i < CROK_LANES; i++) {
        crok_residual w =
            row_on(board, l->radius[i], (crok_px){l->to.x_px[i], l->to.y_px[i]},
                   (crok_camera_ray){l->to.x[i], l->to.y[i], l->to.s[i]});
        l->r[i] = w.r;
        for (int k = 0; k <= CROK_N_CAM; k++)
            l->jac[k][i] = w.jac[k];
    }
}

/* The points from `at` on, as many as there are lanes for: the last once more
 * where there are no more. */
static void fill_lanes(const crok_residuals *rows, const double *radius, int at,
                       lanes *l)
{
    for (int i = 0; i < CROK_LANES; i++) {
        int k = at + i < rows->n ? at + i : rows->n - 1;
        l->to.x_px[i] = rows->points[k].at.x;
        l->to.y_px[i] = rows->points[k].at.y;
        l->radius[i] = radius[rows->points[k].ring];
    }
}

void crok_residuals_evaluate(const crok_camera *cam, const double *radius,
                             crok_residuals *rows)
{
    crok_camera_plane board = crok_camera_plane_at(cam, 0.0);
    lanes l;
    for (int at = 0; at < rows->n; at += CROK_LANES) {
        fill_lanes(rows, radius, at, &l);
        crok_camera_undistort(&board, &l.to);
        work_out(&board, &l);
        for (int i = 0; i < CROK_LANES && at + i < rows->n; i++) {
            rows->at[at + i].r = l.r[i];
            for (int k = 0; k <= CROK_N_CAM; k++)
                rows->at[at + i].jac[k] = l.jac[k][i];
        }
    }
}

double crok_residuals_scale_px(const crok_residuals *all, double gate_px)
{
    double sample[512];
    int step = all->n / 512 + 1;
    int k = 0;
    for (int i = 0; i < all->n; i += step)
        if (fabs(all->at[i].r) < gate_px)
            sample[k++] = fabs(all->at[i].r);
    return fmax(CROK_RESIDUAL_MIN_SCALE_PX,
                1.4826 * crok_quantile(sample, k, 0.5));
}

/* What residuals LAG apart have in common is the ring's own shape. */
double crok_residuals_redundancy(const crok_residuals *all, double cut_px)
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
    return square <= 0.0 ? 1.0
                         : 1.0 + 2.0 * CROK_RESIDUAL_CORRELATION_REACH *
                                     fmax(product / square, 0.0);
}
