/* SPDX-License-Identifier: Apache-2.0 */
#include "rules/match.h"

#include <string.h>

#include "rules/finish.h"
#include "rules/handicap.h"
#include "rules/match_shot.h"
#include "rules/open.h"
#include "rules/organise.h"

/* ---- rounds ---- */

/* P8 "equal_turns": check that every player can start equally often. The number
 * of rounds in the match must be a multiple of the number of players. */
static crok_status check_equal_turns(const crok_match_start *s, crok_err *err)
{
    const crok_book *b = &s->book;
    int rule = s->seats.seating == CROK_SINGLES ? b->next_starter_singles
                                                : b->next_starter;
    int rounds = b->games * b->rounds;
    if (s->best_of > 0) /* how many are played is not known */
        return CROK_OK;
    if (rule != CROK_NEXT_EQUAL_TURNS || b->game_ends != CROK_ENDS_ROUNDS ||
        rounds % s->seats.n == 0)
        return CROK_OK;
    return crok_fail(err, CROK_ECONFLICT,
                     "games: %d rounds in all do not let %d players start "
                     "equally often (P8)",
                     rounds, s->seats.n);
}

static crok_status apply_start(crok_match *m, const crok_match_start *s,
                               crok_err *err)
{
    crok_seats seats = s->seats;
    crok_status st = CROK_OK;
    int number = m->number + 1;
    if (m->state != CROK_STATE_WAITING && m->state != CROK_STATE_OVER)
        return crok_fail(err, CROK_ECONFLICT,
                         "the match has started already, and is not over: end "
                         "it (match_end) before match %d starts",
                         number);
    st = crok_seats_settle(&s->book, &seats, err);
    if (st == CROK_OK)
        st = check_equal_turns(s, err);
    if (st == CROK_OK)
        st = crok_handicaps_check(s, &seats, err);
    if (st != CROK_OK)
        return st;
    if (!crok_may_start(&s->book, &seats, s->first))
        return crok_fail(err, CROK_ECONFLICT,
                         "first_seat: one of the pair starts (P4)");
    *m = crok_match_waiting();
    m->info = *s;
    m->info.seats = seats;
    m->number = number;
    m->round = 1;
    m->game = 1;
    for (int i = 0; i < m->info.n_sides; i++)
        m->sides[i].games = crok_match_handicap(m, i).games;
    crok_match_begin_game(m);
    crok_match_start_round(m, s->first);
    return CROK_OK;
}

static crok_status apply_round_end(crok_match *m, const crok_round_end *r,
                                   crok_err *err)
{
    int left = 0;
    crok_status st = CROK_OK;
    for (int i = 0; i < m->info.n_sides; i++)
        left += crok_match_left(m, i);
    st = crok_match_check_answered(m, err);
    if (st != CROK_OK)
        return st;
    for (int i = 0; i < r->n_sides; i++)
        if (crok_match_side_of(m, r->side[i]) < 0)
            return crok_fail(err, CROK_ECONFLICT, "range: \"%s\" does not play",
                             r->side[i]);
    if (left > 0 && !r->early && !m->is_counted)
        return crok_fail(err, CROK_ECONFLICT,
                         "%d discs are still to be shot (\"early\": true ends "
                         "the round all the same)",
                         left);
    m->is_first_unknown = m->is_first_unknown || r->asks_starter;
    if (crok_match_counts_round(m))
        crok_match_end_round(m);
    else
        crok_match_end_before_round(m);
    return CROK_OK;
}

static crok_status apply_next_starter(crok_match *m, int seat, crok_err *err)
{
    if (m->ask != CROK_ASK_STARTER)
        return crok_fail(err, CROK_ECONFLICT,
                         "nobody was asked who starts; the rule book says");
    for (int i = 0; i < m->info.seats.n; i++)
        if (m->info.seats.seat[i] == seat &&
            crok_may_start(&m->info.book, &m->info.seats, i)) {
            crok_match_start_round(m, i);
            return CROK_OK;
        }
    return crok_fail(err, CROK_ECONFLICT, "seat: nobody in seat %d may start",
                     seat);
}

/* ---- what a person sets ---- */

/* Distribute the `left` discs that a side has still to shoot, and those that it
 * does not shoot any more, over its players, one at a time in turn, beginning
 * with the last player. */
