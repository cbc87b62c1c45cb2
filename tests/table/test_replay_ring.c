/* SPDX-License-Identifier: Apache-2.0
 *
 * The last seconds of a source in memory: bounded in time, number and bytes, in
 * order, also after a gap and after a clock that jumps. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "table/replay_ring.h"

#define MS INT64_C(1000000)

static crok_replay_ring ring;

static int empty(void **state)
{
    (void)state;
    crok_replay_ring_clear(&ring);
    assert_int_equal(ring.bytes, 0);
    return 0;
}

/* A picture of `len` bytes, all of which are the last digits of its time. */
static void add(int64_t t_ms, size_t len)
{
    uint8_t *bytes = malloc(len + 1);
    const crok_new_picture p = {640, 360, t_ms * MS, bytes, len};
    crok_err err = {0};
    assert_non_null(bytes);
    memset(bytes, (int)(t_ms & 0xff), len + 1);
    CHECK_STATUS(crok_replay_ring_add(&ring, &p, &err), CROK_OK, &err);
    free(bytes);
}

/* The ring has n pictures from first_ms to last_ms, in order and with their own
 * bytes, and within its bounds. */
static void check(int n, int64_t first_ms, int64_t last_ms)
{
    size_t bytes = 0;
    assert_int_equal(ring.n, n);
    for (int i = 0; i < n; i++) {
        const crok_ring_picture *p = crok_replay_ring_at(&ring, i);
        assert_int_equal(p->jpeg[p->len - 1], (p->t_ns / MS) & 0xff);
        assert_true(i == 0 ||
                    p->t_ns > crok_replay_ring_at(&ring, i - 1)->t_ns);
        bytes += p->len;
    }
    assert_int_equal(ring.bytes, bytes);
    assert_true(bytes <= CROK_REPLAY_MOST_BYTES);
    assert_int_equal(crok_replay_ring_at(&ring, 0)->t_ns / MS, first_ms);
    assert_int_equal(crok_replay_ring_at(&ring, n - 1)->t_ns / MS, last_ms);
}

static void it_has_the_last_twelve_seconds(void **state)
{
    (void)state;
    for (int64_t t = 1000; t <= 61000; t += 100)
        add(t, 10);
    check(121, 49000, 61000);
}

static void it_has_so_many_pictures_at_most(void **state)
{
    (void)state;
    for (int64_t t = 0; t < 1000; t++)
        add(t, 10);
    check(CROK_REPLAY_FRAMES, 1000 - CROK_REPLAY_FRAMES, 999);
}

static void it_has_so_many_bytes_at_most(void **state)
{
    const size_t quarter = CROK_REPLAY_MOST_BYTES / 4;
    (void)state;
    for (int64_t t = 0; t < 10; t++)
        add(t, quarter);
    check(4, 6, 9);
    add(10, quarter + 1);
    check(3, 8, 10);
    add(11, CROK_REPLAY_MOST_BYTES);
    check(1, 11, 11);
    add(12, CROK_REPLAY_MOST_BYTES + 1); /* this one is left out */
    check(1, 11, 11);
    add(13, 0);
    check(1, 11, 11);
}

static void a_gap_leaves_what_is_not_too_old(void **state)
{
    (void)state;
    for (int64_t t = 0; t <= 1000; t += 100)
        add(t, 10);
    add(12500, 10);
    check(7, 500, 12500);
    add(60000, 10);
    check(1, 60000, 60000);
}

static void a_clock_that_is_set_back_begins_anew(void **state)
{
    (void)state;
    add(5000, 10);
    add(5100, 10);
    add(4000, 10);
    check(1, 4000, 4000);
    add(4000, 10);
    check(1, 4000, 4000);
    add(INT64_MAX / MS, 10);
    check(1, INT64_MAX / MS, INT64_MAX / MS);
    add(4100, 10);
    check(1, 4100, 4100);
}

static void pictures_have_one_size(void **state)
{
    const crok_new_picture wide = {1280, 720, 200 * MS, (const uint8_t *)"\xc8",
                                   1};
    crok_err err = {0};
    (void)state;
    add(100, 10);
    CHECK_STATUS(crok_replay_ring_add(&ring, &wide, &err), CROK_OK, &err);
    check(1, 200, 200);
    assert_int_equal(ring.w_px, 1280);
    assert_int_equal(ring.h_px, 720);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(it_has_the_last_twelve_seconds, empty),
        cmocka_unit_test_teardown(it_has_so_many_pictures_at_most, empty),
        cmocka_unit_test_teardown(it_has_so_many_bytes_at_most, empty),
        cmocka_unit_test_teardown(a_gap_leaves_what_is_not_too_old, empty),
        cmocka_unit_test_teardown(a_clock_that_is_set_back_begins_anew, empty),
        cmocka_unit_test_teardown(pictures_have_one_size, empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
