/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/finish.h"

#include "rules/before_end.h"
#include "rules/handicap.h"
#include "rules/open.h"

static bool is_one(unsigned bits)
{
    return bits != 0 && (bits & (bits - 1U)) == 0;
}

unsigned crok_match_best(const crok_match *m, const int *measure,
                         unsigned among)
{
    unsigned bits = 0;
    int best = 0;
    for (int i = 0; i < m->info.n_sides; i++) {
        if ((among & 1U << i) == 0)
            continue;
        if (bits == 0 || measure[i] > best) {
            best = measure[i];
            bits = 0;
        }
        bits |= measure[i] == best ? 1U << i : 0U;
    }
    return bits;
}

static unsigned all_sides(const crok_match *m)
{
    return (1U << m->info.n_sides) - 1U;
}

/* The sides that have not given up. */
static unsigned rest_of_sides(const crok_match *m)
{
    return all_sides(m) & ~m->gave_up;
}

/* A side's tally of the present game without its extra rounds. */
static crok_tally regular_tally(const crok_match_side *s)
{
    return (crok_tally){s->game.score - s->extra.score,
                        s->game.points - s->extra.points,
                        s->game.rounds_won - s->extra.rounds_won};
}

/* The sides of `among` that lead in the present game. */
static unsigned best_in_game(const crok_match *m, unsigned among)
{
    int measure[CROK_MAX_SIDES] = {0};
    for (int i = 0; i < m->info.n_sides; i++) {
        crok_tally tally = regular_tally(&m->sides[i]);
        measure[i] = crok_tally_decides(&m->info.book, &tally, m->info.n_sides);
    }
    return crok_match_best(m, measure, among);
}

void crok_match_measure(const crok_match *m, int *measure)
{
    int n = m->info.n_sides;
    for (int i = 0; i < n; i++)
        measure[i] = crok_tally_measure(&m->info.book, &m->sides[i].game, n);
}

void crok_match_start_round(crok_match *m, int first)
{
    m->turns = crok_turns_start(&m->info.book, &m->info.seats, first);
    m->attempt = 1;
    m->was_played = CROK_NO;
    m->is_counted = false;
    m->is_round_open = true;
    m->is_time_up = false;
    m->n_discs = 0;
    m->n_gone = 0;
    m->n_unsure = 0;
    m->state = CROK_STATE_PLAYING;
    m->ask = CROK_ASK_NOTHING;
    crok_open_begin_round(m);
    for (int i = 0; i < m->info.n_sides; i++) {
        crok_match_side *s = &m->sides[i];
        s->twenties = s->counted = 0;
        s->has_count = false;
        if ((m->gave_up & 1U << i) != 0)
            m->turns.unplayed[i] = crok_match_dealt(m, i);
    }
}

void crok_match_begin_again(crok_match *m)
{
    for (int i = 0; i < m->info.n_sides; i++)
        m->sides[i].twenties_total -= m->sides[i].twenties;
    crok_open_drop_round(m);
    crok_match_start_round(m, m->turns.first);
}

static void next_round(crok_match *m, const int *total)
{
    const crok_round_order order = {
        .winner = crok_round_winner(total, m->info.n_sides),
        .loser = crok_round_loser(total, m->info.n_sides),
        .is_open = m->is_loser_open};
    int first = m->turns.first;
    int next = crok_next_starter(&m->info.book, &m->info.seats, first, &order);
    if (m->is_first_unknown)
        next = -1;
    m->is_first_unknown = false;
    m->round++;
    crok_match_start_round(m, next < 0 ? first : next);
    if (next >= 0)
        return;
    m->state = CROK_STATE_CHECK;
    m->ask = CROK_ASK_STARTER;
}

/* ---- the match ---- */

/* End the match for the sides whose bits are set, which have won it. */
static void end_match(crok_match *m, unsigned winners, crok_won_by how)
{
    m->winners = winners;
    m->tied = winners != 0 && !is_one(winners);
    m->won_by = m->tied ? CROK_WON_BY_NOTHING : how;
    if (m->won_by != CROK_WON_BY_CONCESSION &&
        m->won_by != CROK_WON_BY_DISQUALIFICATION)
        m->won_reason[0] = '\0';
    m->level = 0;
    m->state = CROK_STATE_OVER;
    m->ask = CROK_ASK_NOTHING;
}

