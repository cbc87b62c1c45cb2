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
        (crok_rgb){200.0 * light, 160.0 * light, 120.0 * light});
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

/* What may have been a disc is weak evidence, either way. */
static void an_unsure_floor_says_little(void **state)
{
    crok_known_floor half = red_floor;
    (void)state;
    half.chance = 0.5;
    assert_true(crok_known_floor_log_odds(&half, (crok_rgb){30, 30, 30},
                                          (crok_rgb){200, 160, 120}) > -0.7);
    half.chance = 0.0;
    CHECK_NEAR(crok_known_floor_log_odds(&half, (crok_rgb){120, 20, 30},
                                         (crok_rgb){200, 160, 120}),
               0.0, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_floors_colour_says_empty),
        cmocka_unit_test(another_colour_says_disc_within_bounds),
        cmocka_unit_test(an_unsure_floor_says_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
