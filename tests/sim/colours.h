/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/colours.h: the colours of the sides' discs and of the board.
 *
 * Threads  values only; any thread. */
#ifndef CROK_TESTS_SIM_COLOURS_H
#define CROK_TESTS_SIM_COLOURS_H

#include <stdint.h>

#include "core/terms.h"

typedef struct crok_sim_colour {
    const char *name;
    uint8_t rgb[3]; /* sRGB */
} crok_sim_colour;

/* One table's colours: sides sorted by name, as crok_shot has them. */
typedef struct crok_sim_colours {
    crok_sim_colour side[CROK_MAX_SIDES];
    uint8_t wood[3], line[3], ditch[3], rail[3], table[3], floor[3];
    uint8_t skin[3], sleeve[3], hair[3];
} crok_sim_colours;

/* The colours of a seed for 2, 3 or 4 sides. */
crok_sim_colours crok_sim_colours_of(uint64_t seed, int n_sides);

#endif
