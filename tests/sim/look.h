/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/look.h: the appearance of a scene: camera position, light and colours,
 * drawn at random from a seed within the usual range of tournaments.
 *
 * Threads  values only; any thread. */
#ifndef CROK_TESTS_SIM_LOOK_H
#define CROK_TESTS_SIM_LOOK_H

#include "board/camera.h"
#include "sim/colours.h"
#include "sim/pose.h"

typedef struct crok_sim_look {
    crok_camera camera;
    crok_sim_colours colours;
    double shade;   /* fraction of the light that a shadow removes at its
                     * darkest, 0..1 */
    crok_mm shadow; /* length of the shadow on the board per mm of height */
    crok_mm brightest_mm;
    double lamp;      /* light at that point; 1 shows colours unchanged */
    double falloff;   /* fraction of light lost at one board radius from there,
                       * 0..1 */
    crok_mm glare_mm; /* a lamp's reflection on the varnish */
    crok_mm glare_size_mm;
    double glare;       /* in linear light, 1 is white */
    double grain;       /* contrast of the wood */
    double noise;       /* sensor noise, 1 standard deviation, grey levels */
    uint32_t grain_key; /* seed of the wood's grain */
    crok_sim_pose pose; /* the rest is as the board frame has it in this pose */
} crok_sim_look;

/* An appearance with the camera within 15 degrees of the vertical, 0.8 to 1.6 m
 * high, with the whole board in the picture. */
crok_sim_look crok_sim_look_of(uint64_t seed, int n_sides, int w_px, int h_px);

/* The look when the board has been moved: lamps, and with them shadows and
 * glare, stay where they are in the room. The camera is changed too. `look` is
 * that of pose {0}. */
crok_sim_look crok_sim_look_posed(const crok_sim_look *look,
                                  const crok_sim_pose *pose);

/* The camera after knocks that add up to `knock`. */
crok_camera crok_sim_knocked(const crok_camera *cam, double knock);

#endif
