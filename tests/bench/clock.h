/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/bench/clock.h: a clock to measure with, and what many measurements
 * say. */
#ifndef CROK_TESTS_BENCH_CLOCK_H
#define CROK_TESTS_BENCH_CLOCK_H

#include <stdlib.h>
#include <time.h>

static inline double clock_read_ns(clockid_t which)
{
    struct timespec t;
    (void)clock_gettime(which, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static inline double clock_ns(void)
{
    return clock_read_ns(CLOCK_MONOTONIC);
}

/* Of this thread. */
static inline double clock_cpu_ns(void)
{
    return clock_read_ns(CLOCK_THREAD_CPUTIME_ID);
}

static inline int clock_by_number(const void *a, const void *b)
{
    double x = *(const double *)a;
    double y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Sorts x; q from 0, the least, to 1, the most. */
static inline double clock_quantile(double *x, int n, double q)
{
    qsort(x, (size_t)n, sizeof *x, clock_by_number);
    return x[(int)(q * (n - 1))];
}

#endif
