/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/drift.h: the slow and small motions of a camera that nobody touches: a
 * stand that sways, a head that sinks, a lens that breathes.
 *
 * Threads  values only; any thread. */
#ifndef CROK_TESTS_SIM_DRIFT_H
#define CROK_TESTS_SIM_DRIFT_H

#include <stdint.h>

#include "sim/pose.h"

/* An oscillation: amplitude sin(2 pi hz t + phase). */
typedef struct crok_sim_wave {
    double amplitude, hz, phase_rad;
} crok_sim_wave;

typedef struct crok_sim_drift {
    crok_sim_wave sway[3]; /* px to the right, px down, roll in rad */
    /* Sway comes for `spell_s` of every `every_s`; 0: it never stops. */
    double spell_s, every_s;
    crok_sim_wave creep[2]; /* px */
    crok_sim_wave zoom;     /* relative */
} crok_sim_drift;

/* The drift of a seed, with the troubles of the bit set `troubles`, for
 * pictures of this width. */
crok_sim_drift crok_sim_drift_of(unsigned troubles, uint64_t seed, int w_px);

/* Set the pose's creep, zoom and sway at t_s from the film's beginning. */
void crok_sim_drift_at(const crok_sim_drift *drift, double t_s,
                       crok_sim_pose *pose);

#endif
