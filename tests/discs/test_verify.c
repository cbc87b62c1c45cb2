/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "discs/verify.h"

/* Rings about a disc: an even face up to its rim, and one step to the surface
 * all round. */
#define RINGS_OF_A_DISC                                                        \
    {                                                                          \
        .spread = {2.0, 2.0, 2.5, 3.0, 4.0, 8.0, 15.0, 12.0, 9.0, 8.0, 9.0},   \
        .from_face = {3.0, 10.0, 60.0, 75.0, 80.0, 82.0, 82.0}, .weakest = 0.8 \
    }
/* Rings about a letter O of about a disc's size: the surface within it, print
 * along its rim, and more letters beside it. */
#define RINGS_OF_A_LETTER                                                      \
    {                                                                          \
        .spread = {3.0,  5.0,  15.0, 30.0, 40.0, 35.0,                         \
                   40.0, 40.0, 40.0, 35.0, 35.0},                              \
        .from_face = {40.0, 60.0, 30.0, 20.0, 20.0, 25.0, 25.0},               \
        .weakest = -0.5                                                        \
    }

/* A typical disc: a whole outline and an even face, of a colour that differs
 * from the board's. */
static const crok_evidence typical = {.votes = 1.1,
                                      .fit = 0.85,
                                      .support = 0.95,
                                      .face = 0.75,
                                      .uneven = 3.0,
                                      .from_board = 30.0,
                                      .rings = RINGS_OF_A_DISC};

static void a_typical_disc_is_sure(void **state)
{
    (void)state;
    assert_true(crok_evidence_chance(&typical) > 0.99);
}

/* A round letter may have as good an outline as a disc. */
static void a_letter_is_no_disc(void **state)
{
    crok_evidence e = {.votes = 0.9,
                       .fit = 0.55,
                       .support = 0.80,
                       .face = 0.35,
                       .uneven = 30.0,
                       .from_board = 20.0,
                       .rings = RINGS_OF_A_LETTER};
    (void)state;
    assert_true(crok_evidence_chance(&e) < 0.10);
}

/* A curl of the grain: half an outline around the board's own colour. */
static void grain_is_no_disc(void **state)
{
    crok_evidence e = {
        .votes = 0.45,
        .fit = 0.40,
        .support = 0.65,
        .face = 0.23,
        .uneven = 4.0,
        .from_board = 3.0,
        .rings = {
            .spread = {4.0, 5.0, 5.0, 6.0, 6.0, 6.0, 6.0, 6.0, 6.0, 6.0, 6.0},
            .from_face = {2.0, 2.0, 3.0, 3.0, 3.0, 3.0, 3.0},
            .weakest = -0.5}};
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
                                .rings = RINGS_OF_A_DISC};
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
    e.rings.weakest = -0.5;
    assert_true(crok_evidence_chance(&e) < middle);
}

/* What is measured and what was seen are joined: each can make a faint disc of
 * the other's doubts, and neither alone makes one against the other. */
static void seen_and_measured_are_joined(void **state)
{
    crok_evidence e = typical;
    (void)state;
    e.from_board = 4.0;
    e.face = 0.4;
    e.seen = 0.0005;
    double unseen = crok_evidence_chance(&e);
    e.seen = 0.5;
    double perhaps = crok_evidence_chance(&e);
    e.seen = 0.99;
    assert_true(unseen < perhaps && perhaps < crok_evidence_chance(&e));
    assert_true(crok_evidence_chance(&e) > 0.998);
    e = (crok_evidence){.votes = 0.2,
                        .fit = 0.2,
                        .support = 0.3,
                        .uneven = 30.0,
                        .from_board = 3.0,
                        .seen = 0.9,
                        .rings = RINGS_OF_A_LETTER};
    assert_true(crok_evidence_chance(&e) < 0.5);
}

/* The chance is between 0 and 1 for any features. */
static void a_chance_is_between_0_and_1(void **state)
{
    static const double extreme[] = {0.0, 1e-3, 1.0, 1e3};
    (void)state;
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 4; k++) {
            crok_evidence e = {.votes = extreme[i],
                               .fit = extreme[k],
                               .support = extreme[k],
                               .face = extreme[i],
                               .uneven = extreme[k],
                               .from_board = extreme[i],
                               .rings = {.weakest = -extreme[k]}};
            double c = crok_evidence_chance(&e);
            assert_true(c >= 0.0 && c <= 1.0);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_typical_disc_is_sure),
        cmocka_unit_test(a_letter_is_no_disc),
        cmocka_unit_test(grain_is_no_disc),
        cmocka_unit_test(each_feature_changes_the_chance),
        cmocka_unit_test(seen_and_measured_are_joined),
        cmocka_unit_test(a_chance_is_between_0_and_1),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
