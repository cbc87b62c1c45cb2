/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/guesses.h"

#include <stdio.h>

#include "check.h"

static int allowed_in_a_row(crok_guesses *g, const char *address, int64_t now)
{
    int n = 0;
    while (n <= CROK_GUESSES && crok_guesses_allow(g, address, now)) {
        crok_guesses_add(g, address, now);
        n++;
    }
    return n;
}

static void an_address_has_a_few_then_one_at_a_time(void **state)
{
    crok_guesses g = {0};
    (void)state;
    assert_int_equal(allowed_in_a_row(&g, "192.0.2.1", 1000), CROK_GUESSES);
    assert_false(crok_guesses_allow(&g, "192.0.2.1", 1000 + CROK_GUESS_MS - 1));
    assert_int_equal(allowed_in_a_row(&g, "192.0.2.1", 1000 + CROK_GUESS_MS),
                     1);
    assert_int_equal(
        allowed_in_a_row(&g, "192.0.2.1", 1000 + 100L * CROK_GUESS_MS),
        CROK_GUESSES);
}

static void others_are_not_affected(void **state)
{
    crok_guesses g = {0};
    (void)state;
    assert_int_equal(allowed_in_a_row(&g, "192.0.2.1", 0), CROK_GUESSES);
    assert_int_equal(allowed_in_a_row(&g, "192.0.2.10", 0), CROK_GUESSES);
    assert_int_equal(allowed_in_a_row(&g, "2001:db8::", 0), CROK_GUESSES);
    assert_false(crok_guesses_allow(&g, "192.0.2.1", 0));
}

/* More addresses than places: those that guessed most are remembered. */
static void many_addresses_do_not_free_one(void **state)
{
    crok_guesses g = {0};
    char other[CROK_GUESSER];
    (void)state;
    assert_int_equal(allowed_in_a_row(&g, "192.0.2.1", 0), CROK_GUESSES);
    for (int i = 0; i < 10 * CROK_GUESSERS; i++) {
        (void)snprintf(other, sizeof other, "10.0.%d.%d", i / 250, i % 250);
        crok_guesses_add(&g, other, 1);
    }
    assert_false(crok_guesses_allow(&g, "192.0.2.1", 1));
}

static void the_last_that_knew_the_token_are_known(void **state)
{
    crok_guesses g = {0};
    char address[CROK_GUESSER];
    (void)state;
    assert_false(crok_guesses_knows(&g, "2001:db8::1"));
    for (int i = 0; i < 3; i++)
        crok_guesses_know(&g, "2001:db8::1");
    assert_true(crok_guesses_knows(&g, "2001:db8::1"));
    assert_false(crok_guesses_knows(&g, "2001:db8::"));
    for (int i = 0; i < CROK_KNOWN; i++) {
        assert_true(crok_guesses_knows(&g, "2001:db8::1"));
        (void)snprintf(address, sizeof address, "192.0.2.%d", i);
        crok_guesses_know(&g, address);
        assert_true(crok_guesses_knows(&g, address));
    }
    assert_false(crok_guesses_knows(&g, "2001:db8::1"));
    assert_true(crok_guesses_knows(&g, "192.0.2.0"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_address_has_a_few_then_one_at_a_time),
        cmocka_unit_test(others_are_not_affected),
        cmocka_unit_test(many_addresses_do_not_free_one),
        cmocka_unit_test(the_last_that_knew_the_token_are_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
