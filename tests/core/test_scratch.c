/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <pthread.h>

#include "core/scratch.h"

enum { N = 1000, ROWS = 3 };

static int *numbers(void)
{
    CROK_SCRATCH(int, number, N);
    return number;
}

static double (*rows(void))[7]
{
    CROK_SCRATCH_ROWS(double, row, ROWS, [7]);
    return row;
}

/* Fill both memories with a value. Returns whether they were zero before. */
static bool fill(int value)
{
    int *number = numbers();
    double(*row)[7] = rows();
    bool was_zero = true;
    for (int i = 0; i < N; i++) {
        was_zero = was_zero && number[i] == 0;
        number[i] = value;
    }
    for (int i = 0; i < ROWS * 7; i++) {
        was_zero = was_zero && row[i / 7][i % 7] == 0.0;
        row[i / 7][i % 7] = value;
    }
    return was_zero;
}

static bool has(int value)
{
    const int *number = numbers();
    double(*row)[7] = rows();
    bool is_same = true;
    for (int i = 0; i < N; i++)
        is_same = is_same && number[i] == value;
    for (int i = 0; i < ROWS * 7; i++)
        is_same = is_same && row[i / 7][i % 7] == (double)value;
    return is_same;
}

static void *in_another_thread(void *result)
{
    bool *is_good = result;
    *is_good = fill(8) && has(8);
    return NULL;
}

static void each_thread_has_its_own_memory(void **state)
{
    (void)state;
    assert_true(crok_scratch_prepare());
    assert_true(fill(5));
    for (int i = 0; i < 3; i++) {
        pthread_t thread;
        bool is_good = false;
        assert_int_equal(
            pthread_create(&thread, NULL, in_another_thread, &is_good), 0);
        assert_int_equal(pthread_join(thread, NULL), 0);
        assert_true(is_good);
        assert_true(has(5));
    }
    assert_false(fill(6));
    assert_true(has(6));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_thread_has_its_own_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
