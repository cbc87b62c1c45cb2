/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/score.h: computes what each side gets for a round, when a game ends and
 * which side has won it (rules S1 to S7).
 *
 * Room     rules: pure; no allocation, no I/O, no globals.
 * Threads  values only; any thread. */
#ifndef CROK_RULES_SCORE_H
#define CROK_RULES_SCORE_H

#include "rules/book.h"
#include "rules/value.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What one side gets for a round, or has in a game. */
typedef struct crok_tally {
    int score;      /* sum of differences or of totals, by the rule book */
    int points;     /* 2, 1, 0 for a round, or 8, 6, 4, 2 by place */
    int rounds_won; /* rounds in which the side alone had the highest total */
} crok_tally;

/* Compute what a round adds to the tally of each side (S1, S6).
 *
 *   total  n totals of the round, 2 <= n <= CROK_MAX_SIDES
 *   out    n written */
void crok_round_result(const crok_book *book, const int *total, int n,
                       crok_tally *out);

/* Add to a tally. */
void crok_tally_add(crok_tally *tally, const crok_tally *add);

/* The smallest and the largest tally that a side can get for a round whose
 * totals are not certain (lo <= total <= hi). */
typedef struct crok_open_result {
    crok_tally lo, hi;
} crok_open_result;
crok_open_result crok_round_result_open(const crok_book *book,
                                        const crok_points *total, int n,
                                        int side);

/* Returns the side that alone has the lowest total, or -1 if there are several.
 */
int crok_round_loser(const int *total, int n);

/* Returns the side that alone has the highest total, or -1 if there are
 * several.
 */
int crok_round_winner(const int *total, int n);

/* What decides a game. */
typedef enum crok_measure {
    CROK_BY_POINTS,
    CROK_BY_SCORE,
    CROK_BY_ROUNDS_WON
} crok_measure;

/* Returns what decides a game between n sides: the rounds won if the book plays
 * best of its rounds, else the points if it plays for points, else the score.
 */
crok_measure crok_book_measure(const crok_book *book, int n);

/* Returns the points of a tally if the book plays for points, else the score.
 */
int crok_tally_measure(const crok_book *book, const crok_tally *tally, int n);

/* Returns of a tally what decides a game (crok_book_measure). */
int crok_tally_decides(const crok_book *book, const crok_tally *tally, int n);

/* Is it time for the game to end: are all rounds played, or the target reached
 * (S2)?
 *
 *   top  written, in any case: bit i is set if side i is at the top */
bool crok_game_reached(const crok_book *book, const crok_tally *tally, int n,
                       int rounds_played, unsigned *top);

typedef enum crok_game_end {
    CROK_GAME_GOES_ON,
    CROK_GAME_WON, /* one side has won; or, under S3 "higher_wins", all that
                      reached the target and are level at the top */
    CROK_GAME_TIED
} crok_game_end;

/* What the book says of a game whose end is reached while several sides are
 * level at the top (S3, S4). */
crok_game_end crok_game_level(const crok_book *book);

/* S7: remove pairs of discs that have the same value, one from each of two
 * sides. The difference of the sides' totals does not change.
 *
 *   a, b      values of the discs; those that remain are moved to the front
 *   n_a, n_b  in: numbers of discs; out: numbers that remain */
void crok_remove_pairs(int *a, int *n_a, int *b, int *n_b);

#ifdef __cplusplus
}
#endif
#endif
