/* SPDX-License-Identifier: Apache-2.0
 *
 * The comparison that judges every picture must itself be able to fail: truth
 * that was doctored in any one way is not met by a perfect result. */
#include "check.h"

#include <string.h>

#include "bench/compare.h"
#include "bench/ideal.h"
#include "bench/side_figures.h"

/* A tournament board seen from 1.2 m above, both sides, every ring, a disc in
 * the hole and one in the ditch. */
static truth board_truth(void)
{
    static const struct {
        int team;
        crok_disc_state state;
        double x_mm, y_mm;
        int value;
    } discs[] = {{0, CROK_DISC_FLAT, 50.0, 10.0, 15},
                 {0, CROK_DISC_FLAT, -30.0, 140.0, 10},
                 {0, CROK_DISC_FLAT, 100.0, -5.0, 10},
                 {1, CROK_DISC_FLAT, -250.0, 20.0, 5},
                 {1, CROK_DISC_HOLE, 0.5, 0.0, 20},
                 {1, CROK_DISC_FLAT, 0.0, -300.0, 0},
                 {1, CROK_DISC_OUT, 0.0, 370.0, 0}};
    truth t = {.is_render = true,
               .has_board = true,
               .line_mm = {304.8, 203.2, 101.6},
               .width_mm = 1.6,
               .hole_mm = 17.5,
               .disc_mm = 15.875,
               .disc_height_mm = 9.5,
               .camera = {.w_px = 1600,
                          .h_px = 1200,
                          .f_px = 1500.0,
                          .cx_px = 799.5,
                          .cy_px = 599.5,
                          .rot = {{1, 0, 0, 0, -1, 0, 0, 0, -1}},
                          .t_mm = {0.0, 0.0, 1200.0}},
               .n_teams = 2,
               .team = {"alpha", "beta"},
               .team_rgb = {{200, 30, 30}, {30, 30, 30}},
               .total = {35, 25},
               .n_discs = (int)(sizeof discs / sizeof *discs)};
    t.px_per_mm = crok_camera_px_per_mm(&t.camera);
    for (int i = 0; i < t.n_discs; i++) {
        crok_vec3 at = {discs[i].x_mm, discs[i].y_mm, 0.0};
        t.discs[i] =
            (truth_disc){.team = discs[i].team,
                         .state = discs[i].state,
                         .is_certain = true,
                         .at = {at.x, at.y},
                         .bottom_px = crok_camera_project(&t.camera, at),
                         .r_px = t.disc_mm * t.px_per_mm,
                         .value = discs[i].value,
                         .margin_mm = (double)NAN};
    }
    return t;
}

static crok_result perfect_result(const truth *t)
{
    crok_result r = {.image = "made up"};
    crok_observation o;
    crok_score_options options = {.rules = crok_value_rules_default(),
                                  .n_sides = 2};
    crok_err err = {0};
    truth_ideal(t, 0.05, &o);
    CHECK_STATUS(crok_score_count(&o, &options, &r.score, &err), CROK_OK, &err);
    return r;
}

/* True where the comparison finds a fault. */
static bool is_faulty(const truth *t, const crok_result *r)
{
    comparison c;
    char why[128];
    bool is_bad = false;
    compare(t, r, &c);
    is_bad = comparison_fault(&c, why, sizeof why);
    if (is_bad)
        print_message("  %s\n", why);
    return is_bad;
}

static void a_perfect_result_passes(void **state)
{
    truth t = board_truth();
    crok_result r = perfect_result(&t);
    comparison c;
    (void)state;
    assert_false(is_faulty(&t, &r));
    compare(&t, &r, &c);
    assert_int_equal(c.verdict, VERDICT_EXACT);
    assert_int_equal(c.n_found, 6);
    assert_int_equal(c.n_out_found, 1);
}

static void sides_are_matched_by_discs_whatever_their_names(void **state)
{
    truth t = board_truth();
    crok_result r = perfect_result(&t);
    truth swapped = t;
    (void)state;
    memcpy(swapped.team[0], "zulu", 5);
    assert_false(is_faulty(&swapped, &r));
    for (int i = 0; i < swapped.n_discs; i++)
        swapped.discs[i].team = 1 - swapped.discs[i].team;
    swapped.total[0] = t.total[1];
    swapped.total[1] = t.total[0];
    assert_false(is_faulty(&swapped, &r));
}

static void one_disc_more_in_truth_fails(void **state)
{
    truth t = board_truth();
    crok_result r = perfect_result(&t);
    truth_disc *d = &t.discs[t.n_discs++];
    (void)state;
    *d = t.discs[0];
    d->at.x = -200.0;
    d->bottom_px =
        crok_camera_project(&t.camera, (crok_vec3){-200.0, d->at.y, 0.0});
    d->value = 0; /* even where it changes no total */
    assert_true(is_faulty(&t, &r));
}

