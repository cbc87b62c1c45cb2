/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/turns.h"

static int players_of(const crok_seats *s, int side)
{
    int n = 0;
    for (int i = 0; i < s->n; i++)
        n += s->side[i] == side;
    return n;
}

static bool partners_are_opposite(const crok_seats *s)
{
    return s->side[0] == s->side[2] && s->side[1] == s->side[3] &&
           s->side[0] != s->side[1];
}

static bool all_for_themselves(const crok_seats *s)
{
    for (int i = 0; i < s->n; i++)
        if (players_of(s, s->side[i]) != 1)
            return false;
    return true;
}

static crok_seating seating_of(crok_seats *s)
{
    s->solo = -1;
    if (all_for_themselves(s))
        return s->n == 2   ? CROK_SINGLES
               : s->n == 3 ? CROK_THREE
               : s->n == 4 ? CROK_FOUR
                           : CROK_N_SEATINGS;
    if (s->n == 4 && partners_are_opposite(s))
        return CROK_DOUBLES;
    for (int i = 0; i < s->n; i++)
        if (s->n == 3 && players_of(s, s->side[i]) == 1)
            s->solo = i;
    return s->solo >= 0 ? CROK_PAIR_AGAINST_ONE : CROK_N_SEATINGS;
}

/* P3: does the pair sit as the book wants it? Opposite seats have numbers that
 * differ by 2. */
static bool pair_sits_well(const crok_book *book, const crok_seats *s)
{
    int one = (s->solo + 1) % 3;
    int other = (s->solo + 2) % 3;
    if (s->seating != CROK_PAIR_AGAINST_ONE ||
        book->pair_seats == CROK_PAIR_ANYWHERE)
        return true;
    return (s->seat[one] + 2) % CROK_MAX_SEATS == s->seat[other];
}

static int discs_of_book(const crok_book *book, const crok_seats *seats,
                         int player)
{
    const int discs[CROK_N_SEATINGS] = {
        [CROK_SINGLES] = book->discs_singles,
        [CROK_DOUBLES] = book->discs_doubles,
        [CROK_PAIR_AGAINST_ONE] =
            player == seats->solo ? book->discs_solo : book->discs_pair,
        [CROK_THREE] = book->discs_three,
        [CROK_FOUR] = book->discs_four,
    };
    return discs[seats->seating];
}

crok_status crok_seats_settle(const crok_book *book, crok_seats *seats,
                              crok_err *err)
{
    for (int i = 0; i < seats->n; i++)
        if (seats->seat[i] < 0 || seats->seat[i] >= CROK_MAX_SEATS ||
            (i > 0 && seats->seat[i] <= seats->seat[i - 1]))
            return crok_fail(err, CROK_EFORMAT,
                             "seats: must rise and be 0 to %d",
                             CROK_MAX_SEATS - 1);
    seats->seating = seating_of(seats);
    if (seats->seating == CROK_N_SEATINGS)
        return crok_fail(err, CROK_EFORMAT,
                         "seats: two to four players; partners sit opposite "
                         "each other");
    if (!pair_sits_well(book, seats))
        return crok_fail(err, CROK_EFORMAT,
                         "seats: the pair must sit opposite each other (P3)");
    if (discs_of_book(book, seats, 0) == 0)
        return crok_fail(err, CROK_EFORMAT,
                         "seats: this rule book does not know %s",
                         crok_seating_name(seats->seating));
    return CROK_OK;
}

const char *crok_seating_name(crok_seating seating)
{
    static const char *const name[CROK_N_SEATINGS] = {
        "singles", "doubles", "pair_against_one", "three", "four"};
    return name[seating];
}

int crok_discs_dealt(const crok_book *book, const crok_seats *seats, int player)
{
    return discs_of_book(book, seats, player) + seats->more[player];
}

/* Returns the player of turn `step` (0 is the first) if all have discs left.
 * Turns go clockwise from `first`. With a pair against one the order is the
 * cycle 1, 2, 3, 2: here 2 is the player without a partner, 1 sits in the seat
 * before, and 3 in the seat after. */
static int player_at(const crok_seats *s, int first, int step)
{
    int cycle[4] = {(s->solo + 2) % 3, s->solo, (s->solo + 1) % 3, s->solo};
    int at = 0;
    if (s->seating != CROK_PAIR_AGAINST_ONE)
        return (first + step) % s->n;
    while (cycle[at] != first)
        at++;
    return cycle[(at + step) % 4];
}

static bool either_may(const crok_book *book, const crok_seats *s)
{
    return s->seating == CROK_DOUBLES &&
           book->turns == CROK_TURNS_EITHER_OPPONENT;
}

