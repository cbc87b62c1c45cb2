/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/look.h: the appearance of a scene: camera position, light, colours and
 * materials, drawn at random from a seed: as tournaments usually are, or as
 * boards and cameras in general are.
 *
 * Threads  values only; any thread. */
#ifndef CROK_TESTS_SIM_LOOK_H
#define CROK_TESTS_SIM_LOOK_H

#include "board/camera.h"
#include "sim/finish.h"
#include "sim/pose.h"
#include "sim/scene.h"

typedef struct crok_sim_look {
    crok_sim_table table;
    crok_camera camera;
    crok_sim_colours colours;
    const crok_sim_scene *scene; /* borrowed: a photo is the board; or NULL */
    bool is_real;                /* drawn with the finish; otherwise plainly */
    crok_sim_finish finish;      /* used if is_real */
    double shade;   /* fraction of the light that a shadow removes at
                     * its darkest, 0..1 */
    crok_mm shadow; /* length of the shadow on the board per mm of
                     * height */
    crok_mm brightest_mm;
    double lamp;      /* light at that point; 1 shows colours unchanged */
    double falloff;   /* fraction of light lost at one board radius from there,
                       * 0..1 */
    crok_mm glare_mm; /* a lamp's reflection on the varnish */
    crok_mm glare_size_mm;
    double glare;  /* in linear light, 1 is white */
    double window; /* a window's reflection, likewise; 0: none */
    crok_mm window_mm, window_half_mm;
    double window_turn_rad;
    double window_soft_mm; /* width of its edge */
    double grain;          /* contrast of the wood, if not is_real */
    double noise;          /* sensor noise, 1 standard deviation, grey levels */
    uint32_t grain_key;    /* seed of the wood's grain */
    double blur_px;        /* of lens and focus, 1 standard deviation */
    double tint[3];        /* white balance: factors of red, green and blue */
    double exposure_s;     /* at most: it also ends at ... */
    double shutter;        /* ... this fraction of a frame */
    int n_steps;           /* instants that are averaged for one exposure */
    double flicker;     /* of lamps on the mains, as a fraction of the light */
    double flicker_hz;  /* twice the mains' frequency */
    crok_sim_pose pose; /* the rest is as the board frame has it in this pose */
} crok_sim_look;

/* An appearance with the camera within 15 degrees of the vertical, 0.8 to 1.6 m
 * high (real: 20 degrees, 0.7 to 2.2 m), with the whole board in the picture.
 */
crok_sim_look crok_sim_look_of(crok_sim_looks looks, uint64_t seed, int n_sides,
                               int w_px, int h_px);

/* The look of a photo: its light and colours; the seed draws the hands and the
 * exposure. */
crok_sim_look crok_sim_look_on(const crok_sim_scene *scene, uint64_t seed);

/* The look when the board has been moved: lamps, and with them shadows and
 * glare, stay where they are in the room. The camera is changed too. `look` is
 * that of pose {0}. */
crok_sim_look crok_sim_look_posed(const crok_sim_look *look,
                                  const crok_sim_pose *pose);

/* The camera after knocks that add up to `knock`. */
crok_camera crok_sim_knocked(const crok_camera *cam, double knock);

#endif
