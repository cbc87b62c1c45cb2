/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <string.h>

#include "report/doubts.h"

static crok_observation seen;

static int start(void **state)
{
    (void)state;
    memset(&seen, 0, sizeof seen);
    seen.n_sides = 2;
    return 0;
}

static void add(int side, double confidence)
{
    seen.discs[seen.n_discs++] = (crok_seen_disc){.side = side,
                                                  .other_side = -1,
                                                  .state = CROK_DISC_FLAT,
                                                  .confidence = confidence};
}

static void add_maybe(int side, double confidence)
{
    seen.maybe[seen.n_maybe++] = (crok_seen_disc){.side = side,
                                                  .other_side = -1,
                                                  .state = CROK_DISC_FLAT,
                                                  .confidence = confidence};
}

static void one_large_doubt_is_asked(void **state)
{
    (void)state;
    add(0, 1.0 - 0.5 * CROK_DOUBT_LIMIT);
    add(0, 1.0 - 1.5 * CROK_DOUBT_LIMIT);
    crok_doubts_settle(&seen);
    assert_false(seen.discs[0].is_doubted);
    assert_true(seen.discs[1].is_doubted);
}

/* Three small doubts are one too large: the largest of them is asked. */
static void small_doubts_add_up(void **state)
{
    (void)state;
    add(0, 1.0 - 0.3 * CROK_DOUBT_LIMIT);
    add(0, 1.0 - 0.5 * CROK_DOUBT_LIMIT);
    add(0, 1.0 - 0.4 * CROK_DOUBT_LIMIT);
    crok_doubts_settle(&seen);
    assert_false(seen.discs[0].is_doubted);
    assert_true(seen.discs[1].is_doubted);
    assert_false(seen.discs[2].is_doubted);
}

static void sides_do_not_add_up(void **state)
{
    (void)state;
    add(0, 1.0 - 0.6 * CROK_DOUBT_LIMIT);
    add(1, 1.0 - 0.6 * CROK_DOUBT_LIMIT);
    crok_doubts_settle(&seen);
    assert_false(seen.discs[0].is_doubted);
    assert_false(seen.discs[1].is_doubted);
    seen.discs[1].other_side = 0; /* it may be of either */
    crok_doubts_settle(&seen);
    assert_true(seen.discs[0].is_doubted || seen.discs[1].is_doubted);
}

static void unlikely_maybes_go(void **state)
{
    (void)state;
    add_maybe(0, 0.4 * CROK_DOUBT_LIMIT);
    add_maybe(0, 0.2);
    add_maybe(1, 0.3 * CROK_DOUBT_LIMIT);
    crok_doubts_settle(&seen);
    assert_int_equal(seen.n_maybe, 1);
    CHECK_NEAR(seen.maybe[0].confidence, 0.2, 0.0);
}

static void what_is_out_counts_nothing(void **state)
{
    (void)state;
    add(0, 0.6);
    seen.discs[0].state = CROK_DISC_OUT;
    crok_doubts_settle(&seen);
    assert_false(seen.discs[0].is_doubted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(one_large_doubt_is_asked, start),
        cmocka_unit_test_setup(small_doubts_add_up, start),
        cmocka_unit_test_setup(sides_do_not_add_up, start),
        cmocka_unit_test_setup(unlikely_maybes_go, start),
        cmocka_unit_test_setup(what_is_out_counts_nothing, start)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
