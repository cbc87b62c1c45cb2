/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/incident.h: which troubles befall one act of a film, and how: drawn from
 * the seed before the act is planned.
 *
 * Frames   mm: table, see sim/pose.h.
 * Threads  one film, one thread. */
#ifndef CROK_TESTS_SIM_INCIDENT_H
#define CROK_TESTS_SIM_INCIDENT_H

#include "sim/game.h"
#include "sim/pose.h"
#include "sim/trouble.h"

/* When in an act the board or the camera is moved. */
typedef enum crok_sim_when {
    CROK_SIM_WHEN_QUIET, /* nothing is over the board */
    CROK_SIM_WHEN_HAND,  /* a hand holds the rail, or rests over the board */
    CROK_SIM_WHEN_AIM,   /* the shooter aims: his finger is at the disc */
    CROK_SIM_WHEN_SHOT   /* discs are in motion */
} crok_sim_when;

/* Things that people lay down. */
typedef enum crok_sim_object_kind {
    CROK_SIM_PEN,
    CROK_SIM_PHONE,
    CROK_SIM_CUP,
    CROK_SIM_N_OBJECTS
} crok_sim_object_kind;

/* Where a hand rests at the rim. */
typedef struct crok_sim_resting {
    int seat;        /* its arm comes from there */
    double off_rad;  /* from the seat's middle, counter-clockwise */
    double reach_mm; /* of its finger tips inside the outer line */
    double tremble_mm, tremble_hz;
} crok_sim_resting;

/* What befalls one act. Fields of troubles that are not in `set` are 0. */
typedef struct crok_sim_incident {
    unsigned set;    /* 1 << CROK_SIM_PUSH and so on */
    unsigned tricks; /* 1 << CROK_SIM_TRICK_...: POINT, POWDER, LEAN */
    /* PUSH, NUDGE */
    crok_sim_when when;
    double move_s; /* how long it takes */
    crok_sim_pose move_to;
    double turn_rad; /* TURN: by how much, counter-clockwise */
    /* FINGERS: how long the hand rests before and after the shot, holds the
     * shooter over its place, aims; 0: it does not */
    double tremble_mm, tremble_hz;
    double rest_before_s, rest_after_s, hold_s, aim_s;
    bool rests_on_line; /* otherwise on the rail */
    double rest_off_rad;
    /* HANDS, OBJECT, COVERED: another person, so many seats clockwise from the
     * player */
    int other_seat;
    bool in_shot; /* during the shot; otherwise before it */
    crok_mm spot_mm;
    double stay_s;
    crok_sim_object_kind object;
    double object_rad; /* its direction */
    /* CUT, STILL: from where in the act, 0..1; negative: from before the
     * flick */
    double gap_s, gap_part;
    double late_s; /* FORGOTTEN */
    /* REPLACED: from where along the line, and how long it lies there */
    double first_off_rad, first_s;
    crok_sim_resting rests_from,
        rests; /* RESTS: where the hand was, and goes */
} crok_sim_incident;

typedef struct crok_sim_fate {
    unsigned troubles;
    crok_camera camera;          /* at the film's beginning */
    const crok_sim_table *table; /* of the last play; borrowed */
    rnd rnd[CROK_SIM_N_TROUBLES];
    int first[CROK_SIM_N_TROUBLES]; /* it comes at this shot, or as soon as it
                                     * can; 0: it has come */
    int shots, round_shots;         /* so far, in all and in this round */
    int rerack_at; /* RERACK: after so many shots of this round; 0: not */
    crok_sim_resting rests; /* RESTS */
} crok_sim_fate;

/* The fate of a seed.
 *
 *   troubles  bit set, 1 << CROK_SIM_PUSH and so on
 *   camera    borrowed */
crok_sim_fate crok_sim_fate_of(unsigned troubles, uint64_t seed,
                               const crok_camera *camera);

/* Are all discs taken off now, so that the round starts anew? */
bool crok_sim_fate_reracks(const crok_sim_fate *fate);

/* What befalls the act that shows `play`, which begins in this pose. */
crok_sim_incident crok_sim_fate_next(crok_sim_fate *fate,
                                     const crok_sim_play *play,
                                     const crok_sim_pose *pose);

#endif