static void one_disc_fewer_in_truth_fails(void **state)
{
    truth all = board_truth();
    crok_result r = perfect_result(&all);
    (void)state;
    for (int gone = 0; gone < all.n_discs; gone++) {
        truth t = all;
        if (t.discs[gone].state == CROK_DISC_OUT || t.discs[gone].value == 0)
            continue; /* worth nothing: counted, not forbidden */
        t.discs[gone] = t.discs[--t.n_discs];
        assert_true(is_faulty(&t, &r));
    }
}

static void a_disc_moved_by_5_mm_fails_in_every_direction(void **state)
{
    truth all = board_truth();
    crok_result r = perfect_result(&all);
    (void)state;
    for (int i = 0; i < all.n_discs; i++) {
        for (int way = 0; way < 8; way++) {
            truth t = all;
            truth_disc *d = &t.discs[i];
            if (d->state != CROK_DISC_FLAT)
                continue;
            d->at.x += 5.0 * cos(way * CROK_PI / 4.0);
            d->at.y += 5.0 * sin(way * CROK_PI / 4.0);
            d->bottom_px = crok_camera_project(
                &t.camera, (crok_vec3){d->at.x, d->at.y, 0.0});
            assert_true(is_faulty(&t, &r));
        }
    }
}

static void a_wrong_value_fails(void **state)
{
    truth all = board_truth();
    crok_result r = perfect_result(&all);
    (void)state;
    for (int i = 0; i < all.n_discs; i++) {
        truth t = all;
        t.discs[i].value = t.discs[i].value == 5 ? 10 : 5;
        assert_true(is_faulty(&t, &r));
    }
}

static void a_wrong_total_fails(void **state)
{
    truth t = board_truth();
    crok_result r = perfect_result(&t);
    (void)state;
    t.total[1] += 5;
    assert_true(is_faulty(&t, &r));
}

static void a_disc_of_the_other_side_fails(void **state)
{
    truth all = board_truth();
    crok_result r = perfect_result(&all);
    (void)state;
    for (int i = 0; i < all.n_discs; i++) {
        truth t = all;
        t.discs[i].team = 1 - t.discs[i].team;
        assert_true(is_faulty(&t, &r));
    }
}

static void a_refused_board_and_an_invented_one_fail(void **state)
{
    truth t = board_truth();
    crok_result r = perfect_result(&t);
    crok_result refused = {.status = CROK_ENOBOARD};
    (void)state;
    assert_true(is_faulty(&t, &refused));
    t.has_board = false;
    assert_true(is_faulty(&t, &r));
    assert_false(is_faulty(&t, &refused));
}

static void a_close_call_may_differ_and_a_sure_one_may_not(void **state)
{
    truth t = board_truth();
    crok_result r;
    crok_observation o;
    comparison c;
    crok_score_options options = {.rules = crok_value_rules_default(),
                                  .n_sides = 2};
    crok_err err = {0};
    (void)state;
    truth_ideal(&t, 0.05, &o);
    /* the first disc, 15, seems to touch the inner line by 0.05 mm */
    o.discs[0].at = (crok_mm){101.6 - 0.8 - 15.875 + 0.05, 0.0};
    t.discs[0].at = (crok_mm){101.6 - 0.8 - 15.875 - 0.05, 0.0};
    t.discs[0].bottom_px =
        crok_camera_project(&t.camera, (crok_vec3){t.discs[0].at.x, 0.0, 0.0});
    o.discs[0].at_px = t.discs[0].bottom_px;
    o.discs[2].at.x = o.discs[2].at.x + 30.0; /* out of the way */
    t.discs[2].at.x += 30.0;
    t.discs[2].bottom_px = crok_camera_project(
        &t.camera, (crok_vec3){t.discs[2].at.x, t.discs[2].at.y, 0.0});
    o.discs[2].at_px = t.discs[2].bottom_px;
    r = (crok_result){.image = "made up"};
    CHECK_STATUS(crok_score_count(&o, &options, &r.score, &err), CROK_OK, &err);
    compare(&t, &r, &c);
    assert_int_equal(c.verdict, VERDICT_IN_RANGE);
    assert_false(is_faulty(&t, &r));
    for (int i = 0; i < o.n_discs; i++)
        o.discs[i].line_sigma_mm = 0.001;
    CHECK_STATUS(crok_score_count(&o, &options, &r.score, &err), CROK_OK, &err);
    assert_true(is_faulty(&t, &r));
}

