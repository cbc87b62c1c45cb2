/* SPDX-License-Identifier: Apache-2.0
 *
 * rules/score.h: what a round is worth, when a game ends and who has won it
 * (rules S1 to S7).
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

/* What one side has in the game that is being played. */
typedef struct crok_tally {
    int score;      /* difference or simple play */
    int points;     /* 2/1/0, or 8/6/4/2 */
    int rounds_won; /* alone */
} crok_tally;

/* What a round adds, side by side (S1, S6).
 *
 *   total  n totals of the round, 2 <= n <= CROK_MAX_SIDES
 *   out    n written */
void crok_round_result(const crok_book *book, const int *total, int n,
                       crok_tally *out);

/* The least and the most score and points that a side may get from a round
 * whose totals are still open (lo <= total <= hi). */
typedef struct crok_open_result {
    crok_tally lo, hi;
} crok_open_result;
crok_open_result crok_round_result_open(const crok_book *book,
                                        const crok_points *total, int n,
                                        int side);

/* The side that alone has the lowest total, or -1. */
int crok_round_loser(const int *total, int n);

/* What decides a game: score, or points where the book plays for points. */
int crok_tally_measure(const crok_book *book, const crok_tally *tally, int n);

typedef enum crok_game_end {
    CROK_GAME_GOES_ON,
    CROK_GAME_WON, /* by one side; by two under S3 */
    CROK_GAME_TIED
} crok_game_end;

/* Has the game ended (S2 to S4)?
 *
 *   winners  a bit mask, bit i for side i: the winner, or the sides that are
 *            level at the top; 0 while the game goes on */
crok_game_end crok_game_ended(const crok_book *book, const crok_tally *tally,
                              int n, int rounds_played, unsigned *winners);

/* S7: remove pairs of discs of equal value, one from each of two sides.
 *
 *   a, b      values of the discs; those that remain are moved to the front
 *   n_a, n_b  in: numbers of discs; out: numbers that remain */
void crok_remove_pairs(int *a, int *n_a, int *b, int *n_b);

#ifdef __cplusplus
}
#endif
#endif
