/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/watch_sim.h: runs the engine on a simulated match and compares its
 * reports with the truth, both ways. */
#ifndef CROK_TESTS_SHOTS_WATCH_SIM_H
#define CROK_TESTS_SHOTS_WATCH_SIM_H

#include "shots/engine.h"
#include "sim/sim.h"

typedef struct crok_watched {
    double seconds;
    int n_shots, n_seen, n_missed, n_invented;
    int n_rest_right;  /* shots after which the discs at rest are those of the
                          truth */
    int n_side_right;  /* shots whose side is right */
    int n_moved_right; /* shots with the right number of moved discs */
    int n_changed;     /* changes that were not reported as a shot */
    int n_bumps;       /* reported bumps of the camera */
} crok_watched;

/* Play the match for at most most_s seconds. With `verbose` print every shot
 * that differs from the truth. */
void crok_watch_sim(const crok_sim_options *options,
                    const crok_sim_camera *camera, double most_s, bool verbose,
                    crok_watched *out);

#endif
