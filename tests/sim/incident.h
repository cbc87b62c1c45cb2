/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/incident.h: which troubles befall one act of a film, and how: drawn from
 * the seed before the act is planned.
 *
 * Frames   mm: table, see sim/pose.h.
 * Threads  one film, one thread. */
#ifndef CROK_TESTS_SIM_INCIDENT_H
#define CROK_TESTS_SIM_INCIDENT_H

#include "sim/game.h"
#include "sim/pose.h"
#include "sim/trouble.h"

/* When in an act the board or the camera is moved. */
typedef enum crok_sim_when {
    CROK_SIM_WHEN_QUIET, /* nothing is over the board */
    CROK_SIM_WHEN_HAND,  /* a hand holds the rail, or rests over the board */
    CROK_SIM_WHEN_AIM,   /* the shooter aims: his finger is at the disc */
    CROK_SIM_WHEN_SHOT   /* discs are in motion */
} crok_sim_when;

typedef struct crok_sim_incident {
    unsigned set; /* troubles of this act: 1 << CROK_SIM_PUSH and so on */
    /* PUSH, NUDGE */
    crok_sim_when when;
    double move_s; /* how long it takes */
    crok_sim_pose move_to;
    double turn_rad; /* TURN: by how much, counter-clockwise */
} crok_sim_incident;

typedef struct crok_sim_fate {
    unsigned troubles;
    crok_camera camera; /* at the film's beginning */
    rnd rnd[CROK_SIM_N_TROUBLES];
    int first[CROK_SIM_N_TROUBLES]; /* shot at which it comes first; 1 is the
                                     * film's first */
    int shots;
} crok_sim_fate;

/* The fate of a seed.
 *
 *   troubles  bit set, 1 << CROK_SIM_PUSH and so on
 *   camera    borrowed */
crok_sim_fate crok_sim_fate_of(unsigned troubles, uint64_t seed,
                               const crok_camera *camera);

/* What befalls the act that shows `play`, which begins in this pose. */
crok_sim_incident crok_sim_fate_next(crok_sim_fate *fate,
                                     const crok_sim_play *play,
                                     const crok_sim_pose *pose);

#endif
