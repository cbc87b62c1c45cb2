/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "rules/value.h"

/* Round numbers, so that every expectation can be done in one's head: lines at
 * 100, 200 and 300 mm, 2 mm wide, discs of radius 15. */
static const crok_lines BOARD = {300.0, 200.0, 100.0, 2.0, 17.0};

static crok_value at(double d_mm, double sigma_mm, crok_disc_state state)
{
    crok_value_rules rules = crok_value_rules_default();
    crok_rest rest = {d_mm, 15.0, sigma_mm, state, 0, false};
    return crok_value_of(&BOARD, &rules, &rest);
}

static int value_at(double d_mm)
{
    return at(d_mm, 0.0, CROK_DISC_FLAT).value;
}

static void each_region_has_its_value(void **state)
{
    (void)state;
    assert_int_equal(value_at(40.0), 15);
    assert_int_equal(value_at(150.0), 10);
    assert_int_equal(value_at(250.0), 5);
    assert_int_equal(value_at(320.0), 0);
    assert_int_equal(at(0.5, 0.0, CROK_DISC_HOLE).value, 20);
    assert_int_equal(at(320.0, 0.0, CROK_DISC_OUT).value, 0);
}

static void a_disc_on_a_line_has_the_lower_value(void **state)
{
    (void)state;
    assert_int_equal(value_at(83.9), 15); /* 0.1 mm of wood to be seen */
    assert_int_equal(value_at(84.0), 10); /* edge to edge: it touches */
    assert_int_equal(value_at(116.0), 10);
    assert_int_equal(value_at(183.9), 10);
    assert_int_equal(value_at(184.1), 5);
    assert_int_equal(value_at(283.9), 5);
    assert_int_equal(value_at(284.1), 0);
}

static void the_margin_is_positive_when_clear_on_either_side(void **state)
{
    crok_value in = at(83.0, 0.0, CROK_DISC_FLAT);
    crok_value on = at(100.0, 0.0, CROK_DISC_FLAT);
    crok_value outside = at(118.5, 0.0, CROK_DISC_FLAT);
    (void)state;
    CHECK_NEAR(in.margin_mm, 1.0, 1e-12);
    CHECK_NEAR(on.margin_mm, -16.0, 1e-12);
    CHECK_NEAR(outside.margin_mm, 2.5, 1e-12);
    assert_int_equal(in.touching, CROK_LINE_NONE);
    assert_int_equal(on.touching, CROK_LINE_INNER);
    assert_int_equal(outside.nearest, CROK_LINE_INNER);
    assert_int_equal(at(160.0, 0.0, CROK_DISC_FLAT).nearest, CROK_LINE_MIDDLE);
    assert_int_equal(at(286.0, 0.0, CROK_DISC_FLAT).touching, CROK_LINE_OUTER);
}

static void a_close_call_leaves_both_values_open(void **state)
{
    crok_value v = at(84.2, 0.1, CROK_DISC_FLAT);
    (void)state;
    assert_true(v.close);
    assert_int_equal(v.value, 10);
    assert_int_equal(v.lo, 10);
    assert_int_equal(v.hi, 15);
    v = at(83.8, 0.1, CROK_DISC_FLAT);
    assert_int_equal(v.value, 15);
    assert_int_equal(v.lo, 10);
    assert_int_equal(v.hi, 15);
    v = at(83.6, 0.1, CROK_DISC_FLAT); /* 4 sigma */
    assert_false(v.close);
    assert_int_equal(v.lo, 15);
}

/* From outside, touching or not does not change the value, but V6 asks. */
static void close_from_outside_is_close_but_worth_the_same(void **state)
{
    crok_value v = at(116.1, 0.1, CROK_DISC_FLAT);
    (void)state;
    assert_true(v.close);
    assert_int_equal(v.lo, 10);
    assert_int_equal(v.hi, 10);
}

static void a_leaning_disc_is_never_a_20(void **state)
{
    crok_value_rules rules = crok_value_rules_default();
    crok_rest rest = {12.0, 15.0, 0.0, CROK_DISC_LEANING, 0, false};
    (void)state;
    assert_int_equal(at(12.0, 0.0, CROK_DISC_LEANING).value, 15);
    assert_int_equal(at(150.0, 0.0, CROK_DISC_LEANING).value, 10);
    rules.leaning = 10; /* a club's own */
    assert_int_equal(crok_value_of(&BOARD, &rules, &rest).value, 10);
}

/* Nobody could tell whether it lies flat: both are in the range. */
static void a_doubt_in_the_hole_opens_the_range(void **state)
{
    crok_value_rules rules = crok_value_rules_default();
    crok_rest rest = {1.0, 15.0, 0.1, CROK_DISC_HOLE, 0, true};
    crok_value v = crok_value_of(&BOARD, &rules, &rest);
    (void)state;
    assert_int_equal(v.value, 20);
    assert_int_equal(v.lo, 15);
    assert_int_equal(v.hi, 20);
    rest.state = CROK_DISC_LEANING;
    v = crok_value_of(&BOARD, &rules, &rest);
    assert_int_equal(v.value, 15);
    assert_int_equal(v.lo, 15);
    assert_int_equal(v.hi, 20);
    rest.state = CROK_DISC_FLAT; /* no doubt of that kind */
    v = crok_value_of(&BOARD, &rules, &rest);
    assert_int_equal(v.lo, v.hi);
}

