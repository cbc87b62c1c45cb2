/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "discs/hole/known_hole.h"

static const crok_known_floor red_floor = {.chance = 0.98,
                                           .rgb = {120.0, 20.0, 30.0},
                                           .around_rgb = {200.0, 160.0, 120.0}};

static double odds(double r, double g, double b, double light)
{
    return crok_known_floor_log_odds(
        &red_floor, (crok_rgb){r, g, b},
        (crok_rgb){200.0 * light, 160.0 * light, 120.0 * light}, true);
}

static void the_floors_colour_says_empty(void **state)
{
    (void)state;
    assert_true(odds(120, 20, 30, 1.0) > 3.0);
    assert_true(odds(100, 17, 25, 1.0) > 2.0); /* a little in shade */
    assert_true(odds(66, 11, 17, 0.5) > 3.0);  /* all in other light */
}

static void another_colour_says_disc_within_bounds(void **state)
{
    (void)state;
    assert_true(odds(30, 30, 30, 1.0) < -2.0);
    assert_true(odds(210, 180, 140, 1.0) < -3.0);
    assert_true(odds(20, 60, 200, 1.0) >= -4.0); /* ln 0.02 */
}

/* A side that was not seen may have discs of the floor's colour. */
static void the_floors_colour_may_be_a_sides(void **state)
{
    const crok_rgb floor = {120, 20, 30};
    const crok_rgb black = {30, 30, 30};
    const crok_rgb around = {200, 160, 120};
    double if_all = crok_known_floor_log_odds(&red_floor, floor, around, true);
    double if_not = crok_known_floor_log_odds(&red_floor, floor, around, false);
    (void)state;
    assert_true(if_not > 1.0 && if_not < 1.7); /* ln 5, and less */
    assert_true(if_all > if_not + 1.0);
    CHECK_NEAR(crok_known_floor_log_odds(&red_floor, black, around, false),
               crok_known_floor_log_odds(&red_floor, black, around, true), 0.3);
}

/* What may have been a disc is weak evidence, either way. */
static void an_unsure_floor_says_little(void **state)
{
    crok_known_floor half = red_floor;
    (void)state;
    half.chance = 0.5;
    assert_true(crok_known_floor_log_odds(&half, (crok_rgb){30, 30, 30},
                                          (crok_rgb){200, 160, 120},
                                          true) > -0.7);
    half.chance = 0.0;
    CHECK_NEAR(crok_known_floor_log_odds(&half, (crok_rgb){120, 20, 30},
                                         (crok_rgb){200, 160, 120}, true),
               0.0, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_floors_colour_says_empty),
        cmocka_unit_test(another_colour_says_disc_within_bounds),
        cmocka_unit_test(the_floors_colour_may_be_a_sides),
        cmocka_unit_test(an_unsure_floor_says_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
