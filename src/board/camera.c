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

/* With p = R X + t and q = (x, y) = p.xy / p.z, g = 1 + k1 r2:
 *   du/dx = f (g + 2 k1 x^2), du/dy = dv/dx = f 2 k1 x y,
 *   dx/dp = (1, 0, -x) / p.z;  dp/dw = -[R X]x, dp/dt = I, dp/dX = R. */
crok_px crok_camera_derive(const crok_camera *cam, crok_vec3 x_mm,
                           double d_cam[2][CROK_N_CAM], double d_x[2][3])
{
    crok_vec3 rx = crok_mat3_apply(&cam->rot, x_mm);
    crok_vec3 p = crok_vec3_add(rx, cam->t_mm);
    double inv = p.z > 1e-9 ? 1.0 / p.z : 1e9;
    double x = p.x * inv;
    double y = p.y * inv;
    double r2 = x * x + y * y;
    double g = 1.0 + cam->k1 * r2;
    double a[2][2] = {{g + 2.0 * cam->k1 * x * x, 2.0 * cam->k1 * x * y},
                      {2.0 * cam->k1 * x * y, g + 2.0 * cam->k1 * y * y}};
    for (int i = 0; i < 2; i++) {
        double fx = cam->f_px * a[i][0] * inv;
        double fy = cam->f_px * a[i][1] * inv;
        crok_vec3 dp = {fx, fy, -(fx * x + fy * y)};
        crok_vec3 dw = crok_vec3_cross(rx, dp);
        crok_vec3 dx = crok_mat3_apply_t(&cam->rot, dp);
        double c[CROK_N_CAM] = {dw.x,
                                dw.y,
                                dw.z,
                                dp.x,
                                dp.y,
                                dp.z,
                                (i == 0 ? x : y) * g,
                                i == 0 ? 1.0 : 0.0,
                                i == 1 ? 1.0 : 0.0,
                                cam->f_px * (i == 0 ? x : y) * r2};
        for (int k = 0; k < CROK_N_CAM; k++)
            d_cam[i][k] = c[k];
        d_x[i][0] = dx.x;
        d_x[i][1] = dx.y;
        d_x[i][2] = dx.z;
    }
    return (crok_px){cam->cx_px + cam->f_px * g * x,
                     cam->cy_px + cam->f_px * g * y};
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

/* rn / rd where rn (1 + k1 rn^2) = rd, by Newton's method. Beyond the turning
 * point of a negative k1 (no ray ends there) rn stays at that point. */
static double undistorting(double rd2, double k1)
{
    double rd = sqrt(rd2); /* never near overflow */
    double limit = k1 < 0.0 ? 0.999 * sqrt(-1.0 / (3.0 * k1)) : HUGE_VAL;
    double rn = rd < limit ? rd : limit;
    double off = 1.0;
    if (k1 == 0.0 || rd < 1e-12)
        return 1.0;
    for (int i = 0; i < 12 && fabs(off) > 1e-12; i++) {
        double bent = k1 * rn * rn;
        off = (rn * (1.0 + bent) - rd) / (1.0 + 3.0 * bent);
        rn -= off;
        rn = rn < limit ? rn : limit;
        rn = rn > 0.0 ? rn : 0.0;
    }
    return rn / rd;
}

crok_mm crok_camera_unproject(const crok_camera *cam, crok_px p, double z_mm)
{
    double inv_f = 1.0 / cam->f_px;
    double xd = (p.x - cam->cx_px) * inv_f;
    double yd = (p.y - cam->cy_px) * inv_f;
    double k = undistorting(xd * xd + yd * yd, cam->k1);
    crok_vec3 ray =
        crok_mat3_apply_t(&cam->rot, (crok_vec3){xd * k, yd * k, 1.0});
    crok_vec3 c = crok_camera_centre(cam);
    double s = (z_mm - c.z) / ray.z;
    if (!(s > 0.0)) /* beyond the horizon: the plane is met behind the camera */
        s = HUGE_VAL;
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
