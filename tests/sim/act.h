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

/* How long the tricks of these names last, and the light that DIM leaves. */
#define CROK_SIM_DARK_S 2.5
#define CROK_SIM_FROZEN_S 2.0
#define CROK_SIM_LEAN_S 3.0
#define CROK_SIM_KNOCK_S 0.35
#define CROK_SIM_DIM 0.45

/* A hand with its arm at one instant. */
typedef struct crok_sim_hand {
    bool there;
    crok_vec3 tip_mm;    /* the finger tips */
    crok_mm shoulder_mm; /* the arm comes from there */
    bool points;         /* one finger is stretched, the others bent */
} crok_sim_hand;

/* A thing that does not belong on the board. */
typedef struct crok_sim_object {
    bool there;
    crok_sim_object_kind kind;
    crok_vec3 at_mm;
    double turn_rad;
} crok_sim_object;

/* Everything a camera could see at one instant. */
typedef struct crok_sim_moment {
    double t_s;
    int n_discs;
    crok_sim_disc discs[CROK_MAX_DISCS]; /* includes those beside the board,
                                          * which have id 0 while they are
                                          * unshot */
    unsigned long long held;             /* bit set of the discs in a hand */
    crok_sim_hand hand;
    crok_sim_hand other;   /* another person's */
    crok_sim_hand resting; /* one that rests at the rim */
    crok_sim_object object;
    double leans_over; /* a person, 0 away to 1 over the board; up to 2: over
                        * all of it */
    int leaner_seat;
    double light;       /* relative to the normal light */
    double knock;       /* accumulated displacement of the camera, in knocks */
    crok_sim_pose pose; /* how board and camera have been moved */
    unsigned troubles;  /* bit set: those of this act */
    bool frozen;        /* the camera repeats its last picture */
    bool missing;       /* the camera gives no picture */
    bool moving;        /* discs move by themselves */
} crok_sim_moment;

typedef struct crok_sim_key {
    double t_s;
    crok_vec3 tip_mm;
    bool there;                    /* the hand is there till the next key */
    double tremble_mm, tremble_hz; /* until the next key */
} crok_sim_key;

/* The way of one hand. */
typedef struct crok_sim_track {
    int seat; /* its arm comes from there */
    int n;
    crok_sim_key keys[CROK_SIM_MAX_KEYS];
} crok_sim_track;

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
    crok_sim_track hand, other; /* the player's; another person's */
    /* REPLACED: where the shooter lies first, from when to when */
    crok_mm first_mm;
    double first_s, lift_s;
    double object_s, object_end_s; /* OBJECT: it lies there */
    double cover_s, cover_end_s;   /* COVERED: a person leans over */
    double gap_s, gap_end_s;       /* CUT, STILL */
    crok_sim_state before, after;
} crok_sim_act;

static inline bool crok_sim_act_has(const crok_sim_act *a, crok_sim_trick trick)
{
    return (a->play.tricks & 1U << trick) != 0;
}

static inline bool crok_sim_act_befalls(const crok_sim_act *a,
                                        crok_sim_trouble trouble)
{
    return (a->incident.set & 1U << trouble) != 0;
}

/* Plan the times of act->play from `start_s` on, with what act->incident says;
 * sets everything else in *act. */
void crok_sim_act_plan(crok_sim_act *act, double start_s, crok_sim_state state,
                       rnd *g);

/* A point of time within a shot's act, part 0..1: a hand over the line, the
 * shooter with a finger at it, discs in motion have a third each. */
double crok_sim_act_middle(const crok_sim_act *act, double part);

/* Compute the scene at start_s <= t_s <= end_s. */
void crok_sim_act_at(const crok_sim_act *act, double t_s, crok_sim_moment *out);

#endif
