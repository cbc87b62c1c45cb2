/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/linalg.h"

static void a_rotation_turns_and_turns_back(void **state)
{
    crok_mat3 r = crok_mat3_rotation((crok_vec3){0.0, 0.0, CROK_PI / 2});
    crok_vec3 v = crok_mat3_apply(&r, (crok_vec3){1.0, 2.0, 3.0});
    crok_vec3 back = crok_mat3_apply_t(&r, v);
    (void)state;
    CHECK_NEAR(v.x, -2.0, 1e-12);
    CHECK_NEAR(v.y, 1.0, 1e-12);
    CHECK_NEAR(back.x, 1.0, 1e-12);
    CHECK_NEAR(back.z, 3.0, 1e-12);
}

/* y = 2 + 3 x through noiseless points: the step from 0 is the answer, and the
 * covariance is that of the textbook (unit weights). */
static void least_squares_fits_a_line(void **state)
{
    static crok_lsq q;
    double d[2];
    double cov[4];
    int idx[2] = {0, 1};
    (void)state;
    crok_lsq_reset(&q, 2);
    for (int i = 0; i < 5; i++) {
        double jac[2] = {1.0, i};
        crok_lsq_add(&q, idx, jac, 2, -(2.0 + 3.0 * i), 1.0);
    }
    assert_true(crok_lsq_step(&q, 0.0, d));
    CHECK_NEAR(d[0], 2.0, 1e-9);
    CHECK_NEAR(d[1], 3.0, 1e-9);
    assert_true(crok_lsq_covariance(&q, cov));
    CHECK_NEAR(cov[3], 0.1, 1e-9); /* 1 / sum (x - mean)^2 */
    CHECK_NEAR(cov[1], cov[2], 1e-12);
}

static void an_unknown_without_data_is_reported(void **state)
{
    static crok_lsq q;
    double d[2] = {7.0, 7.0};
    int idx[1] = {0};
    double jac[1] = {1.0};
    (void)state;
    crok_lsq_reset(&q, 2);
    crok_lsq_add(&q, idx, jac, 1, 1.0, 1.0);
    assert_false(crok_lsq_step(&q, 0.1, d));
    CHECK_NEAR(d[0], 7.0, 0.0);
}

static void quantiles_of_a_shuffled_list(void **state)
{
    double x[] = {5, 1, 4, 2, 3, 9, 8, 7, 6};
    (void)state;
    CHECK_NEAR(crok_quantile(x, 9, 0.5), 5.0, 0.0);
    CHECK_NEAR(crok_quantile(x, 9, 0.0), 1.0, 0.0);
    CHECK_NEAR(crok_quantile(x, 9, 1.0), 9.0, 0.0);
    CHECK_NEAR(crok_quantile(x, 0, 0.5), 0.0, 0.0);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

/* With few different values, with many, and with ascending ones. */
static void a_quantile_is_the_value_at_its_place_in_order(void **state)
{
    enum { N = 301 };
    unsigned seed = 1;
    (void)state;
    for (int n = 1; n <= N; n += 10) {
        for (int kind = 0; kind < 3; kind++) {
            double x[N];
            double sorted[N];
            int at = 0;
            for (int i = 0; i < n; i++) {
                seed = seed * 1664525U + 1013904223U;
                x[i] = kind == 2 ? i : (double)(seed >> 8) / 65536.0;
                x[i] = kind == 0 ? floor(x[i] / 64.0) : x[i];
            }
            memcpy(sorted, x, sizeof x);
            qsort(sorted, (size_t)n, sizeof sorted[0], by_value);
            for (double q = 0.0; q <= 1.0; q += 0.125) {
                at = (int)(q * (n - 1) + 0.5);
                CHECK_NEAR(crok_quantile(x, n, q), sorted[at], 0.0);
            }
        }
    }
}

static void a_far_outlier_has_no_weight(void **state)
{
    (void)state;
    CHECK_NEAR(crok_tukey(0.0, 4.685), 1.0, 0.0);
    CHECK_NEAR(crok_tukey(5.0, 4.685), 0.0, 0.0);
    CHECK_NEAR(crok_tukey(-5.0, 4.685), 0.0, 0.0);
}

static void chance_of_a_weighed_sum(void **state)
{
    const double weight[] = {2.0, -1.0};
    const double even[] = {0.5, 1.0};
    const double for_it[] = {1.5, 0.0};
    (void)state;
    CHECK_NEAR(crok_chance(0.0, weight, even, 2), 0.5, 1e-12);
    /* odds of 9 to 1 */
    CHECK_NEAR(crok_chance(log(9.0) - 3.0, weight, for_it, 2), 0.9, 1e-12);
    CHECK_NEAR(crok_chance(-1e4, weight, even, 0), 0.0, 1e-12);
}

/* y = 3 - (x - 0.3)^2; and what is flat has its crest in the middle. */
static void a_parabola_has_a_crest(void **state)
{
    (void)state;
    CHECK_NEAR(crok_parabola_crest(3.0 - 1.69, 3.0 - 0.09, 3.0 - 0.49), 0.3,
               1e-12);
    CHECK_NEAR(crok_parabola_crest(2.0, 2.0, 2.0), 0.0, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rotation_turns_and_turns_back),
        cmocka_unit_test(least_squares_fits_a_line),
        cmocka_unit_test(an_unknown_without_data_is_reported),
        cmocka_unit_test(quantiles_of_a_shuffled_list),
        cmocka_unit_test(a_quantile_is_the_value_at_its_place_in_order),
        cmocka_unit_test(chance_of_a_weighed_sum),
        cmocka_unit_test(a_parabola_has_a_crest),
        cmocka_unit_test(a_far_outlier_has_no_weight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
