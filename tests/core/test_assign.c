/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include "core/assign.h"
#include "random.h"

enum { ROWS = 5, COLUMNS = 7 };

/* The least sum of the costs of the rows from `row` on, by trying all. */
static double least(const double *cost, int row, unsigned taken)
{
    double best = row == ROWS ? 0.0 : 1e9;
    for (int k = 0; row < ROWS && k < COLUMNS; k++) {
        double sum = cost[row * COLUMNS + k];
        if ((taken & 1U << k) != 0)
            continue;
        sum += least(cost, row + 1, taken | 1U << k);
        best = sum < best ? sum : best;
    }
    return best;
}

static void the_sum_is_the_least_of_all(void **state)
{
    rnd g = {1};
    (void)state;
    for (int n = 0; n < 200; n++) {
        double cost[ROWS * COLUMNS];
        int column[ROWS];
        double sum = 0.0;
        unsigned taken = 0;
        for (int i = 0; i < ROWS * COLUMNS; i++)
            cost[i] = n % 2 == 0 ? rnd_between(&g, -9.0, 9.0)
                                 : floor(rnd_between(&g, 0.0, 3.0));
        crok_assign(ROWS, COLUMNS, cost, column);
        for (int i = 0; i < ROWS; i++) {
            assert_true(column[i] >= 0 && column[i] < COLUMNS);
            assert_true((taken & 1U << column[i]) == 0);
            taken |= 1U << column[i];
            sum += cost[i * COLUMNS + column[i]];
        }
        CHECK_NEAR(sum, least(cost, 0, 0), 1e-9);
    }
}

static void no_rows_are_no_problem(void **state)
{
    int column = 9;
    double cost = 1.0;
    (void)state;
    crok_assign(0, 1, &cost, &column);
    assert_int_equal(column, 9);
    crok_assign(1, 1, &cost, &column);
    assert_int_equal(column, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sum_is_the_least_of_all),
        cmocka_unit_test(no_rows_are_no_problem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
