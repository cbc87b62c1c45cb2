/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "shots/tracking/side_colours.h"

static char names[2][24] = {"green", "white"};
static const uint8_t GREEN[3] = {32, 103, 61};
static const uint8_t DIM_WHITE[3] = {160, 158, 152};
static const uint8_t BLACK[3] = {30, 30, 32};
static const uint8_t MINT[3] = {150, 190, 165};

static void words_tell_colours_that_were_never_seen(void **state)
{
    crok_side_colours c = crok_side_colours_of(names, 2);
    (void)state;
    assert_int_equal(crok_side_colours_classify(&c, GREEN), 0);
    assert_int_equal(crok_side_colours_classify(&c, DIM_WHITE), 1);
    assert_int_equal(crok_side_colours_classify(&c, MINT), -1);
}

static void what_was_seen_outweighs_the_word(void **state)
{
    crok_side_colours c = crok_side_colours_of(names, 2);
    (void)state;
    crok_side_colours_learn(&c, 1, BLACK); /* an odd "white" */
    assert_int_equal(crok_side_colours_classify(&c, BLACK), 1);
    crok_side_colours_learn(&c, 2, GREEN); /* no such side */
    crok_side_colours_learn(&c, -1, GREEN);
    assert_int_equal(crok_side_colours_classify(&c, BLACK), 1);
}

static void what_is_no_colour_tells_nothing(void **state)
{
    static char odd[2][24] = {"green", "ours"};
    crok_side_colours c = crok_side_colours_of(odd, 2);
    (void)state;
    assert_int_equal(crok_side_colours_classify(&c, GREEN), -1);
}

/* Once discs of all sides were seen, a finger is none. */
static void a_finger_is_no_disc(void **state)
{
    static const uint8_t skin[3] = {198, 141, 109};
    static const uint8_t dim_skin[3] = {150, 108, 85};
    static const uint8_t white[3] = {235, 234, 228};
    crok_side_colours c = crok_side_colours_of(names, 2);
    (void)state;
    crok_side_colours_learn(&c, 1, white);
    assert_true(crok_side_colours_may_be(&c, skin)); /* an odd "green" */
    crok_side_colours_learn(&c, 0, GREEN);
    assert_false(crok_side_colours_may_be(&c, skin));
    assert_false(crok_side_colours_may_be(&c, dim_skin));
    assert_true(crok_side_colours_may_be(&c, GREEN));
    assert_true(crok_side_colours_may_be(&c, DIM_WHITE));
    c.n = 0; /* nothing is known */
    assert_true(crok_side_colours_may_be(&c, skin));
}

/* A hand that sweeps over a dark board, against black discs; and one of them
 * that is seen beside it. */
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
        cmocka_unit_test(words_tell_colours_that_were_never_seen),
        cmocka_unit_test(what_was_seen_outweighs_the_word),
        cmocka_unit_test(what_is_no_colour_tells_nothing),
        cmocka_unit_test(a_finger_is_no_disc),
        cmocka_unit_test(a_hand_is_no_black_disc),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