int crok_turns_left(const crok_seats *seats, const crok_turns *turns, int side)
{
    int n = -turns->unplayed[side];
    for (int i = 0; i < seats->n; i++)
        n += seats->side[i] == side ? turns->left[i] : 0;
    return n > 0 ? n : 0;
}

static bool has_shot(const crok_seats *s, const crok_turns *t, int player)
{
    return t->left[player] > 0 && crok_turns_left(s, t, s->side[player]) > 0;
}

/* Returns the player of turn `step`. If that player has no shot left, returns
 * the partner if the book allows it and the partner has one, else -1. */
static int able_at(const crok_book *book, const crok_seats *s,
                   const crok_turns *t, int step)
{
    int player = player_at(s, t->first, step);
    if (has_shot(s, t, player))
        return player;
    if (either_may(book, s) && has_shot(s, t, (player + 2) % 4))
        return (player + 2) % 4;
    return -1;
}

crok_turns crok_turns_start(const crok_book *book, const crok_seats *seats,
                            int first)
{
    crok_turns t = {.first = first};
    for (int i = 0; i < seats->n; i++)
        t.left[i] = crok_discs_dealt(book, seats, i);
    return t;
}

/* Returns the first turn from t->step on in which a player can shoot, or -1. An
 * order of turns repeats after at most four of them. */
static int able_step(const crok_book *book, const crok_seats *s,
                     const crok_turns *t)
{
    for (int step = t->step; step < t->step + 4; step++)
        if (able_at(book, s, t, step) >= 0)
            return step;
    return -1;
}

int crok_turns_player(const crok_book *book, const crok_seats *seats,
                      const crok_turns *turns)
{
    int step = able_step(book, seats, turns);
    return step < 0 ? -1 : able_at(book, seats, turns, step);
}

bool crok_turns_may_shoot(const crok_book *book, const crok_seats *seats,
                          const crok_turns *turns, int player)
{
    int turn = crok_turns_player(book, seats, turns);
    if (turn < 0)
        return false;
    if (player == turn)
        return true;
    return either_may(book, seats) && turns->step > 0 &&
           seats->side[player] == seats->side[turn] &&
           has_shot(seats, turns, player);
}

void crok_turns_shot(const crok_book *book, const crok_seats *seats,
                     crok_turns *turns, int player)
{
    CROK_ASSERT(crok_turns_may_shoot(book, seats, turns, player));
    turns->step = able_step(book, seats, turns) + 1;
    turns->left[player]--;
}

int crok_turns_hammer(const crok_book *book, const crok_seats *seats,
                      const crok_turns *turns)
{
    crok_turns t = *turns;
    int last = -1;
    for (int player = crok_turns_player(book, seats, &t); player >= 0;
         player = crok_turns_player(book, seats, &t)) {
        last = player;
        crok_turns_shot(book, seats, &t, player);
    }
    return last;
}

bool crok_may_start(const crok_book *book, const crok_seats *seats, int player)
{
    return player != seats->solo ||
           book->pair_order != CROK_PAIR_SOLO_AFTER_EACH;
}

static int next_clockwise(const crok_book *book, const crok_seats *s, int first)
{
    int next = (first + 1) % s->n;
    while (!crok_may_start(book, s, next))
        next = (next + 1) % s->n;
    return next;
}

/* The first player of a side clockwise after `first`, or `first` himself. */
static int player_of_side(const crok_book *book, const crok_seats *seats,
                          int first, int side)
{
    int next = next_clockwise(book, seats, first);
    for (int i = 0; i < seats->n && seats->side[next] != side; i++)
        next = next_clockwise(book, seats, next);
    return next;
}

int crok_next_starter(const crok_book *book, const crok_seats *seats, int first,
                      const crok_round_order *order)
{
    int rule = seats->seating == CROK_SINGLES ? book->next_starter_singles
                                              : book->next_starter;
    int next = next_clockwise(book, seats, first);
    int side = rule == CROK_NEXT_WINNER ? order->winner : order->loser;
    bool is_by_result = rule == CROK_NEXT_WINNER || rule == CROK_NEXT_LOSER;
    if (rule == CROK_NEXT_LOSER_CHOOSES &&
        (order->loser >= 0 || order->is_open))
        return -1;
    if (is_by_result && order->is_open)
        return -1;
    if (is_by_result && side >= 0)
        return player_of_side(book, seats, first, side);
    /* Under "alternate" it is the next player of another side, if one may
     * start. */
    if (rule == CROK_NEXT_ALTERNATE)
        for (int i = 0; i < seats->n && seats->side[next] == seats->side[first];
             i++)
            next = next_clockwise(book, seats, next);
    return next;
}
