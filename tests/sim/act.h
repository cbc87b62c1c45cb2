/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/act.h: one step of a match as a function of time: quiet, a hand brings
 * the disc, the flick, the motion, rest, a hand takes discs away. The scene can
 * be computed for any instant of it.
 *
 * Frames   mm: board; s: from the film's start.
 * Threads  values only; any thread. */
#ifndef CROK_TESTS_SIM_ACT_H
#define CROK_TESTS_SIM_ACT_H

#include "random.h"
#include "sim/incident.h"

#define CROK_SIM_MAX_KEYS 320
#define CROK_SIM_MAX_MOVES 4

/* A hand with its arm at one instant. */
typedef struct crok_sim_hand {
    bool there;
    crok_vec3 tip_mm;    /* the finger tips */
    crok_mm shoulder_mm; /* the arm comes from there */
    bool points;         /* one finger is stretched, the others bent */
} crok_sim_hand;

/* Everything a camera could see at one instant. */
typedef struct crok_sim_moment {
    double t_s;
    int n_discs;
    crok_sim_disc discs[CROK_MAX_DISCS]; /* includes those beside the board,
                                          * which have id 0 while they are
                                          * unshot */
    unsigned long long held;             /* bit set of the discs in a hand */
    crok_sim_hand hand;
    double leans_over; /* a person, 0 away to 1 over the board */
    int leaner_seat;
    double light;       /* relative to the normal light */
    double knock;       /* accumulated displacement of the camera, in knocks */
    crok_sim_pose pose; /* how board and camera have been moved */
    unsigned troubles;  /* bit set: those of this act */
    bool frozen;        /* the camera repeats its last picture */
    bool moving;        /* discs move by themselves */
} crok_sim_moment;

typedef struct crok_sim_key {
    double t_s;
    crok_vec3 tip_mm;
    bool there; /* the hand is there till the next key */
} crok_sim_key;

/* State that persists after the act that changed it. */
typedef struct crok_sim_state {
    double light, knock;
    crok_sim_pose pose;
} crok_sim_state;

/* The board or the camera is moved. */
typedef struct crok_sim_move {
    double start_s, end_s;
    crok_sim_pose to;
} crok_sim_move;

typedef struct crok_sim_act {
    crok_sim_play play; /* owned */
    double start_s, event_s, end_s;
    /* SHOT: times of the hand bringing the disc, placing it, the flick, and
     * rest */
    double bring_s, place_s, flick_s, rest_s;
    double take_s[CROK_MAX_DISCS], drop_s[CROK_MAX_DISCS]; /* of play.jobs */
    double odd_s; /* start of the disturbances that last for a while */
    crok_sim_incident incident;
    int n_moves;
    crok_sim_move moves[CROK_SIM_MAX_MOVES]; /* in order of time */
    int n_keys;
    crok_sim_key keys[CROK_SIM_MAX_KEYS];
    crok_sim_state before, after;
} crok_sim_act;

/* Plan the times of act->play from `start_s` on, with what act->incident says;
 * sets everything else in *act. */
void crok_sim_act_plan(crok_sim_act *act, double start_s, crok_sim_state state,
                       rnd *g);

/* Compute the scene at start_s <= t_s <= end_s. */
void crok_sim_act_at(const crok_sim_act *act, double t_s, crok_sim_moment *out);

#endif
