/* SPDX-License-Identifier: Apache-2.0
 *
 * The points of discs that a picture does not show, compared with boards that
 * are dealt by chance. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "report/hidden_discs.h"

#define BOARDS 20000
#define PLACES 64
#define MOST 12

static uint32_t random_state;

/* A number in 0..1 (Marsaglia 2003, xorshift). */
static double chance(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state / 4294967296.0;
}

/* Discs per surface of a picture: the sum of three exponentials, a gamma
 * distribution of shape 3 and mean 3. */
static double rate(void)
{
    double sum = 0.0;
    for (int i = 0; i < 3; i++)
        sum -= log(1.0 - chance());
    return sum;
}

static int poisson(double mean)
{
    double left = exp(-mean);
    double p = chance();
    int n = 0;
    while (p > left) {
        p *= chance();
        n++;
    }
    return n;
}

/* A quarter of the places is worth 10, the rest 5. */
static void values_of_a_rim(int value[PLACES])
{
    for (int i = 0; i < PLACES; i++)
        value[i] = i < PLACES / 4 ? 10 : 5;
}

/* Over many boards of which a part is hidden, about one in five hundred has
 * more points there than the range allows for: no more than 0.3 %, and not so
 * few that the range is far too wide. */
static void one_range_in_five_hundred_is_too_narrow(void **state)
{
    static const double hidden[] = {0.05, 0.1, 0.2, 0.25};
    int value[PLACES];
    (void)state;
    values_of_a_rim(value);
    for (size_t h = 0; h < sizeof hidden / sizeof *hidden; h++) {
        int beyond = 0;
        random_state = 2463534242U;
        for (int b = 0; b < BOARDS; b++) {
            double per_surface = rate();
            int seen = poisson(per_surface * (1.0 - hidden[h]));
            int covered = poisson(per_surface * hidden[h]);
            int points = 0;
            for (int i = 0; i < covered; i++)
                points += value[(int)(chance() * PLACES)];
            beyond += points >
                      crok_hidden_points(value, PLACES, hidden[h], seen, MOST);
        }
        assert_in_range(beyond, BOARDS / 10000, BOARDS * 3 / 1000);
    }
}

static void more_hidden_or_more_seen_is_wider(void **state)
{
    int value[PLACES];
    (void)state;
    values_of_a_rim(value);
    for (int n = 0; n < MOST; n++) {
        for (double h = 0.0; h < 0.95; h += 0.05) {
            int points = crok_hidden_points(value, PLACES, h, n, MOST - n);
            assert_true(points <= crok_hidden_points(value, PLACES, h + 0.05, n,
                                                     MOST - n));
            assert_in_range(points, h > 0.001 ? 10 : 0, 10 * (MOST - n));
        }
    }
    assert_true(crok_hidden_points(value, PLACES, 0.2, 8, MOST) >
                crok_hidden_points(value, PLACES, 0.2, 0, MOST));
}

static void never_more_than_fits_in_and_is_undealt(void **state)
{
    static const int two[] = {15, 5};
    static const int worthless[] = {0, 0};
    (void)state;
    assert_int_equal(crok_hidden_points(two, 2, 1.0, 8, 4), 20);
    assert_int_equal(crok_hidden_points(two, 2, 1.0, 11, 1), 15);
    assert_int_equal(crok_hidden_points(two, 2, 1.0, 12, 0), 0);
    assert_int_equal(crok_hidden_points(two, 0, 1.0, 3, 9), 0);
    assert_int_equal(crok_hidden_points(worthless, 2, 1.0, 3, 9), 0);
    assert_int_equal(crok_hidden_points(two, 2, 0.0, 3, 9), 0);
    /* the mean number of hidden discs is 0.0004, and 0.004 */
    assert_int_equal(crok_hidden_points(two, 2, 0.0001, 3, 9), 0);
    assert_int_equal(crok_hidden_points(two, 2, 0.001, 3, 9), 15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_range_in_five_hundred_is_too_narrow),
        cmocka_unit_test(more_hidden_or_more_seen_is_wider),
        cmocka_unit_test(never_more_than_fits_in_and_is_undealt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
