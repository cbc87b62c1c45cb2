/* SPDX-License-Identifier: Apache-2.0
 *
 * shots/watch_sim.h: the engine before a simulated match: its frames in, what
 * it says beside what is true. */
#ifndef CROK_TESTS_SHOTS_WATCH_SIM_H
#define CROK_TESTS_SHOTS_WATCH_SIM_H

#include "shots/engine.h"
#include "sim/sim.h"

typedef struct crok_watched {
    int n_shots, n_seen, n_missed, n_invented;
    int n_after_right; /* shots whose rest afterwards is the truth's */
    int n_shooter_right;
    int n_moved_right;
    int n_changed; /* changes that the engine could not call a shot */
    double seconds;
} crok_watched;

/* Plays the whole match. verbose: a line a shot. */
void crok_watch_sim(const crok_sim_options *options,
                    const crok_sim_camera *camera, bool verbose,
                    crok_watched *out);

#endif
