/* SPDX-License-Identifier: Apache-2.0
 *
 * From the image to the board: the part of board/camera.h that takes the lens's
 * distortion back. */
#include <math.h>

#include "board/camera.h"
#include "board/model/camera_formulas.h"
#include "core/wide.h"

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
