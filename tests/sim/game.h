/* SPDX-License-Identifier: Apache-2.0
 *
 * sim/game.h: a match played by simulated players, and the truth of it: each
 * shot as evidence (crok_shot) with the decision of the rules room, in events
 * that fold to a match, and what a hand must do with the discs after it.
 *
 * Frames   mm: board.
 * Threads  one game, one thread. The same options give the same match. */
#ifndef CROK_TESTS_SIM_GAME_H
#define CROK_TESTS_SIM_GAME_H

#include <stdint.h>

#include "rules/match.h"
#include "sim/colours.h"
#include "sim/physics.h"
#include "sim/scene.h"

#define CROK_SIM_MAX_TRICKS 16
#define CROK_SIM_MAX_HELD 4 /* discs that one hand carries at once */

/* Disturbances on request. The first four are properties of the shot itself:
 * strokes are tried until one produces it; if none does, it is postponed to the
 * next shot. The others happen before or around the shot. */
typedef enum crok_sim_trick {
    CROK_SIM_TRICK_LEAN,      /* a disc leans on the hole's edge */
    CROK_SIM_TRICK_RAIL,      /* off the rail, back, and moves others */
    CROK_SIM_TRICK_LINE,      /* touches the outer line and comes back */
    CROK_SIM_TRICK_SWEEP,     /* one hand takes two discs off at once */
    CROK_SIM_TRICK_BUMP,      /* the camera is knocked */
    CROK_SIM_TRICK_DARK,      /* the light goes off and on again */
    CROK_SIM_TRICK_DIM,       /* the light goes down for good */
    CROK_SIM_TRICK_FREEZE,    /* the camera repeats one picture */
    CROK_SIM_TRICK_LEAN_OVER, /* a person leans over the board */
    CROK_SIM_TRICK_POINT,     /* a hand points at a disc */
    CROK_SIM_TRICK_POWDER,    /* a hand spreads powder */
    CROK_SIM_N_TRICKS
} crok_sim_trick;

typedef struct crok_sim_wish {
    crok_sim_trick trick;
    int shot; /* 1 is the first of the match; done at this shot or later */
} crok_sim_wish;

typedef struct crok_sim_options {
    uint64_t seed;
    const char *rules; /* a preset's name; borrowed for the call */
    crok_seating seating;
    crok_sim_looks looks;     /* the table of the seed */
    const crok_sim_scene *on; /* borrowed: a photo whose board is played on,
                               * by two sides; or NULL */
    int rounds;               /* at most; the match may end earlier */
    /* Also play shots that move a disc by less than a camera can detect;
     * otherwise such a stroke is repeated. */
    bool faint_moves;
    int n_wishes;
    crok_sim_wish wish[CROK_SIM_MAX_TRICKS];
    unsigned troubles; /* bit set, see sim/trouble.h; 0: none */
} crok_sim_options;

/* A hand carries this disc from its place to `to`. */
typedef struct crok_sim_job {
    int id;
    crok_sim_disc to;
    bool with_next; /* the hand takes the next one before it lets go */
} crok_sim_job;

/* One step of the match. */
typedef struct crok_sim_play {
    const crok_sim_table *table; /* borrowed from the game */
    crok_event event;  /* MATCH_START, SHOT, ROUND_END, NEXT_STARTER, MATCH_END,
                          REPLAY_ROUND; its time is empty */
    int seat;          /* who acts */
    unsigned tricks;   /* bit set: 1 << CROK_SIM_TRICK_... */
    unsigned troubles; /* bit set: MISPLACED or RERACK, see sim/trouble.h */
    int n_left[CROK_MAX_SIDES]; /* discs beside the board, before this */
    crok_sim_stroke stroke;     /* SHOT only, as the next */
    crok_sim_motion motion;
    /* The discs before the motion (SHOT: the motion's start without the
     * shooter), and what hands do with them after it. */
    int n_discs;
    crok_sim_disc discs[CROK_MAX_DISCS];
    int n_jobs;
    crok_sim_job jobs[CROK_MAX_DISCS];
} crok_sim_play;

typedef struct crok_sim_game crok_sim_game;

/* A game that has not begun; free with crok_sim_game_free.
 *
 * CROK_EARG    no such rule book, or a seating that it does not know
 * CROK_ENOMEM  no memory */
CROK_MUST_USE crok_status crok_sim_game_new(const crok_sim_options *options,
                                            crok_sim_game **out, crok_err *err);
void crok_sim_game_free(crok_sim_game **game);

/* The next step, whole, in *play (start from {0}; free with
 * crok_sim_play_free). After MATCH_END *more is false and play untouched.
 *
 * CROK_ENOMEM, or what the rules room says of an event that does not fit: a
 * fault of the simulator */
CROK_MUST_USE crok_status crok_sim_game_next(crok_sim_game *game,
                                             crok_sim_play *play, bool *more,
                                             crok_err *err);
/* The players take all discs off in the middle of a round, which starts anew.
 * Between two shots only. Errors as crok_sim_game_next. */
CROK_MUST_USE crok_status crok_sim_game_rerack(crok_sim_game *game,
                                               crok_sim_play *play,
                                               crok_err *err);
void crok_sim_play_free(crok_sim_play *play);

/* "lean", "rail" and so on. */
const char *crok_sim_trick_name(crok_sim_trick trick);

#endif
