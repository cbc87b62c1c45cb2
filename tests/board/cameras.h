/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/board/cameras.h: cameras that look at a board, and how far two of them
 * disagree about it. */
#ifndef CROK_TESTS_BOARD_CAMERAS_H
#define CROK_TESTS_BOARD_CAMERAS_H

#include "board/camera.h"
#include "random.h"

/* Where a camera stands and how it looks. */
typedef struct stand {
    int w_px, h_px;
    double f_px;
    double tilt_rad, tilt_to_rad; /* how far off the normal, about which axis */
    double spin_rad;              /* of the board under it */
    double distance_mm;           /* along the view, of the board's centre */
    double x_mm, y_mm; /* of the board's centre off the view's axis */
    double k1;
} stand;

crok_camera stand_camera(const stand *s);

/* A camera above a board: tilt up to 35 degrees, k1 within 0.1, pictures of
 * 400 to 4000 px, the whole board before it. */
crok_camera random_camera(rnd *g);

/* The largest distance between where `truth` sees points of the board and where
 * `found` takes the same pixels to lie, mm; points within radius_mm. A board
 * turned about its middle looks the same: the best turn is taken out. */
double cameras_apart_mm(const crok_camera *truth, const crok_camera *found,
                        double radius_mm);

#endif
