/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/look.h: where the camera hangs, what light falls, what colours all has:
 * drawn from a seed, within what is usual at tournaments.
 *
 * Threads  values only; any thread. */
#ifndef CROK_TESTS_SIM_LOOK_H
#define CROK_TESTS_SIM_LOOK_H

#include "board/camera.h"
#include "sim/colours.h"

typedef struct crok_sim_look {
    crok_camera camera;
    crok_sim_colours colours;
    double shade;   /* light that a shadow takes at its darkest, 0..1 */
    crok_mm shadow; /* mm along the board that a mm of height casts */
    crok_mm brightest_mm;
    double lamp;      /* how bright it is there; 1 shows colours as they are */
    double falloff;   /* light lost at a board's radius from there, 0..1 */
    crok_mm glare_mm; /* a lamp's reflection on the varnish */
    crok_mm glare_size_mm;
    double glare;       /* in linear light, 1 is white */
    double grain;       /* contrast of the wood */
    double noise;       /* of the sensor, 1 sd, 8 bit steps */
    uint32_t grain_key; /* which piece of wood */
} crok_sim_look;

/* Overhead within 15 degrees, 0.8 to 1.6 m high, the whole board in the
 * picture. */
crok_sim_look crok_sim_look_of(uint64_t seed, int n_sides, int w_px, int h_px);

/* The camera after knocks that add up to `knock`. */
crok_camera crok_sim_knocked(const crok_camera *cam, double knock);

#endif
