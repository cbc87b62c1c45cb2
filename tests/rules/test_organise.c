/* SPDX-License-Identifier: Apache-2.0
 *
 * Laws of what a person enters beside the play (rules/organise.h), on random
 * matches: whatever is counted, conceded, undone and corrected, a match is what
 * its events say. */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/json.h"
#include "rules/entered.h"
#include "rules/finish.h"
#include "rules/handicap.h"
#include "rules/history.h"
#include "rules/rules_json.h"

enum { N_CASES = 3000, N_STEPS = 14 };

/* ---- a count is the board that the camera reads ---- */

/* Discs of both sides at rest, and in the bowl; and the count of them. */
static void a_board(gen *g, const crok_match *m, crok_board_event *board,
                    crok_round_count *count)
{
    crok_value_rules rules = crok_book_value_rules(&m->info.book);
    const int value[CROK_N_RINGS] = {rules.hole, rules.inner, rules.middle,
                                     rules.outer};
    *board = (crok_board_event){.n_sides = 2};
    *count = (crok_round_count){.final = true, .n = 2};
    for (int side = 0; side < 2; side++) {
        crok_side_count *c = &count->sides[side];
        int n = gen_below(g, crok_match_dealt(m, side) + 1);
        put_side(board->side[side], side);
        put_side(c->side, side);
        board->sets_left[side] = true;
        c->by_ring = true;
        c->ring[0] = n == 0 ? 0 : gen_below(g, n);
        for (int i = c->ring[0]; i < n; i++) {
            double d_mm = gen_between(g, 20.0, 300.0);
            crok_disc disc = {.id = board->n, .side = side, .x_mm = d_mm};
            crok_rest rest = crok_disc_rest(&disc, m->info.disc_mm);
            int worth = crok_value_of(&m->info.lines, &rules, &rest).value;
            board->discs[board->n++] = disc;
            for (int k = 1; k < CROK_N_RINGS; k++)
                c->ring[k] += worth == value[k];
        }
    }
}

static void play_seen(crok_log *log, const crok_board_event *board,
                      const crok_round_count *count)
{
    crok_event e = next_event(log, CROK_EVENT_BOARD);
    e.u.board = *board;
    add_ok(log, &e);
    for (int side = 0; side < 2; side++) {
        e = next_event(log, CROK_EVENT_TWENTIES);
        put_side(e.u.twenties.side, side);
        e.u.twenties.count = count->sides[side].ring[0];
        add_ok(log, &e);
    }
    e = next_event(log, CROK_EVENT_ROUND_END);
    add_ok(log, &e);
}

/* Both play until the match is over, or a person is asked. */
static void a_count_and_the_same_board_give_the_same_match(void **state)
{
    gen g = {7};
    (void)state;
    for (int i = 0; i < N_CASES / 4; i++) {
        crok_log seen = crok_log_empty();
        crok_log counted = crok_log_empty();
        crok_event e = a_start(&g, &seen);
        add_ok(&seen, &e);
        add_ok(&counted, &e);
        for (int r = 0; r < 6 && seen.match.state == CROK_STATE_PLAYING; r++) {
            crok_board_event board;
            e = next_event(&counted, CROK_EVENT_ROUND_COUNT);
            a_board(&g, &seen.match, &board, &e.u.count);
            play_seen(&seen, &board, &e.u.count);
            add_ok(&counted, &e);
            check_same(&seen.match, &counted.match,
                       seen.match.state == CROK_STATE_PLAYING);
        }
        crok_log_close(&seen);
        crok_log_close(&counted);
    }
}

/* ---- a count that is corrected ---- */

static crok_event a_final_count(gen *g, const crok_log *log)
{
    crok_event e = next_event(log, CROK_EVENT_ROUND_COUNT);
    crok_board_event board;
    a_board(g, &log->match, &board, &e.u.count);
    return e;
}

/* Count rounds until the match is over, or a person is asked. */
static void count_rounds(gen *g, crok_log *log)
{
    for (int r = 0; r < 6 && log->match.state == CROK_STATE_PLAYING; r++) {
        crok_event e = a_final_count(g, log);
        add_ok(log, &e);
    }
}

/* The log as if the count of round k had been right at once. */
static void check_never_wrong(const crok_log *log, const crok_event *right,
                              int k)
{
    crok_log other = crok_log_empty();
    for (int i = 0; i < log->n - 1; i++) { /* all but the correction */
        crok_event e;
        crok_kept_event(log->events[i], &e);
        if (i == k) {
            e.u.count = right->u.count;
            e.u.count.of = 0;
        }
        add_ok(&other, &e);
    }
    check_same(&other.match, &log->match, true);
    crok_log_close(&other);
}

