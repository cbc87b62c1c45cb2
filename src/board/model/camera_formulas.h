/* SPDX-License-Identifier: Apache-2.0
 *
 * board/model/camera_formulas.h: the camera's formulas as inline functions, so
 * that the compiler can vectorise loops over many points; private to this room.
 *
 * The inverse of the distortion has a branch that depends on the point, which
 * would prevent vectorisation. So crok_camera_undistort computes it first, for
 * a batch of points, and the inline functions take the resulting rays.
 *
 * Frames   as camera.h.
 * Room     board.
 * Threads  values only; any thread. */
#ifndef CROK_BOARD_MODEL_CAMERA_FORMULAS_H
#define CROK_BOARD_MODEL_CAMERA_FORMULAS_H

#include "board/camera.h"
#include "core/wide.h"

/* The viewing ray of a pixel. (x, y) is the distorted point on the plane z = 1
 * of the camera frame, and s is the factor that removes the distortion. The
 * direction of the ray is (s x, s y, 1). */
typedef struct crok_camera_ray {
    double x, y, s;
} crok_camera_ray;

/* Return the viewing ray of pixel p. */
crok_camera_ray crok_camera_ray_of(const crok_camera_plane *plane, crok_px p);

/* A projected point, and the terms from which its derivatives are computed. */
typedef struct crok_camera_projection {
    crok_px at;         /* (u, v) */
    crok_vec3 d_u, d_v; /* du/dp and dv/dp; p = R X + t */
    crok_vec3 turned;   /* R X */
    double x, y;        /* the undistorted point on the plane z = 1 */
    double r2, g;       /* x^2 + y^2 and 1 + k1 r2 */
} crok_camera_projection;

/* Number of points in one batch: two AVX2 registers of four doubles each. */
#define CROK_LANES 8

/* A batch of pixels and their rays. */
typedef struct crok_camera_rays {
    double x_px[CROK_LANES], y_px[CROK_LANES];
    double x[CROK_LANES], y[CROK_LANES], s[CROK_LANES];
} crok_camera_rays;

/* Compute x, y and s of all rays from their x_px and y_px. */
void crok_camera_undistort(const crok_camera_plane *plane,
                           crok_camera_rays *rays);

/* Return the point where a ray meets the plane; it is not finite where
 * crok_camera_unproject is not. */
CROK_INLINE crok_mm crok_camera_unproject_ray(const crok_camera_plane *plane,
                                              crok_camera_ray to)
{
    const crok_vec3 *c = &plane->centre;
    crok_vec3 seen = {to.x * to.s, to.y * to.s, 1.0};
    crok_vec3 ray = crok_mat3_apply_t(&plane->cam->rot, seen);
    double s = (plane->z_mm - c->z) / ray.z;
    crok_mm at;
    s = s > 0.0 ? s : HUGE_VAL; /* the point is behind the camera */
    at.x = c->x + s * ray.x;
    at.y = c->y + s * ray.y;
    return at;
}

/* Return the point where a ray meets the plane, and its derivative when the
 * pixel moves along the unit vector (dx, dy) of the picture.
 *
 * Let d = (x, y) be the distorted point and q = k1 |d|^2. The factor s fulfils
 * s (1 + q s^2) = 1, so
 *
 *         ds/dq = -s^3 / (1 + 3 q s^2).
 *
 * The ray has the direction r = R^T (s d, 1) and starts at the camera's centre
 * c. It meets the plane at
 *
 *         c + t r,  t = (z - c.z) / r.z,
 *
 * and the derivative of this point is t (dr - r dr.z / r.z). */
CROK_INLINE crok_plane_point crok_camera_plane_point(
    const crok_camera_plane *plane, crok_camera_ray to, double dx, double dy)
{
    const crok_camera *cam = plane->cam;
    double x = to.x, y = to.y, s = to.s;
    double q = cam->k1 * (x * x + y * y);
    double ds = -s * s * s / (1.0 + 3.0 * q * s * s) * 2.0 * cam->k1 *
                (x * dx + y * dy);
    crok_vec3 seen = {s * x, s * y, 1.0};
    crok_vec3 moves = {s * dx + ds * x, s * dy + ds * y, 0.0};
    crok_vec3 r = crok_mat3_apply_t(&cam->rot, seen);
    crok_vec3 dr = crok_mat3_apply_t(&cam->rot, moves);
    double inv = 1.0 / r.z;
    double t = (plane->z_mm - plane->centre.z) * inv;
    double turn = dr.z * inv;
    crok_plane_point touch;
    t = t > 0.0 ? t : HUGE_VAL; /* the point is behind the camera */
    touch.at.x = plane->centre.x + t * r.x;
    touch.at.y = plane->centre.y + t * r.y;
    touch.per_px.x = t * (dr.x - r.x * turn) * plane->inv_f;
    touch.per_px.y = t * (dr.y - r.y * turn) * plane->inv_f;
    return touch;
}

/* Project a board point (see crok_camera_project), and compute the terms of its
 * derivatives. With p = R X + t, (x, y) = (p.x, p.y) / p.z, r2 = x^2 + y^2 and
 * g = 1 + k1 r2:
 *
 *         du/dx = f (g + 2 k1 x^2),  du/dy = dv/dx = f 2 k1 x y,
 *         dx/dp = (1, 0, -x) / p.z,
 *         dp/dw = -[R X]x,  dp/dt = I,  dp/dX = R. */
CROK_INLINE crok_camera_projection crok_camera_linearise(const crok_camera *cam,
                                                         crok_vec3 x_mm)
{
    crok_camera_projection v;
    crok_vec3 turned = crok_mat3_apply(&cam->rot, x_mm);
    crok_vec3 p = crok_vec3_add(turned, cam->t_mm);
    double inv = 1.0 / (p.z > 1e-9 ? p.z : 1e-9);
    double f = cam->f_px * inv;
    double x = p.x * inv;
    double y = p.y * inv;
    double r2 = x * x + y * y;
    double g = 1.0 + cam->k1 * r2;
    double bend = 2.0 * cam->k1 * f;
    double uv = bend * x * y;
    v.turned = turned;
    v.at.x = cam->cx_px + cam->f_px * g * x;
    v.at.y = cam->cy_px + cam->f_px * g * y;
    v.d_u.x = f * g + bend * x * x;
    v.d_u.y = v.d_v.x = uv;
    v.d_v.y = f * g + bend * y * y;
    v.d_u.z = -(v.d_u.x * x + uv * y);
    v.d_v.z = -(uv * x + v.d_v.y * y);
    v.x = x;
    v.y = y;
    v.r2 = r2;
    v.g = g;
    return v;
}

/* Compute one row of the Jacobian: the derivatives of nx u + ny v with respect
 * to the camera's unknowns, in the order of CROK_CAM_W and following. v is the
 * projected point. */
CROK_INLINE void crok_camera_jacobian(const crok_camera *cam,
                                      const crok_camera_projection *v,
                                      double nx, double ny,
                                      double d_cam[CROK_N_CAM])
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

#endif
