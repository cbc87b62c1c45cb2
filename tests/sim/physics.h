/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/physics.h: one flick played out: discs slide, strike each other and the
 * pegs, drop into the hole or lean on its edge, fall into the ditch, bounce off
 * the rail. What happened is written down as truth.
 *
 * Chipmunk 2D solves what happens between discs and pegs; sliding friction, the
 * hole, the surface's edge and the rail are here. The same input gives the same
 * motion, bit by bit.
 *
 * Frames   mm: board; a disc's place is the centre of its bottom circle.
 * Threads  any; one motion, one thread. */
#ifndef CROK_TESTS_SIM_PHYSICS_H
#define CROK_TESTS_SIM_PHYSICS_H

#include <stdbool.h>

#include "rules/shot.h"
#include "sim/table.h"

typedef enum crok_sim_place {
    CROK_SIM_SURFACE,
    CROK_SIM_HOLE,
    CROK_SIM_LEANING, /* on the hole's edge */
    CROK_SIM_DITCH,
    CROK_SIM_AWAY /* beside the board: in the bowl or not there */
} crok_sim_place;

typedef struct crok_sim_disc {
    int id, side;
    crok_sim_place place;
    crok_vec3 at_mm;
    double lean_rad;      /* tilt; 0 is flat */
    double lean_from_rad; /* direction of the edge that is up */
} crok_sim_disc;

/* How the board and the discs behave, and their dimensions. */
typedef struct crok_sim_feel {
    crok_sim_table table;
    double slide_mm_s2; /* deceleration of a disc that slides */
    double disc_bounce; /* coefficients of restitution */
    double peg_bounce;
    double rail_bounce;
    double hole_mm_s;  /* a disc slower than this drops in if it crosses the
                        * centre */
    double curl_rad_s; /* rate of turn of a disc that runs on its bevel */
    bool hole_leans;   /* true: a disc that would drop in stays leaning on the
                        * edge */
} crok_sim_feel;

typedef struct crok_sim_stroke {
    crok_mm from_mm; /* where the shooter is placed */
    crok_mm v_mm_s;  /* what the flick gives it */
} crok_sim_stroke;

typedef struct crok_sim_peg_hit {
    int id, peg;
} crok_sim_peg_hit;

/* A disc at one millisecond. */
typedef struct crok_sim_sample {
    float x, y, z, lean_rad;
} crok_sim_sample;

/* What happened. A disc has the same place in start, end, travel_mm and in
 * each row of path; the shooter stands last. */
typedef struct crok_sim_motion {
    int n_discs;
    crok_sim_disc start[CROK_MAX_DISCS], end[CROK_MAX_DISCS];
    double travel_mm[CROK_MAX_DISCS]; /* the farthest it was from its start */
    int n_contacts, n_pegs, n_boundary;
    crok_contact contacts[CROK_MAX_CONTACTS]; /* each pair once, in order of
                                     the first contact; a was the faster one */
    int n_back_contacts; /* with a disc that had come back off the rail */
    crok_sim_peg_hit pegs[CROK_MAX_CONTACTS]; /* likewise */
    crok_boundary boundary[CROK_MAX_BOUNDARY];
    int rest_ms; /* nothing moves from then on */
    int n_ms;    /* rows of path, 1 ms apart; the first is the flick */
    int cap_ms;
    crok_sim_sample *path; /* owned: n_ms x n_discs */
    /* The largest growth of the kinetic energy of the discs on the surface
     * from one step to the next, as a part of what the flick gave. */
    double energy_growth;
    /* Of the table: what lies farther out is in the ditch, and what is lower is
     * in the hole. */
    double surface_mm, in_hole_z_mm;
} crok_sim_motion;

/* The usual feel of a powdered tournament board. */
crok_sim_feel crok_sim_feel_usual(void);

/* Play out one stroke.
 *
 *   discs    borrowed; n of them, all that lie on the board and in the ditch
 *   shooter  its id and side; placed and flicked as `stroke` says
 *   out      written whole; its path is used again, so start from {0} and free
 *            with crok_sim_motion_free
 *
 * CROK_ENOMEM  no memory for the path */
CROK_MUST_USE crok_status crok_sim_play_out(const crok_sim_feel *feel,
                                            const crok_sim_disc *discs, int n,
                                            crok_sim_disc shooter,
                                            const crok_sim_stroke *stroke,
                                            crok_sim_motion *out,
                                            crok_err *err);

void crok_sim_motion_free(crok_sim_motion *m);

/* The disc as it leans on the hole's edge, its upper side towards from_rad: the
 * lower edge stands on the hole's floor, the underside rests on the hole's edge
 * opposite. A small disc stands steeper.
 *
 *   b  borrowed */
crok_sim_disc crok_sim_leaning(const crok_board *b, crok_sim_disc disc,
                               double from_rad);

/* Disc i at t_s after the flick, between two samples. */
crok_sim_disc crok_sim_motion_at(const crok_sim_motion *m, int i, double t_s);

#endif
