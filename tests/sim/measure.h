/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/measure.h: where a drawn frame shows the board's lines, to compare with
 * the camera that the truth says. */
#ifndef CROK_TESTS_SIM_MEASURE_H
#define CROK_TESTS_SIM_MEASURE_H

#include "core/image.h"
#include "sim/look.h"

/* How far the board's lines are in the picture from where a camera sees them.
 */
typedef struct crok_sim_off {
    int n;           /* places at which a line was found, of 40 */
    crok_px circle;  /* shift of the outer line */
    double grown_px; /* by how much its radius is larger */
    double turn_rad; /* of the quadrant lines */
} crok_sim_off;

/* Measures it in an RGB8 picture. Lines that are off by more than reach_px are
 * not found. */
crok_sim_off crok_sim_measure(const crok_image *img, const crok_camera *camera,
                              const crok_sim_colours *colours, double reach_px);

#endif
