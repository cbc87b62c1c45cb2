/* SPDX-License-Identifier: Apache-2.0
 *
 * The comparison of an evening with its truth: a perfect report has no fault,
 * and whatever is changed in it, or in the truth, shows in the counts. */
#include "check.h"

#include <string.h>

#include "bench/evening.h"
#include "sim/game.h"

static crok_err err;
static crok_log record;
static evening perfect;

/* A round's truth, and reports of it that are late by 0.4 s to 6 s. */
static void make_perfect(void)
{
    crok_sim_options o = {.seed = 5, .rules = "depot", .rounds = 1};
    crok_sim_game *game = NULL;
    static crok_sim_play p;
    bool more = true;
    record = crok_log_empty();
    CHECK_STATUS(crok_sim_game_new(&o, &game, &err), CROK_OK, &err);
    for (;;) {
        const crok_shot_event *s = &p.event.u.shot;
        int k = perfect.n_shots;
        double t_s = 10.0 * k;
        CHECK_STATUS(crok_sim_game_next(game, &p, &more, &err), CROK_OK, &err);
        if (!more)
            break;
        CHECK_STATUS(crok_log_add(&record, &p.event, &err), CROK_OK, &err);
        if (p.event.type != CROK_EVENT_SHOT)
            continue;
        perfect.shot[k] =
            (evening_shot){.t_s = t_s,
                           .side = s->shot.shooter,
                           .troubles = k == 3 ? 1U << CROK_SIM_HANDS : 0,
                           .n_visible_frames = k == 3 ? 2 : 9,
                           .n_before = s->shot.n_before,
                           .seq = p.event.seq,
                           .decision = s->decision};
        perfect.report[k] = (evening_report){.t_s = t_s + 0.4 + 5.6 * (k % 2),
                                             .side = s->shot.shooter,
                                             .seq = p.event.seq,
                                             .was_told = true};
        perfect.n_shots = perfect.n_reports = k + 1;
    }
    crok_sim_play_free(&p);
    crok_sim_game_free(&game);
}

static evening_counts count(evening *e, int set)
{
    evening_counts counts[EVENING_N] = {{0}};
    evening_count(e, &record, &record, counts);
    return counts[set];
}

static evening copy;

static void a_perfect_report_has_no_fault(void **state)
{
    evening_counts c;
    int n = perfect.n_shots;
    (void)state;
    copy = perfect;
    c = count(&copy, EVENING_ALL);
    assert_true(n >= 16);
    assert_int_equal(c.shots, n);
    assert_int_equal(c.visible, n - 1);
    assert_int_equal(c.seen, n);
    assert_int_equal(c.equal, n);
    assert_int_equal(c.invented + c.wrong_side + c.wrong + c.not_taken, 0);
    copy = perfect;
    assert_int_equal(count(&copy, EVENING_CALM).shots, n - 1);
    copy = perfect;
    assert_int_equal(count(&copy, CROK_SIM_HANDS).shots, 1);
}

static void drop_report(int at)
{
    copy = perfect;
    copy.n_reports--;
    memmove(&copy.report[at], &copy.report[at + 1],
            (size_t)(copy.n_reports - at) * sizeof copy.report[0]);
}

/* A missed shot costs one, wherever it is. */
static void a_missed_shot_costs_one(void **state)
{
    int n = perfect.n_shots;
    (void)state;
    for (int at = 0; at < n; at++) {
        evening_counts c;
        drop_report(at);
        c = count(&copy, EVENING_ALL);
        assert_int_equal(copy.of_shot[at], -1);
        assert_int_equal(c.seen, n - 1);
        assert_int_equal(c.equal, n - 1);
        assert_int_equal(c.invented, 0);
    }
}

static void an_invented_shot_counts(void **state)
{
    int n = perfect.n_shots;
    (void)state;
    for (int at = 0; at <= n; at++) {
        evening_counts c;
        evening_report more = {.t_s = 10.0 * at - 2.0, .side = at % 2};
        copy = perfect;
        memmove(&copy.report[at + 1], &copy.report[at],
                (size_t)(copy.n_reports - at) * sizeof copy.report[0]);
        copy.report[at] = more;
        copy.n_reports++;
        c = count(&copy, EVENING_ALL);
        assert_int_equal(c.seen, n);
        assert_int_equal(c.invented, 1);
    }
}