static void a_corrected_count_was_never_wrong(void **state)
{
    gen g = {29};
    int n = 0;
    (void)state;
    for (int i = 0; i < N_CASES / 4; i++) {
        crok_log log = crok_log_empty();
        crok_event e = a_start(&g, &log);
        crok_match before;
        int k = 0;
        add_ok(&log, &e);
        count_rounds(&g, &log);
        before = log.match;
        k = 1 + gen_below(&g, log.n - 1);
        e = a_final_count(&g, &log);
        e.u.count.of = log.events[k]->seq;
        /* What followed may not fit any more: the match would be over before.
         */
        if (crok_log_add(&log, &e, NULL) == CROK_OK) {
            n++;
            check_never_wrong(&log, &e, k);
            e = next_event(&log, CROK_EVENT_UNDO);
            e.u.of = e.seq - 1;
            add_ok(&log, &e);
        }
        check_same(&before, &log.match, true);
        crok_log_close(&log);
    }
    assert_true(n > N_CASES / 16);
}

/* ---- whatever is entered ---- */

/* The same events in a log of their own. */
static void check_explained(const crok_log *log)
{
    static crok_event e;
    crok_log again = crok_log_empty();
    for (int i = 0; i < log->n; i++) {
        crok_kept_event(log->events[i], &e);
        add_ok(&again, &e);
    }
    check_same(&log->match, &again.match, true);
    crok_log_close(&again);
}

/* In a match of one game the rounds of the history, the penalties and handicaps
 * sum up to what the match says. Returns whether there was anything to sum up.
 */
static bool check_sums(const crok_log *log)
{
    const crok_match *m = &log->match;
    crok_history h = {0};
    int measure[CROK_MAX_SIDES] = {0};
    const crok_match_record *last = NULL;
    bool is_one_game = m->info.best_of <= 1 && m->info.book.games == 1;
    if (m->state == CROK_STATE_WAITING || !is_one_game)
        return false;
    assert_int_equal(crok_history_of(log, &h, NULL), CROK_OK);
    last = &h.matches[h.n_matches - 1];
    crok_match_measure(m, measure);
    for (int side = 0; side < m->info.n_sides; side++) {
        int sum = last->penalty[side];
        if (last->games == 0) /* the handicap counts with the first round */
            sum += crok_match_handicap(m, side).points;
        for (int i = last->first_round; i < h.n_rounds; i++)
            sum += h.rounds[i].result[side];
        assert_int_equal(sum, measure[side]);
    }
    crok_history_free(&h);
    return true;
}

/* The event as a document and back. */
static void check_written(const crok_event *e)
{
    static crok_event back;
    crok_err err = {0};
    cJSON *doc = crok_event_to_json(e);
    cJSON *again = NULL;
    char *a = cJSON_PrintUnformatted(doc);
    char *b = NULL;
    CHECK_STATUS(crok_event_from_json(doc, "t", NULL, &back, &err), CROK_OK,
                 &err);
    again = crok_event_to_json(&back);
    b = cJSON_PrintUnformatted(again);
    assert_string_equal(a, b);
    cJSON_free(a);
    cJSON_free(b);
    cJSON_Delete(doc);
    cJSON_Delete(again);
}

static void a_match_is_what_its_events_say(void **state)
{
    gen g = {8};
    int n_over = 0;
    int n_summed = 0;
    int n_added[CROK_N_EVENTS] = {0};
    (void)state;
    for (int i = 0; i < N_CASES; i++) {
        crok_log log = crok_log_empty();
        crok_event e = a_start(&g, &log);
        add_ok(&log, &e);
        for (int k = 0; k < N_STEPS; k++) {
            crok_match before = log.match;
            int n = log.n;
            e = anything(&g, &log);
            if (crok_log_add(&log, &e, NULL) == CROK_OK) {
                n_added[e.type]++;
                check_written(&e);
            } else {
                assert_int_equal(log.n, n);
                check_same(&before, &log.match, true);
            }
        }
        check_explained(&log);
        n_summed += check_sums(&log);
        n_over += log.match.state == CROK_STATE_OVER;
        crok_log_close(&log);
    }
    for (int t = CROK_EVENT_ROUND_COUNT; t < CROK_N_EVENTS; t++)
        assert_true(n_added[t] > 0 || t == CROK_EVENT_SUBSTITUTE);
    assert_true(n_over > N_CASES / 20 && n_over < N_CASES);
    assert_true(n_summed > N_CASES / 4);
}

