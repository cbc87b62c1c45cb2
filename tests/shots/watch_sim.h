/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/watch_sim.h: the engine before a simulated match: what it says beside
 * what is true, both ways. */
#ifndef CROK_TESTS_SHOTS_WATCH_SIM_H
#define CROK_TESTS_SHOTS_WATCH_SIM_H

#include "shots/engine.h"
#include "sim/sim.h"

typedef struct crok_watched {
    double seconds;
    int n_shots, n_seen, n_missed, n_invented;
    int n_rest_right; /* shots whose discs at rest afterwards are the truth's */
    int n_side_right; /* ... and whose side */
    int n_moved_right; /* as many discs moved as in truth */
    int n_changed;     /* changes that the engine could not call a shot */
    int n_bumps;       /* of the camera, noticed */
} crok_watched;

/* Plays the match, for most_s seconds at most. With `verbose` every shot that
 * is not as in truth is printed. */
void crok_watch_sim(const crok_sim_options *options,
                    const crok_sim_camera *camera, double most_s, bool verbose,
                    crok_watched *out);

#endif
