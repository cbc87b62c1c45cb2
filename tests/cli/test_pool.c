/* SPDX-License-Identifier: Apache-2.0 */
#include "check.h"

#include <time.h>

#include "cli/pool.h"

enum { N_JOBS = 500 };

typedef struct jobs {
    int done[N_JOBS];
} jobs;

/* Some jobs take longer, so that later ones overtake them. */
static void *work(void *ctx, int i)
{
    jobs *j = ctx;
    struct timespec nap = {0, i % 7 == 0 ? 300000 : 1000};
    (void)nanosleep(&nap, NULL);
    j->done[i] = i + 1;
    return &j->done[i];
}

static void results_come_in_order_whatever_the_number_of_threads(void **state)
{
    static const int n_workers[] = {1, 2, 3, 16, 64};
    (void)state;
    for (size_t k = 0; k < sizeof n_workers / sizeof *n_workers; k++) {
        jobs j = {0};
        crok_pool *pool = NULL;
        crok_err err = {0};
        CHECK_STATUS(
            crok_pool_open(N_JOBS, n_workers[k], work, &j, &pool, &err),
            CROK_OK, &err);
        for (int i = 0; i < N_JOBS; i++)
            assert_int_equal(*(int *)crok_pool_next(pool), i + 1);
        crok_pool_close(&pool);
        assert_null(pool);
    }
}

static void no_jobs_are_no_trouble(void **state)
{
    crok_pool *pool = NULL;
    crok_err err = {0};
    (void)state;
    CHECK_STATUS(crok_pool_open(0, 4, work, NULL, &pool, &err), CROK_OK, &err);
    crok_pool_close(&pool);
    crok_pool_close(&pool);
    crok_pool_close(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_come_in_order_whatever_the_number_of_threads),
        cmocka_unit_test(no_jobs_are_no_trouble),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
