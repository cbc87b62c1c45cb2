/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "cli/sparing.h"

static void a_text_that_comes_often_is_counted(void **state)
{
    crok_sparing s = {0};
    int n_more = 0;
    int n_said = 0;
    (void)state;
    for (int i = 0; i < 100; i++)
        n_said += crok_sparing_says(&s, "gone", 1000 + i, &n_more);
    assert_int_equal(n_said, CROK_SPARING_MOST);
    assert_true(crok_sparing_says(&s, "back", 1100, &n_more));
    assert_int_equal(n_more, 0);
    assert_false(crok_sparing_says(&s, "gone", 999 + CROK_SPARING_MS, &n_more));
    assert_true(crok_sparing_says(&s, "gone", 1000 + CROK_SPARING_MS, &n_more));
    assert_int_equal(n_more, 100 - CROK_SPARING_MOST + 1);
    assert_true(crok_sparing_says(&s, "gone", 1001 + CROK_SPARING_MS, &n_more));
    assert_int_equal(n_more, 0);
}

/* As a camera with a loose plug says it. */
static void texts_that_take_turns_are_counted_each(void **state)
{
    crok_sparing s = {0};
    int n_more = 0;
    int n_said = 0;
    (void)state;
    for (int i = 0; i < 1000; i++)
        n_said +=
            crok_sparing_says(&s, i % 2 == 0 ? "gone" : "back", i, &n_more);
    assert_int_equal(n_said, 2 * CROK_SPARING_MOST);
}

/* More texts than are remembered: none is kept back. */
static void other_texts_are_all_said(void **state)
{
    crok_sparing s = {0};
    char text[600];
    int64_t now_ms = 0;
    int n_more = 0;
    (void)state;
    for (int round = 0; round < 5; round++)
        for (int i = 0; i < 2 * CROK_SPARING_TEXTS; i++) {
            (void)snprintf(text, sizeof text, "%d %0500d", i, 0);
            assert_true(crok_sparing_says(&s, text, ++now_ms, &n_more));
        }
    assert_true(crok_sparing_says(&s, "", ++now_ms, &n_more));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_that_comes_often_is_counted),
        cmocka_unit_test(texts_that_take_turns_are_counted_each),
        cmocka_unit_test(other_texts_are_all_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
