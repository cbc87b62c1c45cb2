/* SPDX-License-Identifier: Apache-2.0
 *
 * board/camera.h: the camera model: project a board point into the picture,
 * and unproject a pixel onto a plane parallel to the board.
 *
 * A pinhole camera with one radial distortion coefficient k1. The camera's axes
 * are OpenCV's: x right, y down, z along the optical axis. With X in mm in the
 * board frame:
 *
 *         p = R X + t,  x = p.x / p.z,  y = p.y / p.z,  r2 = x^2 + y^2,
 *         u = f x (1 + k1 r2) + cx,  v = f y (1 + k1 r2) + cy.
 *
 * Frames   px: image frame; mm: board frame, origin at the hole's centre, z = 0
 *          the playing surface, z up to the camera.
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
    int w_px, h_px;      /* size of the picture that the camera belongs to */
    double f_px;         /* focal length; pixels are square */
    double cx_px, cy_px; /* principal point */
    double k1;           /* radial distortion, the formula above */
    crok_mat3 rot;       /* R, board frame to camera frame */
    crok_vec3 t_mm;      /* t, the board's origin in the camera frame */
} crok_camera;

/* Project the board point x_mm into the picture, by the formula above.
 *
 * The point must lie in front of the camera. With negative k1, it must also be
 * close enough to the optical axis that r (1 + k1 r2) grows with r, where
 * r = sqrt(r2). Otherwise the result is wrong and may even lie inside the
 * picture. */
crok_px crok_camera_project(const crok_camera *cam, crok_vec3 x_mm);

/* The unknowns of a camera, in the order in which Jacobians list them: w, t_mm,
 * f_px, cx_px, cy_px, k1. The vector w is a small rotation in radians, which is
 * applied from the left: R := exp([w]x) R, where [w]x is the matrix of the
 * cross product with w. */
enum {
    CROK_CAM_W = 0,
    CROK_CAM_T = 3,
    CROK_CAM_F = 6,
    CROK_CAM_CX = 7,
    CROK_CAM_CY = 8,
    CROK_CAM_K1 = 9,
    CROK_N_CAM = 10
};

/* Return the camera after one step of its unknowns: R := exp([w]x) R, and each
 * other unknown is increased by its element of `step`. The fits update cameras
 * with this function. */
crok_camera crok_camera_moved(const crok_camera *cam,
                              const double step[CROK_N_CAM]);

/* Unproject the pixel p onto the plane z = z_mm. This is the inverse of
 * crok_camera_project. The result is not finite if the pixel's ray does not
 * meet the plane in front of the camera, that is, if the pixel is beyond the
 * horizon. */
crok_mm crok_camera_unproject(const crok_camera *cam, crok_px p, double z_mm);

/* A plane parallel to the board, with the values that are the same for all
 * pixels that are unprojected onto it. */
typedef struct crok_camera_plane {
    const crok_camera *cam; /* kept */
    double inv_f;           /* 1 / f_px */
    double z_mm;            /* the plane's height above the playing surface */
    crok_vec3 centre;       /* the camera's centre in the board frame, mm */
} crok_camera_plane;

/* Return the plane z = z_mm. The result points to cam, so cam must outlive it.
 */
crok_camera_plane crok_camera_plane_at(const crok_camera *cam, double z_mm);

/* The point where a pixel's ray meets a plane, and the derivative of that point
 * when the pixel moves in one direction of the picture. */
typedef struct crok_plane_point {
    crok_mm at;     /* the point, see crok_camera_unproject */
    crok_mm per_px; /* directional derivative of `at`, mm per px */
} crok_plane_point;

/* Return the camera's centre in the board frame, -R^T t, mm. Its z is the
 * height of the camera above the playing surface. */
crok_vec3 crok_camera_centre(const crok_camera *cam);

/* Return the angle between the optical axis and the board's normal, 0 to pi/2.
 */
double crok_camera_tilt_rad(const crok_camera *cam);

/* Return the angle between the line of sight to the board's centre and the
 * board's normal, 0 to pi/2. */
double crok_camera_view_rad(const crok_camera *cam);

/* Return the camera of a resized copy of the picture, which has w_px x h_px
 * pixels. One of its pixels covers `scale` x `scale` pixels of the old picture.
 * The centres of pixels have whole-numbered coordinates, so
 * u' = (u + 0.5) / scale - 0.5. */
crok_camera crok_camera_rescaled(const crok_camera *cam, double scale, int w_px,
                                 int h_px);

/* Return the image scale at the board's centre, px per mm. It is the mean of
 * the scales along the board's x and y axes, each measured over 100 mm. */
double crok_camera_px_per_mm(const crok_camera *cam);

#ifdef __cplusplus
}
#endif
#endif
