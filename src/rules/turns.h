/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/turns.h: who sits where, how many discs each has, who shoots next and
 * who starts the next round (rules P1 to P8).
 *
 * Players are numbered 0 .. n - 1 clockwise, by their seats.
 *
 * Room     rules: pure; no allocation, no I/O, no globals.
 * Threads  values only; any thread. */
#ifndef CROK_RULES_TURNS_H
#define CROK_RULES_TURNS_H

#include "rules/book.h"
#include "rules/shot.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum crok_seating {
    CROK_SINGLES,
    CROK_DOUBLES,
    CROK_PAIR_AGAINST_ONE,
    CROK_THREE,
    CROK_FOUR,
    CROK_N_SEATINGS
} crok_seating;

typedef struct crok_seats {
    crok_seating seating;
    int n;                    /* players */
    int seat[CROK_MAX_SEATS]; /* rising */
    int side[CROK_MAX_SEATS]; /* of each player */
    int solo;                 /* the one of PAIR_AGAINST_ONE, else -1 */
} crok_seats;

/* Finds the seating from seats and sides; n, seat and side are set.
 * CROK_EFORMAT  no seating of the game, or one that the book does not know */
CROK_MUST_USE crok_status crok_seats_settle(const crok_book *book,
                                            crok_seats *seats, crok_err *err);

/* "singles", "doubles", "pair_against_one", "three", "four". */
const char *crok_seating_name(crok_seating seating);

/* The discs that a player has for a round (P1 to P6). */
int crok_discs_dealt(const crok_book *book, const crok_seats *seats,
                     int player);

/* The turns of one round. */
typedef struct crok_turns {
    int first;                /* player */
    int step;                 /* place in the order of turns */
    int left[CROK_MAX_SEATS]; /* discs still to shoot, by player */
} crok_turns;

crok_turns crok_turns_start(const crok_book *book, const crok_seats *seats,
                            int first);

/* Whose turn it is, or -1 when all discs are shot. */
int crok_turns_player(const crok_book *book, const crok_seats *seats,
                      const crok_turns *turns);

/* May this player shoot now? Under 7c also the partner of the one whose turn
 * it would be, but not for the first shot of a round (P7). */
bool crok_turns_may_shoot(const crok_book *book, const crok_seats *seats,
                          const crok_turns *turns, int player);

/* The player has shot; crok_turns_may_shoot must hold. */
void crok_turns_shot(const crok_book *book, const crok_seats *seats,
                     crok_turns *turns, int player);

/* Who shoots last if every turn is taken in order; -1 when none is left. */
int crok_turns_hammer(const crok_book *book, const crok_seats *seats,
                      const crok_turns *turns);

/* Who starts the next round (P8), or -1 where the loser chooses.
 *
 *   first  player who started this round
 *   loser  side that lost it, or -1 after a tie */
int crok_next_starter(const crok_book *book, const crok_seats *seats, int first,
                      int loser);

/* May this player start a round? In solo_after_each the one may not (P4). */
bool crok_may_start(const crok_book *book, const crok_seats *seats, int player);

#ifdef __cplusplus
}
#endif
#endif
