/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "discs/outline/made_size.h"

#define LIGHT_MM 0.15
#define SCALE_MM 0.09
#define PLAIN 40.0 /* far from the board in colour */
#define FAINT 4.0

/* Add n discs whose measured radii are about radius_mm. */
static int seem(crok_size_seen *seen, int at, int n, double radius_mm,
                double from_board)
{
    for (int i = 0; i < n; i++)
        seen[at + i] =
            (crok_size_seen){radius_mm + 0.1 * (i % 3 - 1), from_board};
    return at + n;
}

static void discs_have_a_made_size(void **state)
{
    static const double made[] = {15.875, 15.0, 14.2875};
    (void)state;
    for (int k = 0; k < 3; k++)
        for (int n = 3; n < 25; n += 7) {
            crok_size_seen seen[32];
            crok_made_size s;
            (void)seem(seen, 0, n, made[k] - 0.1, PLAIN);
            s = crok_made_size_of(seen, n, LIGHT_MM, SCALE_MM);
            CHECK_NEAR(s.radius_mm, made[k], 1e-9);
            assert_true(s.sigma_mm >= 0.1 && s.sigma_mm < 0.3);
        }
}

/* Discs of the board's colour are measured at their flat faces. Of two groups
 * the larger discs decide, though they are fewer. */
static void the_larger_discs_decide(void **state)
{
    static const double from_board[] = {FAINT, PLAIN};
    (void)state;
    for (int k = 0; k < 2; k++) {
        crok_size_seen seen[32];
        int n = seem(seen, 0, 8, 14.95, from_board[k]);
        n = seem(seen, n, 5, 15.85, PLAIN);
        CHECK_NEAR(crok_made_size_of(seen, n, LIGHT_MM, SCALE_MM).radius_mm,
                   15.875, 1e-9);
    }
}

/* A single disc with hardly any contrast to the board may be a larger one. */
static void one_faint_disc_leaves_it_open(void **state)
{
    crok_size_seen seen[1] = {{15.0, FAINT}};
    crok_made_size s = crok_made_size_of(seen, 1, LIGHT_MM, SCALE_MM);
    (void)state;
    assert_true(s.radius_mm > 15.1 && s.radius_mm < 15.8);
    assert_true(s.sigma_mm > 0.3);
    /* none is made smaller than that */
    seen[0] = (crok_size_seen){13.6, PLAIN};
    s = crok_made_size_of(seen, 1, LIGHT_MM, SCALE_MM);
    assert_true(fabs(s.radius_mm - 14.2875) < 2.0 * s.sigma_mm);
}

static void discs_of_another_size_have_it(void **state)
{
    static const double other[] = {12.7, 16.8, 19.5};
    (void)state;
    for (int k = 0; k < 3; k++) {
        crok_size_seen seen[16];
        int n = seem(seen, 0, 12, other[k], PLAIN);
        crok_made_size s = crok_made_size_of(seen, n, LIGHT_MM, SCALE_MM);
        CHECK_NEAR(s.radius_mm, other[k], 0.3);
        assert_true(s.sigma_mm < 0.5);
    }
}

/* A good measurement gives a made size if one is near, else itself. */
static void a_measured_size_is_a_made_one_or_its_own(void **state)
{
    static const double made[] = {15.875, 15.0, 14.2875};
    (void)state;
    for (int k = 0; k < 3; k++)
        for (double off = -0.2; off < 0.25; off += 0.1) {
            crok_made_size s =
                crok_made_size_near(made[k] + off, 0.12, SCALE_MM);
            /* between the size and what was measured */
            CHECK_NEAR(s.radius_mm, made[k] + 0.4 * off, 0.03);
            assert_true(s.sigma_mm > 0.05 && s.sigma_mm < 0.2);
        }
    CHECK_NEAR(crok_made_size_near(17.5, 0.12, SCALE_MM).radius_mm, 17.5, 0.05);
    assert_true(crok_made_size_near(15.45, 0.3, SCALE_MM).sigma_mm > 0.3);
}

/* With an uncertain scale the result is nearer to the measurement. */
static void in_an_unsure_scale_a_size_is_what_it_seems(void **state)
{
    crok_made_size sure = crok_made_size_near(15.675, 0.12, 0.01);
    crok_made_size unsure = crok_made_size_near(15.675, 0.12, 0.24);
    (void)state;
    CHECK_NEAR(sure.radius_mm, 15.84, 0.02);
    CHECK_NEAR(unsure.radius_mm, 15.71, 0.02);
    assert_true(unsure.sigma_mm > 1.5 * sure.sigma_mm);
}

static void the_next_larger_size_is_given(void **state)
{
    static const struct {
        double seen, above;
    } of[] = {{13.0, 14.2875}, {14.25, 15.0}, {14.6, 15.0},
              {15.05, 15.875}, {15.85, 0.0},  {20.0, 0.0}};
    (void)state;
    for (size_t k = 0; k < sizeof of / sizeof of[0]; k++) {
        crok_made_size s = crok_made_size_near(of[k].seen, 0.12, SCALE_MM);
        CHECK_NEAR(s.above_mm, of[k].above, 1e-9);
        assert_true(s.above_chance >= 0.0 && s.above_chance < 0.5);
    }
    /* the larger the sigma, the more probable */
    assert_true(crok_made_size_near(14.4, 0.3, SCALE_MM).above_chance >
                crok_made_size_near(14.4, 0.1, SCALE_MM).above_chance);
}

static void a_size_is_off_the_nearest_that_is_made(void **state)
{
    static const double of[][2] = {
        {15.875, 0.0},  {15.5, 0.375},  {15.4, 0.4},  {14.6, 0.3125},
        {14.2875, 0.0}, {10.0, 4.2875}, {20.0, 4.125}};
    (void)state;
    for (size_t k = 0; k < sizeof of / sizeof of[0]; k++)
        CHECK_NEAR(crok_made_size_off(of[k][0]), of[k][1], 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(discs_have_a_made_size),
        cmocka_unit_test(the_larger_discs_decide),
        cmocka_unit_test(one_faint_disc_leaves_it_open),
        cmocka_unit_test(discs_of_another_size_have_it),
        cmocka_unit_test(a_measured_size_is_a_made_one_or_its_own),
        cmocka_unit_test(in_an_unsure_scale_a_size_is_what_it_seems),
        cmocka_unit_test(the_next_larger_size_is_given),
        cmocka_unit_test(a_size_is_off_the_nearest_that_is_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