/* At any instant; and undone, it leaves no trace. */
static void a_concession_gives_a_winner(void **state)
{
    gen g = {9};
    int n = 0;
    (void)state;
    for (int i = 0; i < N_CASES; i++) {
        crok_log log = crok_log_empty();
        crok_event e = a_start(&g, &log);
        crok_match before;
        int side = gen_below(&g, 2);
        add_ok(&log, &e);
        for (int k = gen_below(&g, N_STEPS); k > 0; k--) {
            e = anything(&g, &log);
            (void)!crok_log_add(&log, &e, NULL);
        }
        before = log.match;
        e = next_event(&log, CROK_EVENT_CONCEDE);
        put_side(e.u.concede.side, side);
        if (before.state != CROK_STATE_OVER &&
            before.state != CROK_STATE_WAITING) {
            n++;
            add_ok(&log, &e);
            assert_int_equal(log.match.state, CROK_STATE_OVER);
            assert_int_equal(log.match.winners, 1U << (1 - side));
            assert_int_equal(log.match.won_by, CROK_WON_BY_CONCESSION);
            e = next_event(&log, CROK_EVENT_UNDO);
            e.u.of = e.seq - 1;
            add_ok(&log, &e);
            check_same(&before, &log.match, true);
        }
        crok_log_close(&log);
    }
    assert_true(n > N_CASES / 4);
}

/* ---- one of three gives up ---- */

/* Is the last method repeated until it decides? */
static bool is_always_broken(const crok_match_start *s)
{
    crok_tie last = s->n_ties == 0 ? CROK_N_TIES : s->tie[s->n_ties - 1];
    return last == CROK_TIE_EXTRA_ROUND || last == CROK_TIE_SHOOT_OUT;
}

/* A side gives up; undone, that leaves no trace. */
static void give_up(crok_log *log, int side)
{
    crok_match before = log->match;
    crok_event e = next_event(log, CROK_EVENT_CONCEDE);
    put_side(e.u.concede.side, side);
    add_ok(log, &e);
    e = next_event(log, CROK_EVENT_UNDO);
    e.u.of = e.seq - 1;
    add_ok(log, &e);
    check_same(&before, &log->match, true);
    e = next_event(log, CROK_EVENT_UNDO);
    e.u.of = e.seq - 1;
    add_ok(log, &e);
}

/* Who gave up has no disc to shoot any more, and has not won; the others are
 * level only if the stage cannot break their tie. */
static void one_of_three_that_gives_up_leaves_two(void **state)
{
    gen g = {31};
    int n_asked = 0;
    (void)state;
    for (int i = 0; i < N_CASES; i++) {
        crok_log log = crok_log_empty();
        crok_event e = a_start_of_three(&g, &log);
        const crok_match *m = &log.match;
        int side = gen_below(&g, 3);
        add_ok(&log, &e);
        for (int k = gen_below(&g, 4); k > 0 && m->state == CROK_STATE_PLAYING;
             k--) {
            e = a_step_of_three(&g, &log);
            add_ok(&log, &e);
        }
        if (m->state != CROK_STATE_OVER) {
            give_up(&log, side);
            n_asked += m->state != CROK_STATE_OVER;
            for (int k = 0; k < 60 && m->state != CROK_STATE_OVER; k++) {
                assert_int_equal(crok_match_left(m, side), 0);
                e = a_step_of_three(&g, &log);
                add_ok(&log, &e);
            }
            assert_int_equal(m->state, CROK_STATE_OVER);
            assert_int_equal(m->winners & 1U << side, 0);
            assert_true(!m->tied || !is_always_broken(&m->info));
        }
        crok_log_close(&log);
    }
    assert_true(n_asked > N_CASES / 16);
}

/* ---- handicaps ---- */

/* A round of any two totals. */
static crok_event any_count(gen *g, const crok_log *log)
{
    crok_event e = next_event(log, CROK_EVENT_ROUND_COUNT);
    e.u.count.final = true;
    e.u.count.n = 2;
    for (int i = 0; i < 2; i++) {
        put_side(e.u.count.sides[i].side, i);
        e.u.count.sides[i].total = 5 * gen_below(g, 5);
    }
    return e;
}