static void depot_7b_counts_5_on_the_line_and_beyond(void **state)
{
    crok_value_rules rules = crok_value_rules_default();
    crok_rest rest = {299.0, 15.0, 5.0, CROK_DISC_FLAT, 0, false};
    crok_value v;
    (void)state;
    rules.on_outer_line = 5;
    v = crok_value_of(&BOARD, &rules, &rest);
    assert_int_equal(v.value, 5);
    assert_int_equal(v.lo, 5);
    assert_true(v.beyond);
    rest.d_mm = 330.0;
    assert_int_equal(crok_value_of(&BOARD, &rules, &rest).value, 5);
    rest.state = CROK_DISC_OUT;
    assert_int_equal(crok_value_of(&BOARD, &rules, &rest).value, 0);
}

static void a_total_counts_own_discs_bowl_and_range(void **state)
{
    crok_value_rules rules = crok_value_rules_default();
    const crok_rest rest[] = {
        {40.0, 15.0, 0.1, CROK_DISC_FLAT, 1, false},
        {84.2, 15.0, 0.1, CROK_DISC_FLAT, 1, false},  /* 10, perhaps 15 */
        {283.9, 15.0, 0.1, CROK_DISC_FLAT, 1, false}, /* 5, perhaps 0 */
        {250.0, 15.0, 0.1, CROK_DISC_FLAT, 2, false},
        {0.0, 15.0, 0.1, CROK_DISC_HOLE, 2, false},
        {(double)NAN, 15.0, 0.1, CROK_DISC_OUT, 2, false},
    };
    crok_points one = crok_value_total(&BOARD, &rules, rest, 6, 1, 2);
    crok_points two = crok_value_total(&BOARD, &rules, rest, 6, 2, 0);
    (void)state;
    assert_int_equal(one.points, 70);
    assert_int_equal(one.lo, 65);
    assert_int_equal(one.hi, 75);
    assert_int_equal(two.points, 25);
    assert_int_equal(two.lo, 25);
    assert_int_equal(two.hi, 25);
}

static void numbers_that_cannot_be_are_not_sane(void **state)
{
    crok_rest good = {10.0, 15.0, 0.1, CROK_DISC_FLAT, 0, false};
    crok_rest bad = good;
    crok_lines lines = BOARD;
    (void)state;
    assert_true(crok_value_is_sane(&BOARD, &good));
    assert_true(crok_value_is_sane(&BOARD, NULL));
    bad.d_mm = (double)NAN;
    assert_false(crok_value_is_sane(&BOARD, &bad));
    bad = good;
    bad.sigma_mm = -0.1;
    assert_false(crok_value_is_sane(&BOARD, &bad));
    bad = good;
    bad.r_mm = 0.0;
    assert_false(crok_value_is_sane(&BOARD, &bad));
    bad = good;
    bad.state = CROK_N_DISC_STATES;
    assert_false(crok_value_is_sane(&BOARD, &bad));
    lines.middle_mm = 90.0;
    assert_false(crok_value_is_sane(&lines, &good));
    lines = BOARD;
    lines.width_mm = HUGE_VAL;
    assert_false(crok_value_is_sane(&lines, NULL));
}

static void a_tournament_board_is_in_inches(void **state)
{
    crok_lines lines = crok_lines_tournament();
    (void)state;
    CHECK_NEAR(lines.outer_mm, 304.8, 1e-9);
    CHECK_NEAR(lines.inner_mm, 101.6, 1e-9);
    CHECK_NEAR(lines.hole_mm, 17.4625, 1e-9);
    assert_true(crok_value_is_sane(&lines, NULL));
}

static void names_are_those_of_the_format(void **state)
{
    (void)state;
    assert_string_equal(crok_line_name(CROK_LINE_OUTER), "outer");
    assert_string_equal(crok_line_name(CROK_LINE_INNER), "inner");
    assert_null(crok_line_name(CROK_LINE_NONE));
    assert_string_equal(crok_disc_state_name(CROK_DISC_LEANING), "leaning");
    assert_string_equal(crok_disc_state_name(CROK_DISC_OUT), "out");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_region_has_its_value),
        cmocka_unit_test(a_disc_on_a_line_has_the_lower_value),
        cmocka_unit_test(the_margin_is_positive_when_clear_on_either_side),
        cmocka_unit_test(a_close_call_leaves_both_values_open),
        cmocka_unit_test(close_from_outside_is_close_but_worth_the_same),
        cmocka_unit_test(a_leaning_disc_is_never_a_20),
        cmocka_unit_test(a_doubt_in_the_hole_opens_the_range),
        cmocka_unit_test(depot_7b_counts_5_on_the_line_and_beyond),
        cmocka_unit_test(a_total_counts_own_discs_bowl_and_range),
        cmocka_unit_test(numbers_that_cannot_be_are_not_sane),
        cmocka_unit_test(a_tournament_board_is_in_inches),
        cmocka_unit_test(names_are_those_of_the_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