static void break_tie(crok_match *m, const int *total);
static void finish_tie(crok_match *m, unsigned winner, crok_won_by how,
                       const int *total);

static void begin_tie(crok_match *m, unsigned level, bool is_of_match,
                      const int *total)
{
    m->level = m->tie_among = level;
    m->is_tie_of_match = is_of_match;
    m->tie_at = 0;
    if (m->broken.among == level && m->broken.is_of_match == is_of_match)
        finish_tie(m, m->broken.winner, m->broken.how, total);
    else
        break_tie(m, total);
}

static int n_games(const crok_match *m)
{
    return m->info.best_of > 0 ? m->info.best_of : m->info.book.games;
}

/* Is the match over, now that a game has ended? A best of n is as soon as one
 * side has won most of the games. */
static bool is_over(const crok_match *m)
{
    for (int i = 0; i < m->info.n_sides; i++)
        if (m->info.best_of > 0 && 2 * m->sides[i].games > m->info.best_of)
            return true;
    return m->ends_with_round || m->games_played >= n_games(m);
}

/* All games are played: the side with most of them, or with most points, has
 * won. */
static void compare_games(crok_match *m, const int *total)
{
    bool by_points = m->info.best_of == 0 &&
                     m->info.book.match_won_by == CROK_MATCH_BY_POINTS;
    int measure[CROK_MAX_SIDES] = {0};
    unsigned best = 0;
    for (int i = 0; i < m->info.n_sides; i++)
        measure[i] = by_points ? m->sides[i].match_points : m->sides[i].games;
    best = crok_match_best(m, measure, all_sides(m));
    if (!is_one(best) && m->info.n_ties > 0)
        begin_tie(m, best, true, total);
    else
        end_match(m, best, by_points ? CROK_WON_BY_POINTS : CROK_WON_BY_GAMES);
}

/* ---- a game ---- */

/* Is the game that has ended the only one, so that who won it has won the
 * match? A handicap of games stands beside it. */
static bool is_only_game(const crok_match *m)
{
    for (int i = 0; i < m->info.n_sides; i++)
        if (crok_match_handicap(m, i).games > 0)
            return false;
    return m->games_played == 1;
}

/* Count the game, for its winners if it has any, and go on.
 *
 *   top  the winners, or the sides that are level */
static void finish_game(crok_match *m, unsigned top, bool is_won,
                        crok_won_by how, const int *total)
{
    int measure[CROK_MAX_SIDES] = {0};
    const crok_book *book = &m->info.book;
    int n = m->info.n_sides;
    crok_match_measure(m, measure);
    crok_before_count_keep(m);
    m->level = 0;
    m->gave_up = 0;
    m->games_played++;
    for (int i = 0; i < m->info.n_sides; i++) {
        crok_match_side *s = &m->sides[i];
        s->match_points += measure[i];
        s->match_points_lo += crok_tally_measure(book, &s->game_lo, n);
        s->match_points_hi += crok_tally_measure(book, &s->game_hi, n);
        s->games += is_won && (top & 1U << i) != 0 ? 1 : 0;
        s->twenties_before = s->twenties_total;
    }
    if (is_over(m) && is_only_game(m)) {
        end_match(m, top, how);
    } else if (is_over(m)) {
        compare_games(m, total);
    } else {
        m->game++;
        m->round = 0; /* next_round increments it to 1 */
        m->broken = (crok_broken_tie){0};
        m->owed = (crok_owed){0};
        crok_match_begin_game(m);
        next_round(m, total);
    }
}

/* ---- ties ---- */

/* The game or the match whose tie it was is won by one side. */
static void finish_tie(crok_match *m, unsigned winner, crok_won_by how,
                       const int *total)
{
    if (m->is_tie_of_match)
        end_match(m, winner, how);
    else
        finish_game(m, winner, true, how, total);
}

