/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/outline.h: for tests: which pixels a disc must change, and which it
 * does. */
#ifndef CROK_TESTS_SIM_OUTLINE_H
#define CROK_TESTS_SIM_OUTLINE_H

#include "core/image.h"
#include "sim/act.h"
#include "sim/look.h"

/* Draw an instant in which nothing moves. */
void crok_sim_draw_still(const crok_sim_look *look,
                         const crok_sim_moment *moment, crok_image *img);

/* Number of pixels inside the outline of a disc at `foot` that are the same
 * with and without it, and of pixels outside that are not. The disc's colour
 * must be far from the board's. */
int crok_sim_outline_wrong(const crok_sim_look *look, crok_vec3 foot,
                           const crok_image *with, const crok_image *without);

#endif
