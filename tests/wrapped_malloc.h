/* SPDX-License-Identifier: Apache-2.0
 *
 * tests/wrapped_malloc.h: malloc, calloc and realloc counted, and one of them
 * refused. For one source of a program that is linked with
 * -Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc. */
#ifndef CROK_TESTS_WRAPPED_MALLOC_H
#define CROK_TESTS_WRAPPED_MALLOC_H

#include <stdlib.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t size);

/* Volatile: the compiler knows malloc and believes that it leaves these. */
static volatile long n_calls;
static volatile long fail_at = -1; /* the call that gets nothing; -1: none */

static int refuse(void)
{
    n_calls = n_calls + 1;
    return n_calls == fail_at;
}

void *__wrap_malloc(size_t size)
{
    return refuse() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t n, size_t size)
{
    return refuse() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *p, size_t size)
{
    return refuse() ? NULL : __real_realloc(p, size);
}

static void the_wrapper_sees_an_allocation(void **state)
{
    long before = n_calls;
    void *volatile p = malloc(10);
    (void)state;
    free(p);
    assert_int_equal(n_calls, before + 1);
}

#endif
