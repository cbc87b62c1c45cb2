/* SPDX-License-Identifier: Apache-2.0 */
#include "board/camera.h"

#include <math.h>

crok_px crok_camera_project(const crok_camera *cam, crok_vec3 x_mm)
{
    crok_vec3 p = crok_vec3_add(crok_mat3_apply(&cam->rot, x_mm), cam->t_mm);
    double inv = p.z > 1e-9 ? 1.0 / p.z : 1e9;
    double x = p.x * inv;
    double y = p.y * inv;
    double d = cam->f_px * (1.0 + cam->k1 * (x * x + y * y));
    return (crok_px){cam->cx_px + d * x, cam->cy_px + d * y};
}

/* The radius rn with rn (1 + k1 rn^2) = rd, by Newton's method. Beyond the
 * turning point of a negative k1 (no ray ends there) it stays at that point. */
static double undistorted(double rd, double k1)
{
    double limit = k1 < 0.0 ? sqrt(-1.0 / (3.0 * k1)) : INFINITY;
    double rn = fmin(rd, 0.999 * limit);
    for (int i = 0; i < 8; i++) {
        double slope = 1.0 + 3.0 * k1 * rn * rn;
        rn -= (rn * (1.0 + k1 * rn * rn) - rd) / slope;
        rn = fmin(fmax(rn, 0.0), 0.999 * limit);
    }
    return rn;
}

crok_mm crok_camera_unproject(const crok_camera *cam, crok_px p, double z_mm)
{
    double xd = (p.x - cam->cx_px) / cam->f_px;
    double yd = (p.y - cam->cy_px) / cam->f_px;
    double rd = hypot(xd, yd);
    double k = rd > 1e-12 ? undistorted(rd, cam->k1) / rd : 1.0;
    crok_vec3 ray =
        crok_mat3_apply_t(&cam->rot, (crok_vec3){xd * k, yd * k, 1.0});
    crok_vec3 c = crok_camera_centre(cam);
    double s = (z_mm - c.z) / ray.z;
    return (crok_mm){c.x + s * ray.x, c.y + s * ray.y};
}

crok_vec3 crok_camera_centre(const crok_camera *cam)
{
    return crok_vec3_scale(crok_mat3_apply_t(&cam->rot, cam->t_mm), -1.0);
}

double crok_camera_tilt_rad(const crok_camera *cam)
{
    /* the board's normal in the camera frame is R's third column; it points to
     * the camera, against the view's axis */
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