/* ---- the figures for sides ---- */

/* Checks the number of sides of each verdict, in their order. */
static void check_figures(const truth *t, const crok_result *r,
                          const int want[N_SIDE_VERDICTS])
{
    side_figures f = {0};
    comparison c;
    compare(t, r, &c);
    side_figures_add(&f, t, r, &c);
    for (int i = 0; i < N_SIDE_VERDICTS; i++)
        if (f.n[i] != want[i])
            fail_msg("%d sides %s, not %d", f.n[i],
                     side_verdict_name((side_verdict)i), want[i]);
}

static void a_side_is_right_asked_or_wrong_by_its_range(void **state)
{
    static const struct {
        int lo, hi, want[N_SIDE_VERDICTS];
    } cases[] = {{35, 35, {2, 0, 0, 0, 0}}, {30, 35, {1, 1, 0, 0, 0}},
                 {35, 55, {1, 1, 0, 0, 0}}, {20, 30, {1, 0, 1, 0, 0}},
                 {40, 55, {1, 0, 1, 0, 0}}, {30, 30, {1, 0, 0, 1, 0}}};
    truth t = board_truth();
    crok_result r = perfect_result(&t);
    comparison c;
    (void)state;
    compare(&t, &r, &c);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        crok_side_score *side = &r.score.side[c.side_of_team[0]];
        side->lo = cases[i].lo;
        side->hi = cases[i].hi;
        check_figures(&t, &r, cases[i].want);
    }
}

static void a_refused_picture_refuses_every_side(void **state)
{
    truth t = board_truth();
    crok_result r = {.image = "made up", .status = CROK_ENOBOARD};
    (void)state;
    check_figures(&t, &r, (const int[]){0, 0, 0, 0, 2});
}

static void a_side_that_truth_has_not_counts_where_it_has_points(void **state)
{
    truth t = board_truth();
    crok_result r = perfect_result(&t);
    int extra = r.score.seen.n_sides;
    (void)state;
    r.score.seen.n_sides++;
    check_figures(&t, &r, (const int[]){2, 0, 0, 0, 0});
    r.score.side[extra].hi = 20;
    check_figures(&t, &r, (const int[]){2, 1, 0, 0, 0});
    r.score.side[extra].lo = 5;
    check_figures(&t, &r, (const int[]){2, 0, 1, 0, 0});
    r.score.side[extra].lo = 20;
    check_figures(&t, &r, (const int[]){2, 0, 0, 1, 0});
}

static void a_team_that_was_not_seen_is_said_to_have_nothing(void **state)
{
    truth t = board_truth();
    crok_result r = perfect_result(&t);
    (void)state;
    t.n_teams = 3;
    check_figures(&t, &r, (const int[]){3, 0, 0, 0, 0});
    t.total[2] = 10;
    check_figures(&t, &r, (const int[]){2, 0, 0, 1, 0});
}

static void points_without_a_board_are_counted(void **state)
{
    truth t = board_truth();
    crok_result r = perfect_result(&t);
    side_figures f = {0};
    comparison c;
    (void)state;
    t.has_board = false;
    compare(&t, &r, &c);
    side_figures_add(&f, &t, &r, &c);
    assert_int_equal(f.n_no_board, 1);
    assert_int_equal(f.n_stated, 1);
    r.status = CROK_ENOBOARD;
    compare(&t, &r, &c);
    side_figures_add(&f, &t, &r, &c);
    assert_int_equal(f.n_no_board, 2);
    assert_int_equal(f.n_stated, 1);
    assert_int_equal(side_figures_sum(&f), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_perfect_result_passes),
        cmocka_unit_test(sides_are_matched_by_discs_whatever_their_names),
        cmocka_unit_test(one_disc_more_in_truth_fails),
        cmocka_unit_test(one_disc_fewer_in_truth_fails),
        cmocka_unit_test(a_disc_moved_by_5_mm_fails_in_every_direction),
        cmocka_unit_test(a_wrong_value_fails),
        cmocka_unit_test(a_wrong_total_fails),
        cmocka_unit_test(a_disc_of_the_other_side_fails),
        cmocka_unit_test(a_refused_board_and_an_invented_one_fail),
        cmocka_unit_test(a_close_call_may_differ_and_a_sure_one_may_not),
        cmocka_unit_test(a_side_is_right_asked_or_wrong_by_its_range),
        cmocka_unit_test(a_refused_picture_refuses_every_side),
        cmocka_unit_test(a_side_that_truth_has_not_counts_where_it_has_points),
        cmocka_unit_test(a_team_that_was_not_seen_is_said_to_have_nothing),
        cmocka_unit_test(points_without_a_board_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