static void give_points(crok_log *log, const int *points)
{
    for (int i = 0; i < 2; i++) {
        crok_event e = next_event(log, CROK_EVENT_PENALTY);
        put_side(e.u.penalty.side, i);
        e.u.penalty.points = points[i];
        add_ok(log, &e);
    }
}

static void check_same_sides(const crok_match *a, const crok_match *b)
{
    assert_int_equal(a->state, b->state);
    assert_int_equal(a->winners, b->winners);
    assert_int_equal(a->game, b->game);
    assert_int_equal(a->round, b->round);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(a->sides[i].games, b->sides[i].games);
        assert_int_equal(a->sides[i].match_points, b->sides[i].match_points);
        assert_memory_equal(&a->sides[i].game, &b->sides[i].game,
                            sizeof a->sides[i].game);
    }
}

/* A handicap of points is what an organiser would give when each game begins.
 */
static void a_handicap_is_points_given_in_each_game(void **state)
{
    gen g = {7};
    int compared = 0;
    (void)state;
    for (int i = 0; i < N_CASES / 3; i++) {
        crok_log with = {0};
        crok_log without = {0};
        crok_event e = a_start(&g, &with);
        int points[2] = {gen_below(&g, 7) - 3, gen_below(&g, 7) - 3};
        int game = 0;
        memset(e.u.start.handicap, 0, sizeof e.u.start.handicap);
        e.u.start.n_ties = 0;
        add_ok(&without, &e);
        for (int k = 0; k < 2; k++)
            e.u.start.handicap[k].points = points[k];
        add_ok(&with, &e);
        for (int step = 0; step < N_STEPS; step++) {
            if (without.match.game > game &&
                without.match.state != CROK_STATE_OVER)
                give_points(&without, points);
            game = without.match.game;
            check_same_sides(&with.match, &without.match);
            if (with.match.state != CROK_STATE_PLAYING)
                break;
            compared++;
            e = any_count(&g, &without);
            add_ok(&without, &e);
            add_ok(&with, &e);
        }
        crok_log_close(&with);
        crok_log_close(&without);
    }
    assert_true(compared > N_CASES);
}

/* ---- rulings after the end ---- */

static void a_ruling_after_the_end_leaves_no_trace(void **state)
{
    gen g = {37};
    (void)state;
    assert_true(check_rulings_leave_no_trace(&g, N_CASES) > N_CASES / 8);
}

/* A match of two that ends with the count of a round which breaks no tie.
 * Returns false if this one ends otherwise. */
static bool a_counted_end(gen *g, crok_log *log)
{
    bool was_level = false;
    crok_event e = a_start(g, log);
    add_ok(log, &e);
    while (log->match.state == CROK_STATE_PLAYING && log->n < 40) {
        was_level = log->match.level != 0;
        e = a_final_count(g, log);
        add_ok(log, &e);
    }
    return log->match.state == CROK_STATE_OVER && !was_level;
}

/* The log without its last n_less events, and then e. */
static void add_before(const crok_log *log, const crok_event *e, int n_less,
                       crok_log *out)
{
    static crok_event each;
    for (int i = 0; i < log->n - n_less; i++) {
        crok_kept_event(log->events[i], &each);
        add_ok(out, &each);
    }
    each = *e;
    each.seq = next_event(out, e->type).seq;
    add_ok(out, &each);
}

/* A penalty after the last round is one that was given before it ended; a round
 * replayed is one that was never counted. Whatever the book asks for then is
 * asked for, by the rules of the match that was still played. */
static void a_ruling_after_the_end_is_one_before_it(void **state)
{
    gen g = {41};
    int n = 0;
    int n_open = 0;
    (void)state;
    for (int i = 0; i < N_CASES; i++) {
        crok_log log = crok_log_empty();
        crok_log other = crok_log_empty();
        crok_event last;
        crok_event e = {0};
        if (a_counted_end(&g, &log)) {
            crok_kept_event(log.events[log.n - 1], &last);
            e = next_event(&log, gen_below(&g, 2) == 0
                                     ? CROK_EVENT_PENALTY
                                     : CROK_EVENT_REPLAY_ROUND);
            if (e.type == CROK_EVENT_PENALTY) {
                put_side(e.u.penalty.side, gen_below(&g, 2));
                e.u.penalty.points = gen_below(&g, 9) - 4;
            }
            add_before(&log, &e, 1, &other);
            if (e.type == CROK_EVENT_PENALTY) {
                last.seq = next_event(&other, last.type).seq;
                add_ok(&other, &last);
            }
            add_ok(&log, &e);
            check_same(&other.match, &log.match, true);
            n++;
            n_open += log.match.state != CROK_STATE_OVER;
        }
        crok_log_close(&log);
        crok_log_close(&other);
    }
    assert_true(n > N_CASES / 4 && n_open > n / 4);
}