/* The tie is broken for one side by a method of the start. */
static void broken(crok_match *m, unsigned winner, crok_won_by how,
                   const int *total)
{
    m->broken = (crok_broken_tie){.among = m->tie_among,
                                  .winner = winner,
                                  .is_of_match = m->is_tie_of_match,
                                  .how = how};
    finish_tie(m, winner, how, total);
}

/* Compare the 20s of the sides that are level. Those with fewer are out of the
 * tie. */
static bool twenties_decide(crok_match *m, bool of_game)
{
    int measure[CROK_MAX_SIDES] = {0};
    for (int i = 0; i < m->info.n_sides; i++)
        measure[i] = m->sides[i].twenties_total -
                     (of_game ? m->sides[i].twenties_before : 0);
    m->level = crok_match_best(m, measure, m->level);
    return is_one(m->level);
}

/* Try the methods of the start in their order, from m->tie_at on. Play goes on
 * with an extra round, if time is not up for the match, or a person is asked,
 * or the tie stands. */
static void break_tie(crok_match *m, const int *total)
{
    for (; m->tie_at < m->info.n_ties; m->tie_at++) {
        crok_tie how = m->info.tie[m->tie_at];
        if (how == CROK_TIE_EXTRA_ROUND && m->ends_with_round)
            continue;
        if (how == CROK_TIE_EXTRA_ROUND) {
            next_round(m, total);
            return;
        }
        if (how == CROK_TIE_SHOOT_OUT) {
            m->state = CROK_STATE_CHECK;
            m->ask = CROK_ASK_SHOOT_OUT;
            return;
        }
        if (twenties_decide(m, how == CROK_TIE_TWENTIES_GAME &&
                                   !m->is_tie_of_match)) {
            broken(m, m->level, CROK_WON_BY_TWENTIES, total);
            return;
        }
    }
    if (m->is_tie_of_match)
        end_match(m, m->level, CROK_WON_BY_NOTHING);
    else
        finish_game(m, m->level, false, CROK_WON_BY_NOTHING, total);
}

/* A round or a shoot-out was level as well. The next method is tried; if there
 * is none, the same again. */
static void try_next(crok_match *m, const int *total)
{
    if (m->tie_at + 1 < m->info.n_ties)
        m->tie_at++;
    break_tie(m, total);
}

/* An extra round has been played. */
static void end_extra_round(crok_match *m, const int *total)
{
    m->level = crok_match_best(m, total, m->level);
    if (is_one(m->level)) {
        broken(m, m->level, CROK_WON_BY_EXTRA_ROUND, total);
        return;
    }
    try_next(m, total);
}

void crok_match_end_shoot_out(crok_match *m, unsigned best)
{
    const int nobody_lost[CROK_MAX_SIDES] = {0};
    m->level = best;
    if (is_one(best))
        broken(m, best, CROK_WON_BY_SHOOT_OUT, nobody_lost);
    else
        try_next(m, nobody_lost);
}

/* Is it time for the present game to end? *top is set to the sides that lead.
 */
static bool is_game_done(const crok_match *m, unsigned *top)
{
    crok_tally tally[CROK_MAX_SIDES];
    for (int i = 0; i < m->info.n_sides; i++)
        tally[i] = regular_tally(&m->sides[i]);
    return crok_game_reached(&m->info.book, tally, m->info.n_sides, m->round,
                             top);
}

/* The tallies of the present game have changed: if a tie of it is being broken
 * and is none any more, it is decided by them. */
static void settle_tie(crok_match *m)
{
    const int nobody_lost[CROK_MAX_SIDES] = {0};
    unsigned top = 0;
    if (m->level == 0)
        return;
    top = best_in_game(m, rest_of_sides(m));
    /* Who is out of the tie by fewer 20s stays out. */
    m->level = (top & m->level) != 0 ? top & m->level : top;
    if (is_one(m->level))
        finish_game(m, m->level, true, CROK_WON_BY_POINTS, nobody_lost);
}

