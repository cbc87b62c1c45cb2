/* SPDX-License-Identifier: Apache-2.0
 *
 * board/camera.h: the camera: where a point of the board appears in the
 * picture, and back.
 *
 * A pinhole with one radial term, OpenCV's axes (x right, y down, z along the
 * view):  p = R X + t,  x = p.x / p.z,  y = p.y / p.z,  r2 = x^2 + y^2,
 *         u = f x (1 + k1 r2) + cx,  v = f y (1 + k1 r2) + cy.
 *
 * Frames   px: picture; mm: board, origin the hole's centre, z = 0 the playing
 *          surface, z up to the camera.
 * Room     board: uses core only here. No I/O, no OpenCV, no allocation.
 * Threads  values only; any thread.
 * Source   Brown 1971 for the radial term; Hartley and Zisserman 2004, ch. 6.
 */
#ifndef CROK_BOARD_CAMERA_H
#define CROK_BOARD_CAMERA_H

#include "core/linalg.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct crok_camera {
    int w_px, h_px;      /* the picture that the numbers below belong to */
    double f_px;         /* focal length; square pixels */
    double cx_px, cy_px; /* principal point */
    double k1;      /* radial distortion, at the radius of one focal length */
    crok_mat3 rot;  /* board to camera */
    crok_vec3 t_mm; /* the board's origin seen from the camera */
} crok_camera;

/* Where the board point (x, y, z) appears. The point must lie before the
 * camera, and no farther aside than the distortion grows; else the result may
 * be anywhere, also in the picture. */
crok_px crok_camera_project(const crok_camera *cam, crok_vec3 x_mm);

/* The unknowns of a camera, in the order of derivatives by them: a small
 * rotation w in front (rot := exp([w]x) rot), t_mm, f_px, cx_px, cy_px, k1. */
enum {
    CROK_CAM_W = 0,
    CROK_CAM_T = 3,
    CROK_CAM_F = 6,
    CROK_CAM_CX = 7,
    CROK_CAM_CY = 8,
    CROK_CAM_K1 = 9,
    CROK_N_CAM = 10
};

/* The camera moved by a step of its unknowns. */
crok_camera crok_camera_moved(const crok_camera *cam,
                              const double step[CROK_N_CAM]);

/* The board point at height z_mm that appears at p: the inverse of
 * crok_camera_project. Not finite where the ray misses that plane. */
crok_mm crok_camera_unproject(const crok_camera *cam, crok_px p, double z_mm);

/* A plane over the board as a camera sees it: what is alike for all points of
 * it that are found in one picture. */
typedef struct crok_camera_plane {
    const crok_camera *cam;
    double inv_f, z_mm;
    crok_vec3 centre;
} crok_camera_plane;

/* cam is borrowed. */
crok_camera_plane crok_camera_plane_at(const crok_camera *cam, double z_mm);

/* A point of the plane, and how it moves with its place in the picture. */
typedef struct crok_plane_point {
    crok_mm at;     /* as crok_camera_unproject */
    crok_mm per_px; /* its derivative along some direction, mm a px */
} crok_plane_point;

/* The camera's centre in the board frame; z is its height. */
crok_vec3 crok_camera_centre(const crok_camera *cam);

/* The angle between the view's axis and the board's normal, [0, pi/2]. */
double crok_camera_tilt_rad(const crok_camera *cam);

/* The same camera for a picture resized so that one pixel of the new picture
 * is `scale` pixels of the old one, to the size w_px x h_px. */
crok_camera crok_camera_rescaled(const crok_camera *cam, double scale, int w_px,
                                 int h_px);

/* Pixels a millimetre on the board at the board's centre (the mean of both
 * directions). */
double crok_camera_px_per_mm(const crok_camera *cam);

#ifdef __cplusplus
}
#endif
#endif
