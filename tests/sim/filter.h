/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/filter.h: what a camera or a recorder does to the frames in time: a
 * recursive noise filter, which leaves ghosts of what moves, and frames that
 * are the mean of two, as a change of the frame rate makes them.
 *
 * Threads  one filter, one thread. */
#ifndef CROK_TESTS_SIM_FILTER_H
#define CROK_TESTS_SIM_FILTER_H

#include <stdint.h>

#include "core/image.h"
#include "core/status.h"

typedef struct crok_sim_filter crok_sim_filter;

/* The filter of a seed; free with crok_sim_filter_free.
 *
 *   troubles  bit set: GHOST and DOUBLED count, see sim/trouble.h
 *
 * CROK_ENOMEM */
CROK_MUST_USE crok_status crok_sim_filter_new(unsigned troubles, uint64_t seed,
                                              int w_px, int h_px,
                                              crok_sim_filter **out,
                                              crok_err *err);
void crok_sim_filter_free(crok_sim_filter **filter);

/* Filter the next frame in place: RGB8 of that size. */
void crok_sim_filter_apply(crok_sim_filter *filter, long index,
                           const crok_image *img);

/* Part of what is shown in the frame of this number that is of the frame
 * before. */
double crok_sim_filter_of_last(const crok_sim_filter *filter, long index);

#endif
