/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/visitors.h"

#include <stdio.h>
#include <string.h>

#include "check.h"

#define MOST 6

static crok_visitors all;
static crok_visitor v[64];
static int n_v;

static int set_up(void **state)
{
    (void)state;
    memset(v, 0, sizeof v);
    n_v = 0;
    crok_visitors_open(&all, MOST);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    for (int i = 0; i < n_v; i++)
        crok_visitors_leave(&all, &v[i]);
    assert_int_equal(all.n, 0);
    assert_null(all.newest);
    crok_visitors_close(&all);
    return 0;
}

/* The number of the connection that gives way; -1: none. */
static int enter(const char *who, int bonus)
{
    crok_visitor *now = &v[n_v++];
    crok_visitor *gives_way = NULL;
    (void)snprintf(now->who, sizeof now->who, "%s", who);
    now->bonus = bonus;
    gives_way = crok_visitors_enter(&all, now, 0);
    assert_true(all.n <= MOST);
    return gives_way == NULL ? -1 : (int)(gives_way - v);
}

static void enter_all(const char *const who[], int n)
{
    for (int i = 0; i < n; i++)
        assert_int_equal(enter(who[i], 0), -1);
}

static void the_newest_of_who_holds_most_gives_way(void **state)
{
    static const char *const who[MOST] = {"a", "a", "a", "b", "a", "b"};
    (void)state;
    enter_all(who, MOST);
    assert_int_equal(enter("c", 0), 4); /* a has 3, b 2, c 1 */
    assert_int_equal(enter("c", 0), 2); /* a and b have 2, c 2 */
    assert_int_equal(enter("d", 0), 7); /* of those with 2 the newest */
    crok_visitors_leave(&all, &v[0]);
    assert_int_equal(enter("d", 0), -1);
}

static void who_holds_most_gets_no_more(void **state)
{
    static const char *const who[MOST] = {"a", "a", "a", "b", "b", "c"};
    (void)state;
    enter_all(who, MOST);
    assert_int_equal(enter("a", 0), 6);
    assert_int_equal(enter("b", 0), 7);
    assert_int_equal(enter("c", 0), 2);
}

/* Nobody is known, and each has one: who is there stays. */
static void equals_stay(void **state)
{
    static const char *const who[MOST] = {"a", "b", "c", "d", "e", "f"};
    (void)state;
    enter_all(who, MOST);
    assert_int_equal(enter("g", 0), 6);
    assert_int_equal(enter("g", CROK_BONUS), 5);
}

static void a_bonus_counts_before_the_number(void **state)
{
    (void)state;
    for (int i = 0; i < MOST - 1; i++)
        assert_int_equal(enter("a", CROK_BONUS), -1);
    assert_int_equal(enter("b", 0), -1);
    assert_int_equal(enter("b", 0), 6);
    assert_int_equal(enter("a", CROK_BONUS), 5);
    assert_int_equal(enter("a", CROK_BONUS), 8);
}

static void who_is_signed_in_stays(void **state)
{
    (void)state;
    for (int i = 0; i < MOST; i++)
        assert_int_equal(enter("a", 0), -1);
    crok_visitors_rename(&all, &v[5], "a", CROK_BONUS_SIGNED_IN);
    assert_int_equal(enter("b", 0), 4);
    assert_int_equal(enter("b", 0), 3);
    crok_visitors_rename(&all, &v[5], "a", 0);
    assert_int_equal(enter("c", 0), 5);
}

/* A proxy says who is behind it. */
static void a_connection_counts_under_its_new_name(void **state)
{
    static const char *const who[MOST] = {"p", "p", "p", "p", "p", "p"};
    (void)state;
    enter_all(who, MOST);
    for (int i = 0; i < 4; i++)
        crok_visitors_rename(&all, &v[i], i == 3 ? "b" : "a", 0);
    assert_int_equal(v[0].n_of_who, 3);
    assert_int_equal(v[3].n_of_who, 1);
    assert_int_equal(v[5].n_of_who, 2);
    assert_int_equal(enter("c", 0), 2);
}

static int n_ended;

static void note(const crok_visitor *ended)
{
    assert_ptr_equal(ended, &v[1]);
    n_ended++;
}

static void who_waits_too_long_is_ended_once(void **state)
{
    (void)state;
    n_ended = 0;
    for (int i = 0; i < 4; i++)
        assert_int_equal(enter("a", 0), -1);
    crok_visitors_serve(&all, &v[0]);
    crok_visitors_serve(&all, &v[2]);
    crok_visitors_wait(&all, &v[2], 1);
    crok_visitors_wait(&all, &v[3], 1);
    assert_int_equal(crok_visitors_sweep(&all, CROK_REQUEST_MS, note), 0);
    assert_int_equal(crok_visitors_sweep(&all, CROK_REQUEST_MS + 1, note), 1);
    assert_int_equal(crok_visitors_sweep(&all, CROK_REQUEST_MS + 1, note), 0);
    assert_int_equal(n_ended, 1);
    assert_int_equal(all.n, 3);
    assert_int_equal(v[0].n_of_who, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
        TEST(the_newest_of_who_holds_most_gives_way),
        TEST(who_holds_most_gets_no_more),
        TEST(equals_stay),
        TEST(a_bonus_counts_before_the_number),
        TEST(who_is_signed_in_stays),
        TEST(a_connection_counts_under_its_new_name),
        TEST(who_waits_too_long_is_ended_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
