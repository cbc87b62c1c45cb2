/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/consoles.h"

#include <stdio.h>

#include "check.h"

static void consoles_of_a_table_are_counted(void **state)
{
    crok_consoles c = {0};
    (void)state;
    assert_int_equal(crok_consoles_note(&c, 0, "a", 1000), 1);
    assert_int_equal(crok_consoles_note(&c, 0, "a", 2000), 1);
    assert_int_equal(crok_consoles_note(&c, 0, "b", 2000), 2);
    assert_int_equal(crok_consoles_note(&c, 1, "a", 2000), 1);
}

static void one_that_says_nothing_is_closed(void **state)
{
    crok_consoles c = {0};
    (void)state;
    (void)crok_consoles_note(&c, 0, "a", 0);
    assert_int_equal(crok_consoles_note(&c, 0, "b", CROK_CONSOLE_GONE_MS), 2);
    assert_int_equal(crok_consoles_note(&c, 0, "b", CROK_CONSOLE_GONE_MS + 1),
                     1);
    assert_int_equal(crok_consoles_note(&c, 0, "a", CROK_CONSOLE_GONE_MS + 2),
                     2);
}

static void the_one_heard_longest_ago_gives_way(void **state)
{
    crok_consoles c = {0};
    (void)state;
    for (int i = 0; i <= CROK_CONSOLES; i++) {
        char id[CROK_CONSOLE_ID];
        (void)snprintf(id, sizeof id, "console %d", i);
        (void)crok_consoles_note(&c, 0, id, i);
    }
    assert_int_equal(crok_consoles_note(&c, 0, "console 64", 100),
                     CROK_CONSOLES);
    assert_int_equal(crok_consoles_note(&c, 1, "another", 101), 1);
    assert_int_equal(crok_consoles_note(&c, 0, "console 64", 102),
                     CROK_CONSOLES - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(consoles_of_a_table_are_counted),
        cmocka_unit_test(one_that_says_nothing_is_closed),
        cmocka_unit_test(the_one_heard_longest_ago_gives_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
