/* SPDX-License-Identifier: Apache-2.0 */
#include "board/fit/residuals.h"

#include <math.h>

#include "board/model/camera_formulas.h"
#include "core/wide.h"

/* The correlation compares the residuals of points this many places apart on a
 * ring. Closer points have profiles that share pixels, so their noise is
 * correlated too. */
#define LAG 3
/* Largest number of residuals from which the scale is computed. */
#define MAX_SAMPLE 512
/* Lengths and derivatives below this value are treated as zero. */
#define TINY 1e-12

/* Return a times column k of R, which is the board's axis k in the camera
 * frame. */
static inline crok_vec3 axis(const crok_camera *cam, int k, double a)
{
    const double *m = cam->rot.m;
    return (crok_vec3){a * m[k], a * m[3 + k], a * m[6 + k]};
}

/* Compute the residual of the pixel p. `to` is the pixel's ray, and `board` the
 * plane z = 0. */
CROK_INLINE crok_residual residual_on(const crok_camera_plane *board,
                                      double radius, crok_px p,
                                      crok_camera_ray to)
{
    const crok_camera *cam = board->cam;
    crok_residual out;
    crok_mm m = crok_camera_unproject_ray(board, to);
    double len = sqrt(m.x * m.x + m.y * m.y);
    double c = len > TINY ? m.x / len : 1.0;
    double s = len > TINY ? m.y / len : 0.0;
    crok_camera_projection v =
        crok_camera_linearise(cam, (crok_vec3){radius * c, radius * s, 0.0});
    crok_vec3 along = crok_vec3_add(axis(cam, 0, -s), axis(cam, 1, c));
    crok_vec3 outward = crok_vec3_add(axis(cam, 0, c), axis(cam, 1, s));
    double tx = crok_vec3_dot(v.d_u, along);
    double ty = crok_vec3_dot(v.d_v, along);
    double ox = crok_vec3_dot(v.d_u, outward);
    double oy = crok_vec3_dot(v.d_v, outward);
    double t = sqrt(tx * tx + ty * ty);
    /* the normal is orthogonal to the tangent and points outwards */
    double k = (ty * ox - tx * oy < 0.0 ? -1.0 : 1.0) / (t > TINY ? t : TINY);
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
    return residual_on(&board, radius, p, crok_camera_ray_of(&board, p));
}

/* The inputs and results of a batch of residuals. They are separate arrays, so
 * that the compiler can vectorise loops over them. */
typedef struct lanes {
    crok_camera_rays to;
    double radius[CROK_LANES];
    double r[CROK_LANES];
    double jac[CROK_N_CAM + 1][CROK_LANES];
} lanes;

CROK_WIDE static void evaluate_lanes(const crok_camera_plane *board,
                                     lanes *restrict l)
{
    for (int i = 0; i < CROK_LANES; i++) {
        crok_residual w = residual_on(
            board, l->radius[i], (crok_px){l->to.x_px[i], l->to.y_px[i]},
            (crok_camera_ray){l->to.x[i], l->to.y[i], l->to.s[i]});
        l->r[i] = w.r;
        for (int k = 0; k <= CROK_N_CAM; k++)
            l->jac[k][i] = w.jac[k];
    }
}

/* Fill the lanes with the points from `at` on. If fewer points are left, the
 * last one is repeated. */
static void fill_lanes(const crok_residuals *all, const double *radius, int at,
                       lanes *l)
{
    for (int i = 0; i < CROK_LANES; i++) {
        int k = at + i < all->n ? at + i : all->n - 1;
        l->to.x_px[i] = all->points[k].at.x;
        l->to.y_px[i] = all->points[k].at.y;
        l->radius[i] = radius[all->points[k].ring];
    }
}

void crok_residuals_evaluate(const crok_camera *cam, const double *radius,
                             crok_residuals *all)
{
    crok_camera_plane board = crok_camera_plane_at(cam, 0.0);
    lanes l;
    for (int at = 0; at < all->n; at += CROK_LANES) {
        fill_lanes(all, radius, at, &l);
        crok_camera_undistort(&board, &l.to);
        evaluate_lanes(&board, &l);
        for (int i = 0; i < CROK_LANES && at + i < all->n; i++) {
            all->at[at + i].r = l.r[i];
            for (int k = 0; k <= CROK_N_CAM; k++)
                all->at[at + i].jac[k] = l.jac[k][i];
        }
    }
}

double crok_residuals_scale_px(const crok_residuals *all, double gate_px)
{
    double sample[MAX_SAMPLE];
    int step = all->n / MAX_SAMPLE + 1;
    int k = 0;
    for (int i = 0; i < all->n; i += step)
        if (fabs(all->at[i].r) < gate_px)
            sample[k++] = fabs(all->at[i].r);
    return fmax(CROK_RESIDUAL_MIN_SCALE_PX,
                CROK_MAD_TO_SD * crok_quantile(sample, k, 0.5));
}

/* The correlation a is that of residuals LAG places apart on the same ring:
 *
 *         a = sum r_i r_{i-LAG} / sum (r_i^2 + r_{i-LAG}^2) / 2 */
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
