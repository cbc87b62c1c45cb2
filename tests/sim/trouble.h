/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/trouble.h: the names of what happens in front of a real camera during an
 * evening. README.md lists each with its range and what the truth says of it.
 *
 * Each trouble has its own random numbers, so that one more or one fewer does
 * not change the others.
 *
 * Threads  values only; any thread. */
#ifndef CROK_TESTS_SIM_TROUBLE_H
#define CROK_TESTS_SIM_TROUBLE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/status.h"
#include "random.h"

typedef enum crok_sim_trouble {
    CROK_SIM_PUSH,       /* the table with the board is pushed */
    CROK_SIM_NUDGE,      /* the camera is */
    CROK_SIM_TURN,       /* the board is turned between rounds */
    CROK_SIM_SWAY,       /* the camera sways */
    CROK_SIM_CREEP,      /* it sinks slowly */
    CROK_SIM_ZOOM,       /* its focal length changes slowly */
    CROK_SIM_STARTS_MID, /* the film begins in the middle of an act */
    CROK_SIM_ENDS_MID,   /* it ends in one, before the round is over */
    CROK_SIM_FINGERS,    /* fingers rest and tremble; the shooter is held */
    CROK_SIM_HANDS,      /* another person's hand is over the board */
    CROK_SIM_POINT,      /* a hand points at a disc between shots */
    CROK_SIM_POWDER,     /* a hand spreads powder between shots */
    CROK_SIM_LEAN,       /* a person leans over between shots */
    CROK_SIM_COVERED,    /* a person covers the board while a shot is made */
    CROK_SIM_CUT,        /* the camera gives no frames for seconds */
    CROK_SIM_STILL,      /* the camera repeats a frame for seconds */
    CROK_SIM_FORGOTTEN,  /* a disc is taken off late */
    CROK_SIM_MISPLACED,  /* a disc is moved, and put back beside its place */
    CROK_SIM_REPLACED,   /* the shooter is placed, lifted, placed elsewhere */
    CROK_SIM_OBJECT,     /* a thing lies on the board or the rail */
    CROK_SIM_RERACK,     /* all discs are taken off, the round starts anew */
    CROK_SIM_HURRY,      /* players wait for nothing */
    CROK_SIM_GHOST,      /* the film is denoised in time: a recursive filter */
    CROK_SIM_DOUBLED,    /* frames are means of two neighbours */
    CROK_SIM_SQUEEZED,   /* the stored film's pixels are not square */
    CROK_SIM_RESTS,      /* a hand rests at the rim for the whole film */
    CROK_SIM_N_TROUBLES
} crok_sim_trouble;

/* "push", "nudge" and so on. */
const char *crok_sim_trouble_name(crok_sim_trouble trouble);

/* Add to the bit set (1 << CROK_SIM_...) the troubles that a text names:
 * names with commas between them; "all" and "some" are mixtures that the seed
 * draws, of half and a quarter of all troubles but RESTS, "none" is nothing.
 * False if a name is unknown. */
CROK_MUST_USE bool crok_sim_troubles_read(const char *text, uint64_t seed,
                                          unsigned *set);

/* The random numbers of one trouble. */
rnd crok_sim_trouble_rnd(uint64_t seed, crok_sim_trouble trouble);

#endif