/* ---- a side gives up ---- */

/* Is a tie of the match, or else of the present game, being broken? */
static bool is_in_tie(const crok_match *m, bool of_match)
{
    return m->level != 0 && m->is_tie_of_match == of_match;
}

static bool is_by_points(const crok_match *m)
{
    return m->info.best_of == 0 &&
           m->info.book.match_won_by == CROK_MATCH_BY_POINTS;
}

/* What decides the match for each side as it stands: the games won, or the
 * points of all games with those of the present one. */
static void measure_match(const crok_match *m, int *measure)
{
    bool is_counted = m->counted_game.game == m->game;
    crok_match_measure(m, measure);
    for (int i = 0; i < m->info.n_sides; i++)
        measure[i] = !is_by_points(m) ? m->sides[i].games
                     : is_counted     ? m->sides[i].match_points
                                      : m->sides[i].match_points + measure[i];
}

/* The best of the others: those that are level, if their tie is being broken;
 * otherwise by what decides the match, if that is given up, and then by the
 * present game. Who is out of a tie of the game stays out. */
static unsigned best_of_rest(const crok_match *m, bool is_of_match)
{
    int measure[CROK_MAX_SIDES] = {0};
    unsigned best = rest_of_sides(m);
    if (is_in_tie(m, is_of_match))
        return best & m->level;
    measure_match(m, measure);
    if (is_of_match)
        best = crok_match_best(m, measure, best);
    if (!is_of_match || !is_by_points(m))
        best = best_in_game(m, best);
    return (best & m->level) != 0 ? best & m->level : best;
}

/* Ask the stage who of the `level` sides wins, now that another has given up; a
 * tie that was being broken goes on with the method that is tried. An extra
 * round takes the place of the present one, which is left out. */
static void begin_tie_of_rest(crok_match *m, unsigned level, bool is_of_match)
{
    const int nobody_lost[CROK_MAX_SIDES] = {0};
    bool is_first_known = m->ask != CROK_ASK_STARTER;
    int round = m->round;
    int first = m->turns.first;
    bool goes_on = is_in_tie(m, is_of_match);
    crok_match_begin_again(m);
    m->level = m->tie_among = level;
    if (goes_on)
        break_tie(m, nobody_lost);
    else
        begin_tie(m, level, is_of_match, nobody_lost);
    if (m->level == 0 || m->ask == CROK_ASK_SHOOT_OUT)
        return;
    m->round = round;
    if (is_first_known)
        crok_match_start_round(m, first);
}

/* Decide the match, or the present game, among the sides that have not given it
 * up. */
static void decide_for_rest(crok_match *m, bool is_of_match)
{
    const int nobody_lost[CROK_MAX_SIDES] = {0};
    crok_won_by how = m->disqualified != 0 ? CROK_WON_BY_DISQUALIFICATION
                                           : CROK_WON_BY_CONCESSION;
    unsigned best = best_of_rest(m, is_of_match);
    if (best != 0 && !is_one(best) && m->info.n_ties > 0 && !m->is_round_open)
        begin_tie(m, best, is_of_match, nobody_lost);
    else if (best != 0 && !is_one(best) && m->info.n_ties > 0)
        begin_tie_of_rest(m, best, is_of_match);
    else if (is_of_match)
        end_match(m, best, how);
    else
        finish_game(m, best, is_one(best), how, nobody_lost);
}

void crok_match_give_up(crok_match *m, int side, bool only_game)
{
    bool is_of_match = !only_game || is_in_tie(m, true);
    m->gave_up |= 1U << side;
    decide_for_rest(m, is_of_match);
}

void crok_match_disqualify(crok_match *m, int side)
{
    m->disqualified |= 1U << side;
    crok_match_give_up(m, side, false);
}

/* ---- a round ---- */

