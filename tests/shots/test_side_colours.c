/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "shots/tracking/side_colours.h"

static char names[2][24] = {"green", "white"};
static const uint8_t GREEN[3] = {32, 103, 61};
static const uint8_t DIM_WHITE[3] = {160, 158, 152};
static const uint8_t BLACK[3] = {30, 30, 32};
static const uint8_t MINT[3] = {150, 190, 165};

static void names_give_colours_before_any_disc_was_seen(void **state)
{
    crok_side_colours c = crok_side_colours_of(names, 2);
    (void)state;
    assert_int_equal(crok_side_colours_classify(&c, GREEN), 0);
    assert_int_equal(crok_side_colours_classify(&c, DIM_WHITE), 1);
    assert_int_equal(crok_side_colours_classify(&c, MINT), -1);
}

static void a_learned_colour_replaces_the_name(void **state)
{
    crok_side_colours c = crok_side_colours_of(names, 2);
    (void)state;
    crok_side_colours_learn(&c, 1, BLACK); /* a dark "white" */
    assert_int_equal(crok_side_colours_classify(&c, BLACK), 1);
    crok_side_colours_learn(&c, 2, GREEN); /* no such side */
    crok_side_colours_learn(&c, -1, GREEN);
    assert_int_equal(crok_side_colours_classify(&c, BLACK), 1);
}

static void a_name_that_is_no_colour_classifies_nothing(void **state)
{
    static char odd[2][24] = {"green", "ours"};
    crok_side_colours c = crok_side_colours_of(odd, 2);
    (void)state;
    assert_int_equal(crok_side_colours_classify(&c, GREEN), -1);
}

/* After discs of all sides were seen, a finger is no disc. */
static void a_finger_is_no_disc(void **state)
{
    static const uint8_t skin[3] = {198, 141, 109};
    static const uint8_t dim_skin[3] = {150, 108, 85};
    static const uint8_t white[3] = {235, 234, 228};
    crok_side_colours c = crok_side_colours_of(names, 2);
    (void)state;
    crok_side_colours_learn(&c, 1, white);
    assert_true(
        crok_side_colours_may_be(&c, skin)); /* it may be an unusual "green" */
    crok_side_colours_learn(&c, 0, GREEN);
    assert_false(crok_side_colours_may_be(&c, skin));
    assert_false(crok_side_colours_may_be(&c, dim_skin));
    assert_true(crok_side_colours_may_be(&c, GREEN));
    assert_true(crok_side_colours_may_be(&c, DIM_WHITE));
    c.n = 0; /* no colours are known */
    assert_true(crok_side_colours_may_be(&c, skin));
}

/* A hand that sweeps over a dark board is no black disc; a black disc beside
 * it is. */
static void a_hand_is_no_black_disc(void **state)
{
    static const uint8_t hand[3] = {106, 71, 53};
    static const uint8_t beside[3] = {76, 56, 47};
    crok_side_colours c = crok_side_colours_of(names, 2);
    (void)state;
    crok_side_colours_learn(&c, 0, GREEN);
    crok_side_colours_learn(&c, 1, BLACK);
    assert_false(crok_side_colours_may_be(&c, hand));
    assert_true(crok_side_colours_may_be(&c, beside));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_give_colours_before_any_disc_was_seen),
        cmocka_unit_test(a_learned_colour_replaces_the_name),
        cmocka_unit_test(a_name_that_is_no_colour_classifies_nothing),
        cmocka_unit_test(a_finger_is_no_disc),
        cmocka_unit_test(a_hand_is_no_black_disc),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
