/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/turns.h: the seating of the players, the number of discs that each of
 * them has, who shoots next and who starts the next round (rules P1 to P8).
 *
 * The n players are numbered 0 to n - 1, clockwise in the order of their seats.
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
    int n;                    /* number of players */
    int seat[CROK_MAX_SEATS]; /* seat of each player, in rising order */
    int side[CROK_MAX_SEATS]; /* side of each player */
    int more[CROK_MAX_SEATS]; /* discs that each player shoots beside those of
                                 the book, by a handicap; below 0: fewer */
    int solo;                 /* PAIR_AGAINST_ONE: the player without a partner;
                                 otherwise -1 */
} crok_seats;

/* Find the seating from the players' seats and sides.
 *
 *   seats  in: n, seat and side; out: seating and solo
 *
 * CROK_EFORMAT  the game has no such seating, or the book does not allow it */
CROK_MUST_USE crok_status crok_seats_settle(const crok_book *book,
                                            crok_seats *seats, crok_err *err);

/* "singles", "doubles", "pair_against_one", "three", "four". */
const char *crok_seating_name(crok_seating seating);

/* The number of discs that a player has at the start of a round (P1 to P6),
 * with the handicap. */
int crok_discs_dealt(const crok_book *book, const crok_seats *seats,
                     int player);

/* The turns of one round. */
typedef struct crok_turns {
    int first;                /* the player who shot or shoots first */
    int step;                 /* index of the next turn, from 0 */
    int left[CROK_MAX_SEATS]; /* number of discs that each player has not shot
                                 yet */
    int unplayed[CROK_MAX_SIDES]; /* number of a side's discs in `left` that
                                     none of its players shoots any more,
                                     because time is up or it gave up */
} crok_turns;

crok_turns crok_turns_start(const crok_book *book, const crok_seats *seats,
                            int first);

/* The number of discs that a side has still to shoot. */
int crok_turns_left(const crok_seats *seats, const crok_turns *turns, int side);

/* Returns the player whose turn it is, or -1 if no disc is left to shoot. */
int crok_turns_player(const crok_book *book, const crok_seats *seats,
                      const crok_turns *turns);

/* May this player shoot now? If the book has "either_opponent" (P7), the
 * partner of the player whose turn it is may shoot too, except for the first
 * shot of a round. */
bool crok_turns_may_shoot(const crok_book *book, const crok_seats *seats,
                          const crok_turns *turns, int player);

/* Count a shot of this player and go to the next turn. crok_turns_may_shoot
 * must be true for the player. */
void crok_turns_shot(const crok_book *book, const crok_seats *seats,
                     crok_turns *turns, int player);

/* Returns the player who shoots last in the round if all turns are taken in
 * order, or -1 if no disc is left to shoot. */
int crok_turns_hammer(const crok_book *book, const crok_seats *seats,
                      const crok_turns *turns);

/* How a round has ended for who starts the next one. */
typedef struct crok_round_order {
    int winner, loser; /* the side that alone is the best, or the worst; -1:
                        * none is, after a tie */
    bool is_open; /* there may be other ones, or there may be one after all:
                   * a total has a range */
} crok_round_order;

/* Returns the player who starts the next round (P8), or -1 if a person has to
 * say it: the loser chooses, or it is open who won.
 *
 *   first  the player who started this round */
int crok_next_starter(const crok_book *book, const crok_seats *seats, int first,
                      const crok_round_order *order);

/* May this player start a round? Under P4 "solo_after_each" the player without
 * a partner may not. */
bool crok_may_start(const crok_book *book, const crok_seats *seats, int player);

#ifdef __cplusplus
}
#endif
#endif
