/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/handicap.h"

#include <stdio.h>
#include <string.h>

/* Most discs that a book deals to a player (the fields discs_... of a book). */
enum { MOST_DISCS = 24 };

crok_handicap crok_match_handicap(const crok_match *m, int side)
{
    crok_handicap sum = {0};
    for (int i = 0; i < m->info.seats.n; i++) {
        const crok_handicap *h = &m->info.handicap[i];
        if (m->info.seats.side[i] != side)
            continue;
        sum.points += h->points;
        sum.twenties += h->twenties;
        sum.discs += h->discs;
        sum.games += h->games;
    }
    return sum;
}

/* The number of games that wins the match whatever the others are; 0: games do
 * not decide it. */
static int games_that_win(const crok_match_start *s)
{
    int games = s->best_of > 0 ? s->best_of : s->book.games;
    bool is_by_points =
        s->best_of == 0 && s->book.match_won_by == CROK_MATCH_BY_POINTS;
    return is_by_points || games == 1 ? 0 : games / 2 + 1;
}

static crok_status check_games(const crok_match_start *s, crok_err *err)
{
    int games[CROK_MAX_SIDES] = {0};
    int to_win = games_that_win(s);
    for (int i = 0; i < s->seats.n; i++)
        games[s->seats.side[i]] += s->handicap[i].games;
    for (int i = 0; i < s->n_sides; i++)
        if (games[i] > 0 && games[i] >= to_win)
            return crok_fail(err, CROK_ECONFLICT,
                             to_win == 0
                                 ? "handicap: \"%s\" begins with %d games, but "
                                   "games do not decide this match"
                                 : "handicap: \"%s\" begins with %d games, "
                                   "which win this match",
                             s->sides[i].side, games[i]);
    return CROK_OK;
}

crok_status crok_handicaps_check(const crok_match_start *s, crok_seats *seats,
                                 crok_err *err)
{
    for (int i = 0; i < seats->n; i++) {
        int dealt = 0;
        seats->more[i] = s->handicap[i].discs;
        dealt = crok_discs_dealt(&s->book, seats, i);
        if (dealt < 1 || dealt > MOST_DISCS)
            return crok_fail(err, CROK_ECONFLICT,
                             "handicap: the player in seat %d would shoot %d "
                             "discs, allowed are 1 to %d",
                             seats->seat[i], dealt, MOST_DISCS);
    }
    return check_games(s, err);
}

crok_tally crok_match_points(const crok_match *m, int points)
{
    const crok_book *book = &m->info.book;
    crok_tally one = {.points = 1};
    crok_tally add = {.rounds_won =
                          book->game_ends == CROK_ENDS_BEST_OF ? points : 0};
    if (crok_tally_measure(book, &one, m->info.n_sides) == 1)
        add.points = points;
    else
        add.score = points;
    return add;
}

void crok_match_side_add(crok_match_side *s, const crok_tally *add)
{
    crok_tally_add(&s->game, add);
    crok_tally_add(&s->game_lo, add);
    crok_tally_add(&s->game_hi, add);
}

void crok_match_begin_game(crok_match *m)
{
    for (int i = 0; i < m->info.n_sides; i++) {
        crok_match_side *s = &m->sides[i];
        crok_handicap h = crok_match_handicap(m, i);
        crok_tally given = crok_match_points(m, h.points);
        s->game = s->game_lo = s->game_hi = s->extra = (crok_tally){0};
        s->twenties_total += h.twenties;
        crok_match_side_add(s, &given);
    }
}

void crok_handicap_words(const crok_handicap *h, char *out, size_t room)
{
    const struct {
        int n;
        const char *one, *many;
    } parts[] = {{h->points, "point a game", "points a game"},
                 {h->twenties, "20 a game", "20s a game"},
                 {h->discs, "disc a round", "discs a round"},
                 {h->games, "game", "games"}};
    size_t n = 0;
    out[0] = '\0';
    for (size_t i = 0; i < sizeof parts / sizeof *parts && n < room; i++) {
        bool is_one = parts[i].n == 1 || parts[i].n == -1;
        if (parts[i].n != 0)
            n += (size_t)snprintf(out + n, room - n, "%s%+d %s",
                                  n > 0 ? ", " : "", parts[i].n,
                                  is_one ? parts[i].one : parts[i].many);
    }
}
