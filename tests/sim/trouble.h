/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/trouble.h: the names of what happens in front of a real camera during an
 * evening. README.md lists each with its range and what the truth says of it.
 *
 * Each trouble has its own random numbers, so that one more or one fewer does
 * not change the others.
 *
 * Threads  values only; any thread. */
#ifndef CROK_TESTS_SIM_TROUBLE_H
#define CROK_TESTS_SIM_TROUBLE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/status.h"
#include "random.h"

typedef enum crok_sim_trouble {
    CROK_SIM_PUSH,  /* the table with the board is pushed */
    CROK_SIM_NUDGE, /* the camera is */
    CROK_SIM_TURN,  /* the board is turned between rounds */
    CROK_SIM_SWAY,  /* the camera sways */
    CROK_SIM_CREEP, /* it sinks slowly */
    CROK_SIM_ZOOM,  /* its focal length changes slowly */
    CROK_SIM_N_TROUBLES
} crok_sim_trouble;

/* "push", "nudge" and so on. */
const char *crok_sim_trouble_name(crok_sim_trouble trouble);

/* Add to the bit set (1 << CROK_SIM_...) the troubles that a text names:
 * names with commas between them; "all" is a mixture that the seed draws,
 * "none" nothing. False if a name is unknown. */
CROK_MUST_USE bool crok_sim_troubles_read(const char *text, uint64_t seed,
                                          unsigned *set);

/* The random numbers of one trouble. */
rnd crok_sim_trouble_rnd(uint64_t seed, crok_sim_trouble trouble);

#endif