static crok_status set_left(crok_match *m, int side, int left, crok_err *err)
{
    int shot = crok_match_dealt(m, side) - left;
    int rest = 0;
    if (shot < 0)
        return crok_fail(err, CROK_ECONFLICT,
                         "discs_left: \"%s\" was dealt %d only",
                         m->info.sides[side].side, crok_match_dealt(m, side));
    if (m->turns.unplayed[side] > shot) /* a person knows that it shoots on */
        m->turns.unplayed[side] = shot;
    rest = left + m->turns.unplayed[side];
    for (int i = 0; i < m->info.seats.n; i++)
        if (m->info.seats.side[i] == side)
            m->turns.left[i] = 0;
    while (rest > 0)
        for (int i = m->info.seats.n - 1; i >= 0 && rest > 0; i--)
            if (m->info.seats.side[i] == side &&
                m->turns.left[i] <
                    crok_discs_dealt(&m->info.book, &m->info.seats, i)) {
                m->turns.left[i]++;
                rest--;
            }
    return CROK_OK;
}

static void settle_state(crok_match *m)
{
    int left = 0;
    for (int i = 0; i < m->info.n_sides; i++)
        left += crok_match_left(m, i);
    if (m->ask == CROK_ASK_VALIDITY || m->ask == CROK_ASK_STARTER ||
        m->ask == CROK_ASK_SHOOT_OUT || (m->ask == CROK_ASK_DISC && left > 0))
        m->state = CROK_STATE_CHECK;
    else
        m->state = left > 0 ? CROK_STATE_PLAYING : CROK_STATE_ROUND_OVER;
}

/* Update `unsure` after a person has counted the 20s of one side. If no side
 * has an uncertain 20 left, the discs that are no longer on the board are taken
 * out of `unsure`: each of them left the board as a 20. */
static void settle_twenties(crok_match *m)
{
    int n = 0;
    for (int i = 0; i < m->info.n_sides; i++)
        if (m->sides[i].twenties_unsure > 0)
            return;
    for (int i = 0; i < m->n_unsure; i++)
        if (crok_disc_find(m->discs, m->n_discs, m->unsure[i]) >= 0)
            m->unsure[n++] = m->unsure[i];
    if (m->ask == CROK_ASK_DISC && n == 0 && m->n_unsure > 0) {
        m->ask = CROK_ASK_NOTHING;
        settle_state(m);
    }
    m->n_unsure = n;
}

/* If watching began in the middle of the round, the count of 20s can include
 * 20s from before that. Then the side has fewer discs left to shoot: reduce
 * them by the number of 20s that nobody watched. */
static crok_status count_unwatched(crok_match *m, int side, crok_err *err)
{
    int left = crok_match_left(m, side);
    int surplus = m->sides[side].twenties - crok_match_shot_discs(m, side);
    for (int i = 0; i < m->n_discs; i++)
        surplus += m->discs[i].side == side;
    if (surplus <= 0 || surplus > m->sides[side].before_watch || surplus > left)
        return CROK_OK;
    return set_left(m, side, left - surplus, err);
}

static crok_status apply_twenties(crok_match *m, const crok_twenties *t,
                                  crok_err *err)
{
    int side = crok_match_side_of(m, t->side);
    crok_status st = CROK_OK;
    if (side < 0)
        return crok_fail(err, CROK_ECONFLICT, "side: \"%s\" does not play",
                         t->side);
    if (m->is_counted)
        return crok_fail(err, CROK_ECONFLICT,
                         "this round is counted without positions: count it "
                         "again");
    m->sides[side].twenties_total += t->count - m->sides[side].twenties;
    m->sides[side].twenties = t->count;
    st = count_unwatched(m, side, err);
    if (st != CROK_OK)
        return st;
    crok_open_know_twenties(m, side);
    settle_twenties(m);
    return crok_match_check_count(m, err);
}

static crok_status apply_board(crok_match *m, const crok_board_event *b,
                               crok_err *err)
{
    int side[CROK_MAX_SIDES] = {0};
    for (int i = 0; i < b->n_sides; i++) {
        side[i] = crok_match_side_of(m, b->side[i]);
        if (side[i] < 0)
            return crok_fail(err, CROK_ECONFLICT, "side: \"%s\" does not play",
                             b->side[i]);
        if (b->sets_left[i]) {
            crok_status st = set_left(m, side[i], b->left[i], err);
            if (st != CROK_OK)
                return st;
        }
        if (b->unseen[i] == 0)
            continue;
        m->sides[side[i]].before_watch = b->unseen[i];
        m->is_first_unknown = true;
    }
    m->is_counted = false;
    for (int i = 0; i < m->info.n_sides; i++)
        m->sides[i].has_count = false;
    m->n_discs = 0;
    m->n_unsure = 0;
    crok_open_know_board(m);
    for (int i = 0; i < b->n; i++) {
        crok_disc disc = b->discs[i];
        disc.side = side[disc.side];
        crok_match_put_disc(m, &disc);
    }
    if (m->was_played == CROK_NO ||
        crok_disc_find(m->discs, m->n_discs, m->last_played) < 0)
        m->was_played = CROK_UNKNOWN;
    if (m->ask == CROK_ASK_DISC)
        m->ask = CROK_ASK_NOTHING;
    settle_state(m);
    return crok_match_check_count(m, err);
}

