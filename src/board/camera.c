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
crok_camera_view crok_camera_look(const crok_camera *cam, crok_vec3 x_mm)
{
    crok_camera_view v = {.turned = crok_mat3_apply(&cam->rot, x_mm)};
    crok_vec3 p = crok_vec3_add(v.turned, cam->t_mm);
    double inv = p.z > 1e-9 ? 1.0 / p.z : 1e9;
    double f = cam->f_px * inv;
    double x = p.x * inv;
    double y = p.y * inv;
    double r2 = x * x + y * y;
    double g = 1.0 + cam->k1 * r2;
    double bend = 2.0 * cam->k1 * f;
    double uv = bend * x * y;
    v.at = (crok_px){cam->cx_px + cam->f_px * g * x,
                     cam->cy_px + cam->f_px * g * y};
    v.d_u = (crok_vec3){f * g + bend * x * x, uv, 0.0};
    v.d_v = (crok_vec3){uv, f * g + bend * y * y, 0.0};
    v.d_u.z = -(v.d_u.x * x + v.d_u.y * y);
    v.d_v.z = -(v.d_v.x * x + v.d_v.y * y);
    v.x = x;
    v.y = y;
    v.r2 = r2;
    v.g = g;
    return v;
}

void crok_camera_derive(const crok_camera *cam, const crok_camera_view *v,
                        double nx, double ny, double d_cam[CROK_N_CAM])
{
    crok_vec3 dp = {nx * v->d_u.x + ny * v->d_v.x,
                    nx * v->d_u.y + ny * v->d_v.y,
                    nx * v->d_u.z + ny * v->d_v.z};
    crok_vec3 dw = crok_vec3_cross(v->turned, dp);
    double along = nx * v->x + ny * v->y;
    d_cam[CROK_CAM_W] = dw.x;
    d_cam[CROK_CAM_W + 1] = dw.y;
    d_cam[CROK_CAM_W + 2] = dw.z;
    d_cam[CROK_CAM_T] = dp.x;
    d_cam[CROK_CAM_T + 1] = dp.y;
    d_cam[CROK_CAM_T + 2] = dp.z;
    d_cam[CROK_CAM_F] = along * v->g;
    d_cam[CROK_CAM_CX] = nx;
    d_cam[CROK_CAM_CY] = ny;
    d_cam[CROK_CAM_K1] = along * cam->f_px * v->r2;
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

/* Of less distortion than this the series 1 - q + 3 q^2 - 12 q^3 is a start
 * from which Newton's method, once within 1e-7, is exact. */
#define MILD 0.05

/* s = rn / rd where rn (1 + k1 rn^2) = rd, that is s (1 + q s^2) = 1 with
 * q = k1 rd^2, by Newton's method, which comes from one side alone when it
 * starts at 1. Beyond the turning point of a negative k1 (no ray ends there) rn
 * stays just before that point. */
static double undistorting(double rd2, double k1)
{
    double q = k1 * rd2;
    bool is_mild = fabs(q) < MILD;
    double s = is_mild ? 1.0 - q * (1.0 - 3.0 * q * (1.0 - 4.0 * q)) : 1.0;
    double enough = is_mild ? 1e-7 : 1e-12;
    double off = 1.0;
    if (q < -4.0 / 27.0)
        return 0.999 * sqrt(-1.0 / (3.0 * q));
    for (int i = 0; i < 12 && fabs(off) > enough; i++) {
        double bent = q * s * s;
        off = (s * (1.0 + bent) - 1.0) / (1.0 + 3.0 * bent);
        s -= off;
    }
    return s;
}

crok_mm crok_camera_unproject(const crok_camera *cam, crok_px p, double z_mm)
{
    crok_camera_plane plane = crok_camera_plane_at(cam, z_mm);
    return crok_camera_met(&plane, p);
}

crok_mm crok_camera_met(const crok_camera_plane *plane, crok_px p)
{
    const crok_camera *cam = plane->cam;
    const crok_vec3 *c = &plane->centre;
    double xd = (p.x - cam->cx_px) * plane->inv_f;
    double yd = (p.y - cam->cy_px) * plane->inv_f;
    double k = undistorting(xd * xd + yd * yd, cam->k1);
    crok_vec3 ray =
        crok_mat3_apply_t(&cam->rot, (crok_vec3){xd * k, yd * k, 1.0});
    double s = (plane->z_mm - c->z) / ray.z;
    if (!(s > 0.0)) /* beyond the horizon: the plane is met behind the camera */
        s = HUGE_VAL;
    return (crok_mm){c->x + s * ray.x, c->y + s * ray.y};
}

crok_camera_plane crok_camera_plane_at(const crok_camera *cam, double z_mm)
{
    return (crok_camera_plane){.cam = cam,
                               .inv_f = 1.0 / cam->f_px,
                               .z_mm = z_mm,
                               .centre = crok_camera_centre(cam)};
}

/* With d = (x, y) distorted, q = k1 d^2, s (1 + q s^2) = 1:
 *   ds/dq = -s^3 / (1 + 3 q s^2);  the ray r = R^T (s d, 1) meets the plane at
 *   c + t r, t = (z - c.z) / r.z, which moves by t (dr - r dr.z / r.z). */
crok_camera_touch crok_camera_touched(const crok_camera_plane *plane, crok_px p,
                                      double dx, double dy)
{
    const crok_camera *cam = plane->cam;
    double x = (p.x - cam->cx_px) * plane->inv_f;
    double y = (p.y - cam->cy_px) * plane->inv_f;
    double q = cam->k1 * (x * x + y * y);
    double s = undistorting(x * x + y * y, cam->k1);
    double ds = -s * s * s / (1.0 + 3.0 * q * s * s) * 2.0 * cam->k1 *
                (x * dx + y * dy);
    crok_vec3 r = crok_mat3_apply_t(&cam->rot, (crok_vec3){s * x, s * y, 1.0});
    crok_vec3 dr = crok_mat3_apply_t(
        &cam->rot, (crok_vec3){s * dx + ds * x, s * dy + ds * y, 0.0});
    double inv = 1.0 / r.z;
    double t = (plane->z_mm - plane->centre.z) * inv;
    double turn = dr.z * inv;
    if (!(t > 0.0)) /* beyond the horizon: the plane is met behind the camera */
        t = HUGE_VAL;
    return (crok_camera_touch){
        {plane->centre.x + t * r.x, plane->centre.y + t * r.y},
        {t * (dr.x - r.x * turn) * plane->inv_f,
         t * (dr.y - r.y * turn) * plane->inv_f}};
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
