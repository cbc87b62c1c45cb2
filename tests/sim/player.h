/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/player.h: where a player places the disc, at what he aims, and how far
 * from it a human hand sends it.
 *
 * Frames   mm: board.
 * Threads  values only; any thread. */
#ifndef CROK_TESTS_SIM_PLAYER_H
#define CROK_TESTS_SIM_PLAYER_H

#include "random.h"
#include "sim/physics.h"

typedef struct crok_sim_view {
    int seat;                   /* 0 south, clockwise */
    const crok_sim_disc *discs; /* borrowed: all there are */
    int n;
    bool target[CROK_MAX_DISCS]; /* what the rules want to be struck */
    double slide_mm_s2;
    const crok_sim_table *table; /* borrowed */
} crok_sim_view;

/* Choose a stroke: aim at one of the targets, sometimes at nothing in
 * particular; without a target, at the hole. */
crok_sim_stroke crok_sim_player_shoots(const crok_sim_view *view, rnd *g);

/* A stroke from anywhere in the quadrant in any direction over the board, at a
 * speed between the two: for events that players do not aim for. */
crok_sim_stroke crok_sim_player_wild(const crok_sim_view *view, double lo_mm_s,
                                     double hi_mm_s, rnd *g);

/* A stroke along the outer line; a disc that turns by *curl_rad_s on its way
 * may touch the line again and come back. */
crok_sim_stroke crok_sim_player_round(const crok_sim_view *view,
                                      double *curl_rad_s, rnd *g);

#endif
