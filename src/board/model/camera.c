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
