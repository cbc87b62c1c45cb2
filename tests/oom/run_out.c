/* SPDX-License-Identifier: Apache-2.0 */
#include "oom/run_out.h"

#include "check.h"

#include <stdlib.h>
#include <string.h>

static int countdown; /* allocations until one fails; 0: never */
static bool lasting;
static bool ran_out;

static bool must_fail(void)
{
    if (ran_out && lasting)
        return true;
    if (countdown == 0 || --countdown > 0)
        return false;
    ran_out = true;
    return true;
}

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);

void *__wrap_malloc(size_t n)
{
    return must_fail() ? NULL : __real_malloc(n);
}

void *__wrap_calloc(size_t n, size_t size)
{
    return must_fail() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *p, size_t n)
{
    return must_fail() ? NULL : __real_realloc(p, n);
}

bool run_out_of_memory(void)
{
    return ran_out;
}

void *run_out_malloc(size_t n)
{
    return __wrap_malloc(n);
}

static bool is_untouched(const run_out_call *c)
{
    const unsigned char *byte = c->out;
    for (size_t i = 0; i < c->out_size; i++)
        if (byte[i] != 0)
            return false;
    return true;
}

/* One try, whose k-th allocation fails. */
static crok_status try_call(const run_out_call *c, int k, bool all,
                            crok_err *err)
{
    crok_status st = CROK_OK;
    memset(c->out, 0, c->out_size);
    countdown = k;
    lasting = all;
    ran_out = false;
    st = c->call(err);
    countdown = 0;
    lasting = false;
    if (st == CROK_OK && ran_out)
        fail_msg("%s: allocation %d failed, and all is well", c->what, k);
    if (st != CROK_OK && !ran_out)
        fail_msg("%s: status %d with memory enough: %s", c->what, (int)st,
                 err->msg);
    ran_out = false;
    return st;
}

/* cJSON says "no document" for bad JSON and for no memory alike: `other`. */
static void check_failure(const run_out_call *c, int k, crok_status st,
                          const crok_err *err)
{
    if ((st != CROK_ENOMEM && st != c->other) || err->msg[0] == '\0')
        fail_msg("%s: allocation %d: status %d %s", c->what, k, (int)st,
                 err->msg);
    if (!is_untouched(c))
        fail_msg("%s: allocation %d: written to", c->what, k);
}

void run_out(const run_out_call *c)
{
    int n[2] = {0};
    for (int mode = 0; mode < 2; mode++) {
        for (int k = 1;; k++) {
            crok_err err = {0};
            crok_status st = try_call(c, k, mode == 1, &err);
            if (st == CROK_OK)
                break;
            check_failure(c, k, st, &err);
            n[mode]++;
        }
        if (c->done != NULL)
            c->done();
    }
    print_message("%s: %d allocations\n", c->what, n[0]);
    assert_true(n[0] > 0);
    assert_true(n[1] > 0);
}
