/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "core/terms.h"
#include "discs/sides/side_names.h"

static const crok_lab BLACK = {14, 0, 0};
static const crok_lab WHITE = {93, 0, 3};

static crok_lab green(double l)
{
    return (crok_lab){l, -35, 20};
}

static void a_colour_alone_has_its_word(void **state)
{
    const crok_lab colour[] = {WHITE, BLACK};
    char name[2][24];
    (void)state;
    crok_side_names(colour, 2, name);
    assert_string_equal(name[0], "white");
    assert_string_equal(name[1], "black");
}

/* Shades of one word, by lightness and in any order. */
static void shades_are_named_by_lightness(void **state)
{
    const crok_lab two[] = {green(50), BLACK, green(35)};
    const crok_lab three[] = {green(50), green(38), green(44)};
    const crok_lab four[] = {green(50), green(38), green(44), green(41)};
    char name[CROK_MAX_SIDES][24];
    (void)state;
    crok_side_names(two, 3, name);
    assert_string_equal(name[0], "light green");
    assert_string_equal(name[1], "black");
    assert_string_equal(name[2], "dark green");
    crok_side_names(three, 3, name);
    assert_string_equal(name[0], "light green");
    assert_string_equal(name[1], "dark green");
    assert_string_equal(name[2], "green");
    crok_side_names(four, 4, name);
    assert_string_equal(name[1], "green 1");
    assert_string_equal(name[0], "green 4");
}

/* Two sides of the same colour still have different names. */
static void alike_sides_have_two_names(void **state)
{
    const crok_lab colour[] = {green(44), green(44), green(44), green(44)};
    char name[CROK_MAX_SIDES][24];
    (void)state;
    for (int k = 2; k <= CROK_MAX_SIDES; k++) {
        crok_side_names(colour, k, name);
        for (int i = 0; i < k; i++)
            for (int j = 0; j < i; j++)
                assert_string_not_equal(name[i], name[j]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_colour_alone_has_its_word),
        cmocka_unit_test(shades_are_named_by_lightness),
        cmocka_unit_test(alike_sides_have_two_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
