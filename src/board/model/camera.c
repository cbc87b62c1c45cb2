/* SPDX-License-Identifier: Apache-2.0 */
#include "board/camera.h"

#include <math.h>

#include "board/model/camera_formulas.h"
#include "core/wide.h"

crok_px crok_camera_project(const crok_camera *cam, crok_vec3 x_mm)
{
    crok_vec3 p = crok_vec3_add(crok_mat3_apply(&cam->rot, x_mm), cam->t_mm);
    double inv = p.z > 1e-9 ? 1.0 / p.z : 1e9;
    double x = p.x * inv;
    double y = p.y * inv;
    double d = cam->f_px * (1.0 + cam->k1 * (x * x + y * y));
    return (crok_px){cam->cx_px + d * x, cam->cy_px + d * y};
}

crok_camera crok_camera_moved(const crok_camera *cam,
                              const double step[CROK_N_CAM])
{
    crok_camera c = *cam;
    crok_mat3 turn = crok_mat3_rotation((crok_vec3){
        step[CROK_CAM_W], step[CROK_CAM_W + 1], step[CROK_CAM_W + 2]});
    c.rot = crok_mat3_mul(&turn, &cam->rot);
    c.t_mm = crok_vec3_add(cam->t_mm,
                           (crok_vec3){step[CROK_CAM_T], step[CROK_CAM_T + 1],
                                       step[CROK_CAM_T + 2]});
    c.f_px += step[CROK_CAM_F];
    c.cx_px += step[CROK_CAM_CX];
    c.cy_px += step[CROK_CAM_CY];
    c.k1 += step[CROK_CAM_K1];
    return c;
}

/* The inverse of the distortion.
 *
 * A distorted radius d belongs to the undistorted radius s d. The factor s is
 * the solution of
 *
 *         s (1 + q s^2) = 1,  q = k1 d^2.
 *
 * For |q| < SERIES_MAX_Q, two Newton steps from the series
 * s = 1 - q + 3 q^2 - 12 q^3 reach the solution to rounding accuracy. */
#define SERIES_MAX_Q 0.05
/* For larger |q|, Newton's method ends after this many steps, or earlier if a
 * step is at most NEWTON_TOL. */
#define NEWTON_MAX_STEPS 12
#define NEWTON_TOL 1e-12

/* Return s after one Newton step towards the solution of s (1 + q s^2) = 1. */
CROK_INLINE double newton_step(double q, double s)
{
    double bent = q * s * s;
    return s - (s * (1.0 + bent) - 1.0) / (1.0 + 3.0 * bent);
}

/* The factor s for |q| < SERIES_MAX_Q, computed without a branch. */
CROK_INLINE double undistort_scale_series(double q)
{
    double s = 1.0 - q * (1.0 - 3.0 * q * (1.0 - 4.0 * q));
    return newton_step(q, newton_step(q, s));
}

/* The factor s for any q, by Newton's method, which converges monotonically
 * from s = 1.
 *
 * There is no solution for q < -4/27: if k1 is negative, the distorted radius
 * has a maximum, and no ray is imaged beyond it. The function then returns
 * slightly less than the s of that maximum, for which s^2 = -1 / (3 q). */
static double undistort_scale(double q)
{
    double s = 1.0;
    double step = 1.0;
    if (fabs(q) < SERIES_MAX_Q)
        return undistort_scale_series(q);
    if (q < -4.0 / 27.0)
        return 0.999 * sqrt(-1.0 / (3.0 * q));
    for (int i = 0; i < NEWTON_MAX_STEPS && fabs(step) > NEWTON_TOL; i++) {
        double next = newton_step(q, s);
        step = s - next;
        s = next;
    }
    return s;
}

crok_camera_ray crok_camera_ray_of(const crok_camera_plane *plane, crok_px p)
{
    double x = (p.x - plane->cam->cx_px) * plane->inv_f;
    double y = (p.y - plane->cam->cy_px) * plane->inv_f;
    return (crok_camera_ray){x, y,
                             undistort_scale(plane->cam->k1 * (x * x + y * y))};
}

/* Compute x, y and s of all rays and store each ray's q. s is computed from the
 * series, so it is right only where |q| < SERIES_MAX_Q. */
CROK_WIDE static void undistort_by_series(const crok_camera_plane *plane,
                                          crok_camera_rays *restrict to,
                                          double q[restrict CROK_LANES])
{
    const crok_camera *cam = plane->cam;
    for (int i = 0; i < CROK_LANES; i++) {
        double x = (to->x_px[i] - cam->cx_px) * plane->inv_f;
        double y = (to->y_px[i] - cam->cy_px) * plane->inv_f;
        q[i] = cam->k1 * (x * x + y * y);
        to->x[i] = x;
        to->y[i] = y;
        to->s[i] = undistort_scale_series(q[i]);
    }
}

void crok_camera_undistort(const crok_camera_plane *plane,
                           crok_camera_rays *rays)
{
    double q[CROK_LANES];
    undistort_by_series(plane, rays, q);
    for (int i = 0; i < CROK_LANES; i++)
        if (fabs(q[i]) >= SERIES_MAX_Q)
            rays->s[i] = undistort_scale(q[i]);
}

crok_mm crok_camera_unproject(const crok_camera *cam, crok_px p, double z_mm)
{
    crok_camera_plane plane = crok_camera_plane_at(cam, z_mm);
    return crok_camera_unproject_ray(&plane, crok_camera_ray_of(&plane, p));
}

crok_camera_plane crok_camera_plane_at(const crok_camera *cam, double z_mm)
{
    return (crok_camera_plane){.cam = cam,
                               .inv_f = 1.0 / cam->f_px,
                               .z_mm = z_mm,
                               .centre = crok_camera_centre(cam)};
}

crok_vec3 crok_camera_centre(const crok_camera *cam)
{
    return crok_vec3_scale(crok_mat3_apply_t(&cam->rot, cam->t_mm), -1.0);
}

double crok_camera_view_rad(const crok_camera *cam)
{
    crok_vec3 eye = crok_camera_centre(cam);
    return atan2(hypot(eye.x, eye.y), eye.z);
}

double crok_camera_tilt_rad(const crok_camera *cam)
{
    /* the board's normal in the camera frame is R's third column; it points
     * towards the camera, against the optical axis */
    return acos(fmin(1.0, fabs(cam->rot.m[8])));
}

crok_camera crok_camera_rescaled(const crok_camera *cam, double scale, int w_px,
                                 int h_px)
{
    crok_camera c = *cam;
    c.w_px = w_px;
    c.h_px = h_px;
    c.f_px = cam->f_px / scale;
    c.cx_px = (cam->cx_px + 0.5) / scale - 0.5;
    c.cy_px = (cam->cy_px + 0.5) / scale - 0.5;
    return c;
}

double crok_camera_px_per_mm(const crok_camera *cam)
{
    crok_px x0 = crok_camera_project(cam, (crok_vec3){-50.0, 0.0, 0.0});
    crok_px x1 = crok_camera_project(cam, (crok_vec3){50.0, 0.0, 0.0});
    crok_px y0 = crok_camera_project(cam, (crok_vec3){0.0, -50.0, 0.0});
    crok_px y1 = crok_camera_project(cam, (crok_vec3){0.0, 50.0, 0.0});
    double x = hypot(x1.x - x0.x, x1.y - x0.y);
    double y = hypot(y1.x - y0.x, y1.y - y0.y);
    return 0.5 * (x + y) / 100.0;
}