static void quarter_turn(crok_disc *d, int n)
{
    for (int i = 0; i < n; i++) {
        double x_mm = d[i].x_mm;
        d[i].x_mm = -d[i].y_mm;
        d[i].y_mm = x_mm;
    }
}

/* Disc 3 strikes discs 1 and 2 of the other side. */
static crok_shot shot_of_three(void)
{
    crok_shot s = crok_shot_empty();
    s.n_before = 2;
    s.before[0] = (crok_disc){.id = 1, .x_mm = 0.0, .y_mm = 60.0};
    s.before[1] = (crok_disc){.id = 2, .x_mm = 33.0, .y_mm = 60.0};
    s.n_after = s.n_moved = 3;
    s.after[0] = (crok_disc){.id = 1, .x_mm = -20.0, .y_mm = 130.0};
    s.after[1] = (crok_disc){.id = 2, .x_mm = 60.0, .y_mm = 120.0};
    s.after[2] = (crok_disc){.id = 3, .side = 1, .x_mm = 10.0, .y_mm = 40.0};
    s.shot_disc = 3;
    return s;
}

/* Discs whose ids are swapped after the shot have lost their identity, and
 * those of a board that is seen from another side have not. */
static void swapped_discs_have_lost_their_identity(void **state)
{
    crok_shot truth = shot_of_three();
    crok_shot ours = truth;
    (void)state;
    quarter_turn(ours.before, ours.n_before);
    quarter_turn(ours.after, ours.n_after);
    assert_int_equal(identity_compare(&truth, &ours).discs, 3);
    assert_int_equal(identity_compare(&truth, &ours).kept, 3);
    ours.after[0].id = 2;
    ours.after[1].id = 1;
    assert_int_equal(identity_compare(&truth, &ours).discs, 3);
    assert_int_equal(identity_compare(&truth, &ours).kept, 1);
    ours.shot_disc = 7;
    assert_int_equal(identity_compare(&truth, &ours).kept, 0);
    ours.n_after = 1;
    assert_int_equal(identity_compare(&truth, &ours).discs, 1);
}

/* The truth is doctored: another decision, another side, another time. */
static void a_wrong_truth_is_noticed(void **state)
{
    int n = perfect.n_shots;
    (void)state;
    for (int at = 0; at < n; at++) {
        evening_counts c;
        copy = perfect;
        copy.shot[at].decision.twenties[0]++;
        c = count(&copy, EVENING_ALL);
        assert_int_equal(c.wrong, 1);
        assert_int_equal(c.equal, n - 1);
        copy = perfect;
        copy.shot[at].side = 1 - copy.shot[at].side;
        c = count(&copy, EVENING_ALL);
        assert_true(c.equal < n);
        assert_true(c.wrong_side + c.invented >= 1);
    }
    copy = perfect;
    copy.shot[n - 1].t_s += 100.0;
    assert_int_equal(count(&copy, EVENING_ALL).invented, 1);
    assert_int_equal(count(&copy, EVENING_ALL).seen, n - 1);
}

static void a_shot_that_is_not_in_the_record_is_not_taken(void **state)
{
    evening_counts c;
    (void)state;
    copy = perfect;
    copy.report[4].seq = 0;
    copy.report[5].was_told = false;
    c = count(&copy, EVENING_ALL);
    assert_int_equal(c.seen, perfect.n_shots);
    assert_int_equal(c.not_taken, 1);
    assert_int_equal(c.recovered, 1);
    assert_int_equal(c.equal, perfect.n_shots - 1);
}

/* A shot that was missed, and is recorded as not seen when its round ends, is
 * no invention; a second one is, and so is one of another round. */
