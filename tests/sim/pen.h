/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/pen.h: writes the way of a hand as key positions, in order of time.
 *
 * Frames   mm: board; s: from the film's start.
 * Threads  values only; any thread. */
#ifndef CROK_TESTS_SIM_PEN_H
#define CROK_TESTS_SIM_PEN_H

#include "sim/act.h"

typedef struct crok_sim_pen {
    crok_sim_act *act;
    crok_sim_track *track; /* of the act: the hand whose way is written */
    double t_s;            /* the way is written up to here */
    crok_vec3 at;
    rnd *g;
} crok_sim_pen;

/* Distance of the finger tips from the floor of what they hold. */
#define CROK_SIM_GRIP_MM 14.0

/* The hand is at `tip` now; `there` is false if it is gone after that. */
void crok_sim_pen_key(crok_sim_pen *p, crok_vec3 tip, bool there);

/* It stays for s. With tremble_mm > 0 it trembles by so much. */
void crok_sim_pen_wait(crok_sim_pen *p, double s);
void crok_sim_pen_tremble(crok_sim_pen *p, double s, double tremble_mm,
                          double hz);

/* It goes there at the speed of a hand. */
void crok_sim_pen_to(crok_sim_pen *p, crok_vec3 to);

/* It comes into view from its seat, it goes out of view. */
void crok_sim_pen_enters(crok_sim_pen *p);
void crok_sim_pen_leaves(crok_sim_pen *p);

/* Direction of the hand's seat in the board frame, in the pose that the plan
 * has reached. */
crok_mm crok_sim_pen_seat(const crok_sim_pen *p);

/* A place on the rail at an angle from the middle of the seat,
 * counter-clockwise. */
crok_vec3 crok_sim_pen_rail(const crok_sim_pen *p, double off_rad);

/* The same place, higher. */
crok_vec3 crok_sim_above(crok_vec3 at, double z_mm);

#endif
