/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/score.h"

/* S6: the sum of the points 8, 6, 4, 2 of n places, beginning with the place
 * `from` (0 is the first). */
static int places_sum(int from, int n)
{
    static const int place[CROK_MAX_SIDES] = {8, 6, 4, 2};
    int sum = 0;
    for (int i = from; i < from + n; i++)
        sum += place[i];
    return sum;
}

/* Points of a side by its place. Sides with the same total share equally the
 * points of the places that they take together. Each share is a whole number:
 * the mean of two, three or four neighbours of 8, 6, 4, 2 is whole. */
static int place_points(const int *total, int n, int side)
{
    int better = 0;
    int level = 0;
    for (int i = 0; i < n; i++) {
        better += total[i] > total[side];
        level += total[i] == total[side];
    }
    return places_sum(better, level) / level;
}

static int difference(const int *total, int side)
{
    int d = total[side] - total[1 - side];
    return d > 0 ? d : 0;
}

static int two_one_nothing(const int *total, int side)
{
    int other = total[1 - side];
    return total[side] > other ? 2 : total[side] == other ? 1 : 0;
}

int crok_round_winner(const int *total, int n)
{
    int best = 0;
    int level = 0;
    for (int i = 1; i < n; i++)
        if (total[i] > total[best])
            best = i;
    for (int i = 0; i < n; i++)
        level += total[i] == total[best];
    return level == 1 ? best : -1;
}

int crok_round_loser(const int *total, int n)
{
    int negative[CROK_MAX_SIDES] = {0};
    for (int i = 0; i < n; i++)
        negative[i] = -total[i];
    return crok_round_winner(negative, n);
}

void crok_round_result(const crok_book *book, const int *total, int n,
                       crok_tally *out)
{
    int winner = crok_round_winner(total, n);
    CROK_ASSERT(n >= 2 && n <= CROK_MAX_SIDES);
    for (int i = 0; i < n; i++) {
        out[i] = (crok_tally){.rounds_won = i == winner};
        if (n > 2 && book->many_sides == CROK_MANY_PLACES)
            out[i].points = place_points(total, n, i);
        else if (n > 2 || book->round_score == CROK_SCORE_SIMPLE)
            out[i].score = total[i];
        else if (book->round_score == CROK_SCORE_POINTS)
            out[i].points = two_one_nothing(total, i);
        else
            out[i].score = difference(total, i);
    }
}

void crok_tally_add(crok_tally *tally, const crok_tally *add)
{
    tally->score += add->score;
    tally->points += add->points;
    tally->rounds_won += add->rounds_won;
}

/* A side's result never rises when another side's total rises. So its smallest
 * result is that of its own smallest total and the largest totals of all other
 * sides; its largest result is that of the opposite case. */
crok_open_result crok_round_result_open(const crok_book *book,
                                        const crok_points *total, int n,
                                        int side)
{
    crok_tally lo[CROK_MAX_SIDES];
    crok_tally hi[CROK_MAX_SIDES];
    int worst[CROK_MAX_SIDES] = {0};
    int best[CROK_MAX_SIDES] = {0};
    for (int i = 0; i < n; i++) {
        worst[i] = i == side ? total[i].lo : total[i].hi;
        best[i] = i == side ? total[i].hi : total[i].lo;
    }
    crok_round_result(book, worst, n, lo);
    crok_round_result(book, best, n, hi);
    return (crok_open_result){lo[side], hi[side]};
}

static bool plays_for_points(const crok_book *book, int n)
{
    return n > 2 ? book->many_sides == CROK_MANY_PLACES
                 : book->round_score == CROK_SCORE_POINTS;
}

crok_measure crok_book_measure(const crok_book *book, int n)
{
    if (book->game_ends == CROK_ENDS_BEST_OF)
        return CROK_BY_ROUNDS_WON;
    return plays_for_points(book, n) ? CROK_BY_POINTS : CROK_BY_SCORE;
}

int crok_tally_measure(const crok_book *book, const crok_tally *tally, int n)
{
    return plays_for_points(book, n) ? tally->points : tally->score;
}

int crok_tally_decides(const crok_book *book, const crok_tally *tally, int n)
{
    return crok_book_measure(book, n) == CROK_BY_ROUNDS_WON
               ? tally->rounds_won
               : crok_tally_measure(book, tally, n);
}

static bool reaches_end(const crok_book *book, const int *measure, int n,
                        int rounds_played)
{
    if (book->game_ends != CROK_ENDS_TARGET && rounds_played >= book->rounds)
        return true;
    for (int i = 0; i < n; i++) {
        if (book->game_ends == CROK_ENDS_TARGET && measure[i] >= book->target)
            return true;
        if (book->game_ends == CROK_ENDS_BEST_OF &&
            2 * measure[i] > book->rounds)
            return true;
    }
    return false;
}

static unsigned leaders(const int *measure, int n)
{
    unsigned bits = 0;
    int best = measure[0];
    for (int i = 1; i < n; i++)
        best = measure[i] > best ? measure[i] : best;
    for (int i = 0; i < n; i++)
        bits |= measure[i] == best ? 1U << i : 0U;
    return bits;
}

bool crok_game_reached(const crok_book *book, const crok_tally *tally, int n,
                       int rounds_played, unsigned *top)
{
    int measure[CROK_MAX_SIDES] = {0};
    for (int i = 0; i < n; i++)
        measure[i] = crok_tally_decides(book, &tally[i], n);
    *top = leaders(measure, n);
    return reaches_end(book, measure, n, rounds_played);
}

crok_game_end crok_game_level(const crok_book *book)
{
    bool to_target = book->game_ends == CROK_ENDS_TARGET;
    if (to_target && book->both_past_target == CROK_BOTH_HIGHER_WINS)
        return CROK_GAME_WON;
    if (to_target || book->tied_game == CROK_TIED_PLAY_ON)
        return CROK_GAME_GOES_ON;
    return CROK_GAME_TIED;
}

static void take(int *list, int *n, int at)
{
    list[at] = list[--*n];
}

void crok_remove_pairs(int *a, int *n_a, int *b, int *n_b)
{
    for (int i = *n_a - 1; i >= 0; i--)
        for (int k = 0; k < *n_b; k++)
            if (a[i] == b[k]) {
                take(a, n_a, i);
                take(b, n_b, k);
                break;
            }
}