static void what_is_said_to_be_missing_is_not_invented(void **state)
{
    int n = perfect.n_reports;
    evening_report late = perfect.report[2];
    evening_counts c;
    (void)state;
    late.t_s = perfect.shot[perfect.n_shots - 1].t_s + 60.0;
    late.was_told = false;
    copy = perfect;
    memmove(&copy.report[2], &copy.report[3],
            (size_t)(n - 3) * sizeof *copy.report);
    copy.report[n - 1] = late;
    c = count(&copy, EVENING_ALL);
    assert_int_equal(c.seen, perfect.n_shots - 1);
    assert_int_equal(c.said, 1);
    assert_int_equal(c.invented, 0);
    copy.report[n] = late;
    copy.n_reports = n + 1;
    c = count(&copy, EVENING_ALL);
    assert_int_equal(c.said, 1);
    assert_int_equal(c.invented, 1);
    copy.n_reports = n;
    copy.report[n - 1].round = 1;
    c = count(&copy, EVENING_ALL);
    assert_int_equal(c.said, 0);
    assert_int_equal(c.invented, 1);
}

static void rounds_are_counted_by_their_troubles(void **state)
{
    evening_counts counts[EVENING_N] = {{0}};
    (void)state;
    evening_count_round(0, true, SIM_MATCH_RIGHT, counts);
    evening_count_round(1U << CROK_SIM_TURN, true, SIM_MATCH_IN_RANGE, counts);
    evening_count_round(1U << CROK_SIM_TURN, false, SIM_MATCH_RIGHT, counts);
    assert_int_equal(counts[EVENING_ALL].rounds, 3);
    assert_int_equal(counts[EVENING_ALL].right, 1);
    assert_int_equal(counts[EVENING_ALL].in_range, 1);
    assert_int_equal(counts[EVENING_ALL].rounds_wrong, 1);
    assert_int_equal(counts[EVENING_CALM].right, 1);
    assert_int_equal(counts[CROK_SIM_TURN].rounds, 2);
    assert_int_equal(counts[CROK_SIM_SWAY].rounds, 0);
}

/* A total that is stated without a range must be one of the truth's values,
 * which are several where a disc lies near a line. */
static void totals_are_right_in_range_or_wrong(void **state)
{
    sim_match_round truth = {.total = {{.points = 20, .lo = 20, .hi = 20},
                                       {.points = 35, .lo = 35, .hi = 35}}};
    sim_match_round ours = {.total = {{.points = 20, .lo = 20, .hi = 20},
                                      {.points = 35, .lo = 30, .hi = 40}}};
    (void)state;
    assert_int_equal(sim_match_compare(&ours, &truth), SIM_MATCH_RIGHT);
    ours.total[1].points = 30;
    assert_int_equal(sim_match_compare(&ours, &truth), SIM_MATCH_IN_RANGE);
    truth.total[1].lo = 30;
    assert_int_equal(sim_match_compare(&ours, &truth), SIM_MATCH_RIGHT);
    ours.total[0] = (crok_points){.points = 25, .lo = 25, .hi = 25};
    assert_int_equal(sim_match_compare(&ours, &truth), SIM_MATCH_WRONG);
    truth.total[0].hi = 24;
    assert_int_equal(sim_match_compare(&ours, &truth), SIM_MATCH_WRONG);
    truth.total[0].hi = 25;
    assert_int_equal(sim_match_compare(&ours, &truth), SIM_MATCH_RIGHT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_perfect_report_has_no_fault),
        cmocka_unit_test(a_missed_shot_costs_one),
        cmocka_unit_test(an_invented_shot_counts),
        cmocka_unit_test(swapped_discs_have_lost_their_identity),
        cmocka_unit_test(a_wrong_truth_is_noticed),
        cmocka_unit_test(a_shot_that_is_not_in_the_record_is_not_taken),
        cmocka_unit_test(what_is_said_to_be_missing_is_not_invented),
        cmocka_unit_test(rounds_are_counted_by_their_troubles),
        cmocka_unit_test(totals_are_right_in_range_or_wrong),
    };
    int n_failed = 0;
    make_perfect();
    n_failed = cmocka_run_group_tests(tests, NULL, NULL);
    crok_log_close(&record);
    return n_failed;
}
