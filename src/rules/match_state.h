/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/match_state.h: the state of a match, and functions that read it.
 * rules/match.h applies events to it.
 *
 * Room     rules: pure; no allocation, no I/O, no globals, no clock.
 * Threads  values only; any thread.
 * Source   crokeye.match/1 (docs/FORMATS.md); docs/RULES.md P and S. */
#ifndef CROK_RULES_MATCH_STATE_H
#define CROK_RULES_MATCH_STATE_H

#include "rules/event.h"
#include "rules/score.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CROK_MAX_GONE 256 /* ids that have left play in a round */
#define CROK_LAST_TEXT_MAX 200

typedef enum crok_state {
    CROK_STATE_WAITING,
    CROK_STATE_PLAYING,
    CROK_STATE_CHECK, /* a person is asked something; see `ask` */
    CROK_STATE_ROUND_OVER,
    CROK_STATE_OVER,
    CROK_N_STATES
} crok_state;

/* What a person is asked in CHECK. */
typedef enum crok_ask {
    CROK_ASK_NOTHING,
    CROK_ASK_VALIDITY, /* is the last shot valid? Asked only if it matters;
                          play waits for the answer */
    CROK_ASK_DISC,     /* is a disc in play? Play may go on */
    CROK_ASK_STARTER   /* who starts the round? Play waits */
} crok_ask;

typedef struct crok_match_side {
    int twenties;        /* number of 20s in this round */
    int twenties_unsure; /* how many of these may not count (B3) */
    int twenties_lean;   /* how many of these may have leaned in the hole, and
                            so be no 20 (G4). Reset by the next shot: players
                            who play on have seen that it was a 20 */
    int twenties_total;  /* number of 20s in the match, with this round */
    int games;           /* number of games won */
    int match_points;    /* the measure that decides a game, summed over the
                            games before the present one */
    crok_tally game;     /* the tally of the game that is being played */
} crok_match_side;

typedef struct crok_last {
    long seq; /* 0: none yet */
    crok_tri valid;
    char text[CROK_LAST_TEXT_MAX];
    int n_remove;
    crok_removal remove[CROK_MAX_DISCS];
} crok_last;

typedef struct crok_match {
    crok_state state;
    crok_ask ask;
    crok_match_start info;
    int round, game; /* 1 is the first */
    int games_played;
    int last_round_first; /* player who started the round before, or -1 */
    crok_turns turns;
    int attempt; /* of the shot to come (V14) */
    crok_match_side sides[CROK_MAX_SIDES];
    int n_discs;
    crok_disc discs[CROK_MAX_DISCS]; /* by id */
    int n_gone;
    int gone[CROK_MAX_GONE];
    /* Discs of which the last shot left open whether they are in play. A person
     * decides; otherwise the answer is whether they are on the board at the
     * next shot. */
    int n_unsure;
    int unsure[CROK_MAX_DISCS];
    crok_last last;
    unsigned winners; /* in OVER: one bit for each side that won */
    bool tied;        /* the winners are level */
} crok_match;

/* A match that waits for its start. */
crok_match crok_match_waiting(void);

/* A side's total in the round so far, and the range of it that close calls,
 * discs in `unsure` and unsure 20s leave open. */
crok_points crok_match_total(const crok_match *m, int side);

/* Is this disc in `unsure`: is it left open whether it is in play? */
bool crok_match_is_unsure(const crok_match *m, int id);

/* Has the disc with this id left play in this round? */
bool crok_match_is_gone(const crok_match *m, int id);

/* The side's place in info.sides, or -1. */
int crok_match_side_of(const crok_match *m, const char *name);

/* Number of discs that a side has still to shoot. */
int crok_match_left(const crok_match *m, int side);

/* Number of discs that a side has for the round. */
int crok_match_dealt(const crok_match *m, int side);

/* Check that no side has more discs on the board and in the bowl than it shot.
 *
 * CROK_ECONFLICT  a side has more; the message names it */
CROK_MUST_USE crok_status crok_match_check_count(const crok_match *m,
                                                 crok_err *err);

/* "waiting", "playing", "check", "round_over", "over". */
const char *crok_state_name(crok_state state);

#ifdef __cplusplus
}
#endif
#endif
