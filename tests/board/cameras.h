/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/board/cameras.h: cameras above a board, and the distance between what
 * two cameras say of the same pixels. */
#ifndef CROK_TESTS_BOARD_CAMERAS_H
#define CROK_TESTS_BOARD_CAMERAS_H

#include "board/camera.h"
#include "random.h"

/* The pose and the lens of a camera. */
typedef struct stand {
    int w_px, h_px;
    double f_px;
    double tilt_rad;    /* angle between the optical axis and the normal */
    double tilt_to_rad; /* direction of the axis of that rotation */
    double spin_rad;    /* rotation of the board about its normal */
    double distance_mm; /* of the board's centre along the optical axis */
    double x_mm, y_mm;  /* of the board's centre off the optical axis */
    double k1;
} stand;

/* The camera; its principal point is the picture's centre. */
crok_camera stand_camera(const stand *s);

/* A random camera: tilt up to 35 degrees, |k1| up to 0.1, pictures of 400 to
 * 4000 px, 0.7 to 2.5 m away, the whole board in front of it. */
crok_camera random_camera(rnd *g);

/* Project board points within radius_mm with `truth`, unproject the pixels with
 * `found`, and return the largest distance to the original points, mm. A
 * rotation about the board's centre, which rings do not show, is removed first.
 */
double cameras_apart_mm(const crok_camera *truth, const crok_camera *found,
                        double radius_mm);

#endif