/* Add to a side what the round that ends has made. */
static void add_to_side(crok_match *m, int side, const crok_tally *add,
                        const crok_open_result *open)
{
    const crok_book *book = &m->info.book;
    int n = m->info.n_sides;
    crok_match_side *s = &m->sides[side];
    crok_ended_side *ended = &m->ended.side[side];
    ended->added = crok_tally_decides(book, add, n);
    ended->added_lo = crok_tally_decides(book, &open->lo, n);
    ended->added_hi = crok_tally_decides(book, &open->hi, n);
    crok_tally_add(&s->game, add);
    crok_tally_add(&s->game_lo, &open->lo);
    crok_tally_add(&s->game_hi, &open->hi);
    if (m->level != 0)
        crok_tally_add(&s->extra, add);
}

static void add_round(crok_match *m, const int *total)
{
    const crok_book *book = &m->info.book;
    int n = m->info.n_sides;
    crok_tally add[CROK_MAX_SIDES];
    crok_points range[CROK_MAX_SIDES];
    crok_round_result(book, total, n, add);
    for (int i = 0; i < n; i++)
        range[i] = crok_match_closed_total(m, i);
    m->ended = (crok_ended){.game = m->game, .round = m->round};
    for (int i = 0; i < n; i++) {
        crok_open_result open = crok_round_result_open(book, range, n, i);
        m->ended.side[i].total = range[i];
        add_to_side(m, i, &add[i], &open);
    }
}

/* Has the game ended? If time is up for the match it has, as it stands. Where
 * the start says how ties are broken, that goes before what the book says of
 * them (to play on, or that both have won). */
static crok_game_end game_end(const crok_match *m, unsigned *top)
{
    bool is_done = is_game_done(m, top);
    crok_game_end end = CROK_GAME_TIED;
    if (!is_done && !m->ends_with_round)
        return CROK_GAME_GOES_ON;
    if (is_one(*top))
        return CROK_GAME_WON;
    if (is_done && m->info.n_ties == 0)
        end = crok_game_level(&m->info.book);
    return end == CROK_GAME_GOES_ON && m->ends_with_round ? CROK_GAME_TIED
                                                          : end;
}

/* Begin the first of the rounds that are to be played again. */
static void begin_owed(crok_match *m)
{
    crok_owed *o = &m->owed;
    int first = o->list[0].first;
    o->resumes = m->round;
    o->by = o->list[0].by;
    m->round = o->list[0].round;
    o->n--;
    for (int i = 0; i < o->n; i++)
        o->list[i] = o->list[i + 1];
    crok_match_start_round(m, first);
}

/* Go on after a round, or before one that is not played any more. */
static void settle_game(crok_match *m, const int *total)
{
    unsigned top = 0;
    crok_game_end end = CROK_GAME_GOES_ON;
    if (m->owed.resumes > 0)
        m->round = m->owed.resumes;
    m->owed.resumes = 0;
    end = game_end(m, &top);
    if (m->owed.n > 0 && !m->ends_with_round && is_game_done(m, &top))
        begin_owed(m);
    else if (end == CROK_GAME_GOES_ON)
        next_round(m, total);
    else if (end == CROK_GAME_TIED && m->info.n_ties > 0)
        begin_tie(m, top, false, total);
    else
        finish_game(m, top, end == CROK_GAME_WON, CROK_WON_BY_POINTS, total);
}

void crok_match_end_round(crok_match *m)
{
    int total[CROK_MAX_SIDES] = {0};
    m->is_loser_open = false;
    for (int i = 0; i < m->info.n_sides; i++) {
        crok_points p = crok_match_closed_total(m, i);
        total[i] = p.points;
        m->is_loser_open = m->is_loser_open || p.lo != p.hi;
    }
    crok_before_end_keep(m);
    m->is_round_open = false;
    add_round(m, total);
    crok_open_end_round(m);
    if (m->level != 0)
        end_extra_round(m, total);
    else
        settle_game(m, total);
}

