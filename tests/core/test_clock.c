/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/clock.h"

static void check_text(int64_t ms, const char *want)
{
    char got[CROK_CLOCK_TEXT_MAX];
    memset(got, 'x', sizeof got);
    crok_clock_text(ms, got);
    assert_string_equal(got, want);
}

/* Expected by `date -u -d @SECONDS`. */
static void a_time_is_written_in_utc_with_milliseconds(void **state)
{
    (void)state;
    check_text(0, "1970-01-01T00:00:00.000Z");
    check_text(7, "1970-01-01T00:00:00.007Z");
    check_text(999, "1970-01-01T00:00:00.999Z");
    check_text(INT64_C(1777716020125), "2026-05-02T10:00:20.125Z");
    check_text(INT64_C(1709210096050), "2024-02-29T12:34:56.050Z");
    check_text(INT64_C(4102444799999), "2099-12-31T23:59:59.999Z");
}

/* In another time zone the text is the same: it is UTC. */
static void the_time_zone_does_not_matter(void **state)
{
    char *was = getenv("TZ");
    char kept[64] = "";
    (void)state;
    if (was != NULL)
        (void)snprintf(kept, sizeof kept, "%s", was);
    assert_int_equal(setenv("TZ", "UTC+5", 1), 0);
    tzset();
    check_text(INT64_C(1777716020125), "2026-05-02T10:00:20.125Z");
    if (was != NULL)
        (void)setenv("TZ", kept, 1);
    else
        (void)unsetenv("TZ");
    tzset();
}

static void the_time_is_that_of_the_system(void **state)
{
    int64_t before = (int64_t)time(NULL) * 1000;
    int64_t now = crok_clock_ms();
    int64_t after = ((int64_t)time(NULL) + 1) * 1000;
    (void)state;
    /* time() may lag behind the clock by one tick, at most 10 ms */
    assert_true(now >= before && now < after + 10);
}

static void sleep_ms(int ms)
{
    struct timespec t = {ms / 1000, (ms % 1000) * 1000000L};
    while (nanosleep(&t, &t) != 0)
        ;
}

static void the_monotonic_clock_runs_while_a_thread_sleeps(void **state)
{
    int64_t start = crok_clock_monotonic_ms();
    int64_t last = start;
    (void)state;
    for (int i = 0; i < 1000; i++) {
        int64_t now = crok_clock_monotonic_ms();
        assert_true(now >= last);
        last = now;
    }
    sleep_ms(30);
    /* both readings are rounded down to whole ms */
    assert_true(crok_clock_monotonic_ms() - start >= 29);
}

static void the_threads_clock_counts_its_work_and_not_its_sleep(void **state)
{
    volatile unsigned work = 1;
    int64_t start = crok_clock_thread_cpu_ns();
    int64_t slept = 0;
    (void)state;
    sleep_ms(200);
    slept = crok_clock_thread_cpu_ns() - start;
    assert_true(slept >= 0 && slept < INT64_C(100000000));
    start = crok_clock_thread_cpu_ns();
    while (crok_clock_thread_cpu_ns() - start < INT64_C(5000000))
        work = work * 1664525U + 1013904223U;
    assert_true(crok_clock_thread_cpu_ns() - start >= INT64_C(5000000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_time_is_written_in_utc_with_milliseconds),
        cmocka_unit_test(the_time_zone_does_not_matter),
        cmocka_unit_test(the_time_is_that_of_the_system),
        cmocka_unit_test(the_monotonic_clock_runs_while_a_thread_sleeps),
        cmocka_unit_test(the_threads_clock_counts_its_work_and_not_its_sleep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
