/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "discs/verify.h"

/* A typical disc: a whole outline and an even face, of a colour that differs
 * from the board's and that other discs have. */
static const crok_evidence typical = {.votes = 1.1,
                                      .fit = 0.85,
                                      .support = 0.95,
                                      .face = 0.75,
                                      .uneven = 3.0,
                                      .from_board = 30.0,
                                      .from_discs = 3.0};

static void a_typical_disc_is_sure(void **state)
{
    crok_evidence e = typical;
    (void)state;
    assert_true(crok_evidence_chance(&e) > 0.999);
    e.from_discs = CROK_NO_DISC_COLOUR; /* no disc is sure yet */
    assert_true(crok_evidence_chance(&e) > 0.99);
}

/* A curl of the grain: half an outline around the board's own colour. */
static void grain_is_no_disc(void **state)
{
    crok_evidence e = {.votes = 0.45,
                       .fit = 0.40,
                       .support = 0.65,
                       .face = 0.23,
                       .uneven = 4.0,
                       .from_board = 3.0,
                       .from_discs = 12.0};
    (void)state;
    assert_true(crok_evidence_chance(&e) < 0.02);
}

/* Each feature changes the chance in the right direction. */
static void each_feature_changes_the_chance(void **state)
{
    const crok_evidence half = {.votes = 0.5,
                                .fit = 0.5,
                                .support = 0.8,
                                .face = 0.45,
                                .uneven = 3.0,
                                .from_board = 8.0,
                                .from_discs = 6.0};
    double middle = crok_evidence_chance(&half);
    crok_evidence e = half;
    (void)state;
    e.votes = 0.7;
    assert_true(crok_evidence_chance(&e) > middle);
    e = half;
    e.fit = 0.7;
    assert_true(crok_evidence_chance(&e) > middle);
    e = half;
    e.face = 0.6;
    assert_true(crok_evidence_chance(&e) > middle);
    e = half;
    e.support = 0.95;
    assert_true(crok_evidence_chance(&e) > middle);
    e = half;
    e.uneven = 1.5;
    assert_true(crok_evidence_chance(&e) > middle);
    e = half;
    e.from_board = 20.0;
    assert_true(crok_evidence_chance(&e) > middle);
    e = half;
    e.from_discs = 20.0;
    assert_true(crok_evidence_chance(&e) < middle);
}

/* The chance is between 0 and 1 for any features. */
static void a_chance_is_between_0_and_1(void **state)
{
    static const double extreme[] = {0.0, 1e-3, 1.0, 1e3};
    (void)state;
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 4; k++) {
            crok_evidence e = {extreme[i], extreme[k], extreme[k], extreme[i],
                               extreme[k], extreme[i], extreme[k]};
            double c = crok_evidence_chance(&e);
            assert_true(c >= 0.0 && c <= 1.0);
        }
    }
}

/* A knot on the rail of an empty board, with the highest scores seen, is
 * rejected; beside a game it would be a disc. A whole outline is a disc in both
 * cases. */
static void off_an_empty_surface_thresholds_are_higher(void **state)
{
    const crok_evidence knot = {.votes = 0.76, .fit = 0.61};
    const crok_evidence disc = {.votes = 0.95, .fit = 0.80};
    const crok_evidence grain = {.votes = 0.60, .fit = 0.55};
    const crok_evidence no_fit = {.votes = 1.30, .fit = 0.20};
    (void)state;
    CHECK_NEAR(crok_evidence_chance_off(&knot, true), 0.0, 0.0);
    CHECK_NEAR(crok_evidence_chance_off(&knot, false), CROK_DISC_SURE, 0.0);
    CHECK_NEAR(crok_evidence_chance_off(&disc, true), CROK_DISC_SURE, 0.0);
    CHECK_NEAR(crok_evidence_chance_off(&grain, false), 0.0, 0.0);
    CHECK_NEAR(crok_evidence_chance_off(&no_fit, false), 0.0, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_typical_disc_is_sure),
        cmocka_unit_test(grain_is_no_disc),
        cmocka_unit_test(each_feature_changes_the_chance),
        cmocka_unit_test(a_chance_is_between_0_and_1),
        cmocka_unit_test(off_an_empty_surface_thresholds_are_higher),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
