/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/squeeze.h: films whose pixels are not square: a recorder stores a picture
 * narrower than it is shown, and writes the shape of its pixels beside it.
 *
 * Threads  any. */
#ifndef CROK_TESTS_SIM_SQUEEZE_H
#define CROK_TESTS_SIM_SQUEEZE_H

#include <stdint.h>

#include "core/image.h"

/* Width to height of a pixel as it is shown: num to den. */
typedef struct crok_sim_aspect {
    int num, den;
} crok_sim_aspect;

/* The shape of a seed's pixels: 1 to 1 without SQUEEZED in the bit set. */
crok_sim_aspect crok_sim_aspect_of(unsigned troubles, uint64_t seed);

/* The stored width of a picture that is w_px wide with square pixels; even. */
int crok_sim_stored_width(crok_sim_aspect aspect, int w_px);

/* Squeeze an RGB8 picture to the width of `to`, which is not larger: each pixel
 * is the mean of what it covers. The heights are equal. */
void crok_sim_squeeze(const crok_image *from, const crok_image *to);

#endif