/* Replay round k of a match that is over, count it anew, and correct it in a
 * copy of the log to the same numbers. Returns false if one of them is not
 * possible: the round ended a game, or what followed would not fit. */
static bool replay_and_recount(gen *g, crok_log *log, crok_log *other, int k)
{
    crok_event e = next_event(log, CROK_EVENT_REPLAY_ROUND);
    crok_event count;
    e.after = log->events[k]->seq;
    if (crok_log_add(log, &e, NULL) != CROK_OK)
        return false;
    assert_int_equal(log->match.state, CROK_STATE_PLAYING);
    assert_int_equal(log->match.round, k);
    count = a_final_count(g, log);
    add_ok(log, &count);
    count.seq = next_event(other, count.type).seq;
    count.u.count.of = other->events[k]->seq;
    return crok_log_add(other, &count, NULL) == CROK_OK;
}

/* Any round of a game may be played again: the match is then the one in which
 * it had that result at once. */
static void a_round_played_again_is_a_corrected_one(void **state)
{
    gen g = {47};
    int n = 0;
    (void)state;
    for (int i = 0; i < N_CASES; i++) {
        crok_log log = crok_log_empty();
        crok_log other = crok_log_empty();
        if (a_counted_end(&g, &log) &&
            log.match.info.book.game_ends == CROK_ENDS_ROUNDS &&
            log.match.game == 1) {
            int k = 1 + gen_below(&g, log.n - 1);
            crok_event e;
            for (int j = 0; j < log.n; j++) {
                crok_kept_event(log.events[j], &e);
                add_ok(&other, &e);
            }
            if (replay_and_recount(&g, &log, &other, k)) {
                n++;
                assert_int_equal(log.match.state, other.match.state);
                assert_int_equal(log.match.winners, other.match.winners);
                assert_int_equal(log.match.won_by, other.match.won_by);
                for (int side = 0; side < 2; side++)
                    assert_memory_equal(&log.match.sides[side].game,
                                        &other.match.sides[side].game,
                                        sizeof(crok_tally));
                (void)check_sums(&log);
            }
        }
        crok_log_close(&log);
        crok_log_close(&other);
    }
    assert_true(n > N_CASES / 16);
}

/* Whenever it is pronounced, the other one of two sides has won. */
static void a_disqualification_gives_a_winner(void **state)
{
    gen g = {43};
    int n_after = 0;
    (void)state;
    for (int i = 0; i < N_CASES; i++) {
        crok_log log = crok_log_empty();
        crok_event e = a_start(&g, &log);
        int side = gen_below(&g, 2);
        add_ok(&log, &e);
        for (int k = gen_below(&g, N_STEPS); k > 0; k--) {
            e = anything(&g, &log);
            (void)!crok_log_add(&log, &e, NULL);
        }
        e = next_event(&log, CROK_EVENT_DISQUALIFY);
        put_side(e.u.against.side, side);
        if (log.match.gave_up == 0 && log.match.state != CROK_STATE_WAITING) {
            n_after += log.match.state == CROK_STATE_OVER;
            add_ok(&log, &e);
            assert_int_equal(log.match.state, CROK_STATE_OVER);
            assert_int_equal(log.match.winners, 1U << (1 - side));
            assert_int_equal(log.match.won_by, CROK_WON_BY_DISQUALIFICATION);
        }
        crok_log_close(&log);
    }
    assert_true(n_after > N_CASES / 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_count_and_the_same_board_give_the_same_match),
        cmocka_unit_test(a_corrected_count_was_never_wrong),
        cmocka_unit_test(a_match_is_what_its_events_say),
        cmocka_unit_test(a_handicap_is_points_given_in_each_game),
        cmocka_unit_test(a_concession_gives_a_winner),
        cmocka_unit_test(one_of_three_that_gives_up_leaves_two),
        cmocka_unit_test(a_ruling_after_the_end_leaves_no_trace),
        cmocka_unit_test(a_ruling_after_the_end_is_one_before_it),
        cmocka_unit_test(a_round_played_again_is_a_corrected_one),
        cmocka_unit_test(a_disqualification_gives_a_winner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