void crok_match_forfeit_round(crok_match *m, int side,
                              const crok_forfeit *worth)
{
    int order[CROK_MAX_SIDES] = {1, 1}; /* who forfeits is the round's loser */
    crok_open_result won = {.lo.rounds_won = 1};
    const crok_open_result lost = {.lo.rounds_won = 0};
    crok_tally one = {.points = 1};
    int other = 1 - side;
    CROK_ASSERT(m->info.n_sides == 2);
    crok_match_begin_again(m);
    crok_before_end_keep(m);
    m->is_round_open = false;
    if (crok_tally_measure(&m->info.book, &one, 2) == 1)
        won.lo.points = worth->points;
    else
        won.lo.score = worth->points;
    won.hi = won.lo;
    order[side] = 0;
    m->is_loser_open = false;
    m->ended = (crok_ended){
        .game = m->game, .round = m->round, .forfeited_by = 1U << side};
    add_to_side(m, other, &won.lo, &won);
    add_to_side(m, side, &lost.lo, &lost);
    m->sides[other].twenties = worth->twenties;
    m->sides[other].twenties_total += worth->twenties;
    if (m->level != 0)
        end_extra_round(m, order);
    else
        settle_game(m, order);
}

void crok_match_end_before_round(crok_match *m)
{
    const int nobody_lost[CROK_MAX_SIDES] = {0};
    CROK_ASSERT(m->ends_with_round);
    if (m->level != 0) /* it was an extra round */
        break_tie(m, nobody_lost);
    else if (m->round == 1 && m->games_played > 0) /* nor is the game counted */
        compare_games(m, nobody_lost);
    else
        settle_game(m, nobody_lost);
}

/* ---- rulings after the end (T6) ---- */

/* Decide anew the game that was counted last, and the match. */
static void decide_game_again(crok_match *m)
{
    int total[CROK_MAX_SIDES] = {0};
    for (int i = 0; !m->is_round_open && i < m->info.n_sides; i++)
        total[i] = m->ended.side[i].total.points;
    crok_before_count_restore(m);
    m->winners = 0;
    m->tied = false;
    m->won_by = CROK_WON_BY_NOTHING;
    if (m->gave_up != 0)
        decide_for_rest(m, false);
    else
        settle_game(m, total);
}

/* A tie of the match is being broken. If the same sides are level all the same,
 * that goes on. */
static void decide_tie_again(crok_match *m)
{
    crok_match again = *m;
    if (m->gave_up != 0) {
        again.level = 0;
        decide_for_rest(&again, true);
    } else {
        decide_game_again(&again);
    }
    if (again.level == 0 || !again.is_tie_of_match ||
        again.tie_among != m->tie_among) {
        *m = again;
        return;
    }
    for (int i = 0; i < m->info.n_sides; i++) {
        m->sides[i].games = again.sides[i].games;
        m->sides[i].match_points = again.sides[i].match_points;
        m->sides[i].match_points_lo = again.sides[i].match_points_lo;
        m->sides[i].match_points_hi = again.sides[i].match_points_hi;
    }
}

void crok_match_decide_again(crok_match *m)
{
    if (is_in_tie(m, true))
        decide_tie_again(m);
    else if (m->state != CROK_STATE_OVER)
        settle_tie(m);
    else if (crok_match_is_broken_off(m))
        return;
    else if (m->gave_up != 0)
        decide_for_rest(m, true);
    else
        decide_game_again(m);
}

void crok_match_replay_ended(crok_match *m)
{
    crok_before_end_restore(m);
    m->winners = 0;
    m->tied = false;
    m->won_by = CROK_WON_BY_NOTHING;
    crok_match_begin_again(m);
}

void crok_match_owe_ended(crok_match *m, long by)
{
    int total[CROK_MAX_SIDES] = {0};
    bool is_loser_open = m->is_loser_open;
    crok_owed *o = &m->owed;
    CROK_ASSERT(o->n < CROK_MAX_OWED);
    for (int i = 0; i < m->info.n_sides; i++)
        total[i] = m->ended.side[i].total.points;
    crok_before_end_restore(m);
    o->list[o->n].by = by;
    o->list[o->n].round = m->round;
    o->list[o->n++].first = m->turns.first;
    crok_match_begin_again(m);
    m->is_loser_open = is_loser_open;
    next_round(m, total);
}