static crok_status apply_shot(crok_match *m, const crok_event *e,
                              const crok_ruling *ruling, crok_err *err)
{
    crok_status st = CROK_OK;
    if (m->is_counted)
        return crok_fail(err, CROK_ECONFLICT,
                         "this round is counted without positions: its shots "
                         "are not followed");
    st = crok_match_shot(m, e, ruling, err);
    if (st == CROK_OK)
        settle_state(m);
    return st;
}

/* Begin the round again. If that is open, and no person has said that nothing
 * of the round counts, its score has a range. */
static crok_status apply_replay(crok_match *m, const crok_event *e,
                                const crok_ruling *ruling, crok_err *err)
{
    if (ruling != NULL && (ruling->has_decision || !ruling->valid))
        return crok_fail(err, CROK_ECONFLICT,
                         "of: event %ld began a round again; \"valid\": true "
                         "confirms that nothing of it counts, a penalty adds "
                         "what does",
                         e->seq);
    if (e->is_open && ruling == NULL && m->ask != CROK_ASK_STARTER &&
        m->ask != CROK_ASK_SHOOT_OUT)
        crok_open_add_replay(m, e->seq);
    return crok_match_organise(m, e, err);
}

static crok_status apply_in_play(crok_match *m, const crok_event *e,
                                 const crok_ruling *ruling, crok_err *err)
{
    switch ((int)e->type) {
    case CROK_EVENT_SHOT:
        return apply_shot(m, e, ruling, err);
    case CROK_EVENT_TWENTIES:
        return apply_twenties(m, &e->u.twenties, err);
    case CROK_EVENT_BOARD:
        return apply_board(m, &e->u.board, err);
    case CROK_EVENT_ROUND_END:
        return apply_round_end(m, &e->u.end, err);
    case CROK_EVENT_NEXT_STARTER:
        return apply_next_starter(m, e->u.seat, err);
    case CROK_EVENT_MATCH_END:
        m->state = CROK_STATE_OVER;
        m->ask = CROK_ASK_NOTHING;
        return CROK_OK;
    case CROK_EVENT_REPLAY_ROUND:
        return apply_replay(m, e, ruling, err);
    default:
        return crok_organises(e->type)
                   ? crok_match_organise(m, e, err)
                   : crok_fail(err, CROK_EARG, "not an event of play");
    }
}

/* May an event of this type follow the end of the match? */
static bool may_follow_end(crok_event_type type)
{
    return type == CROK_EVENT_MATCH_END || type == CROK_EVENT_MATCH_INFO ||
           type == CROK_EVENT_PENALTY || type == CROK_EVENT_REPLAY_ROUND ||
           type == CROK_EVENT_DISQUALIFY;
}

/* While a round is played again, check that the event came after the decision
 * to do so: what was entered before it was meant for another round. */
static crok_status check_not_before(const crok_match *m, const crok_event *e,
                                    crok_err *err)
{
    if (m->owed.resumes == 0 || e->after != 0 || e->seq > m->owed.by ||
        e->type == CROK_EVENT_MATCH_INFO)
        return CROK_OK;
    return crok_fail(err, CROK_ECONFLICT,
                     "without round %d the game is not decided, and what "
                     "followed hangs on it: undo that first, or correct the "
                     "round's count",
                     m->round);
}

crok_status crok_match_apply(crok_match *m, const crok_event *e,
                             const crok_ruling *ruling, crok_err *err)
{
    crok_match next = *m;
    crok_status st = check_not_before(m, e, err);
    if (st != CROK_OK)
        return st;
    if (e->type == CROK_EVENT_MATCH_START)
        st = apply_start(&next, &e->u.start, err);
    else if (m->state == CROK_STATE_WAITING)
        st = crok_fail(err, CROK_ECONFLICT, "the match has not started");
    else if (m->state == CROK_STATE_OVER && !may_follow_end(e->type))
        st = crok_fail(err, CROK_ECONFLICT,
                       "the match is over: undo what ended it first, or start "
                       "the next one");
    else
        st = apply_in_play(&next, e, ruling, err);
    if (st == CROK_OK)
        *m = next;
    return st;
}
