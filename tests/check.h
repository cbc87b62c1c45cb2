/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/check.h: what every unit test includes: cmocka, and checks that print
 * both values. */
#ifndef CROK_TESTS_CHECK_H
#define CROK_TESTS_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>

/* |got - want| <= tol, or the test fails and prints all three. */
#define CHECK_NEAR(got, want, tol)                                             \
    check_near((got), (want), (tol), #got, __FILE__, __LINE__)

static inline void check_near(double got, double want, double tol,
                              const char *what, const char *file, int line)
{
    if (fabs(got - want) <= tol)
        return;
    print_error("%s = %.9g, wanted %.9g within %g\n", what, got, want, tol);
    _fail(file, line);
}

/* A status, or the test fails and prints err's message. */
#define CHECK_STATUS(got, want, err)                                           \
    check_status((int)(got), (int)(want), (err)->msg, __FILE__, __LINE__)

static inline void check_status(int got, int want, const char *msg,
                                const char *file, int line)
{
    if (got == want)
        return;
    print_error("status %d, wanted %d: %s\n", got, want, msg);
    _fail(file, line);
}

#endif
