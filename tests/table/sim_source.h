/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/table/sim_source.h: the simulator as a camera, linked in the place of
 * capture/source.h: whoever opens a source gets a match's frames as a webcam
 * would send them, as fast as they are asked for, with the match's own time.
 * Where the simulated camera gives no frame, none comes. */
#ifndef CROK_TESTS_TABLE_SIM_SOURCE_H
#define CROK_TESTS_TABLE_SIM_SOURCE_H

#include "capture/frame.h"
#include "sim/sim.h"

typedef struct sim_source {
    /* what to play; set before a source is opened */
    crok_sim_options match;
    crok_sim_camera camera;
    crok_pixels pixels; /* YUYV or MJPEG */
    /* what was sent last */
    crok_sim_truth truth;
    double made_ns, made_cpu_ns; /* spent on making it */
    const uint8_t *jpeg;         /* the same as JPEG, also where YUYV is sent */
    unsigned long n_jpeg;
} sim_source;

extern sim_source sim_camera;

#endif
