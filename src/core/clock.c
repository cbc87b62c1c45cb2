/* SPDX-License-Identifier: Apache-2.0 */
#include "core/clock.h"

#include <stdio.h>
#include <time.h>

static int64_t read_ms(clockid_t which)
{
    struct timespec now = {0};
    (void)clock_gettime(which, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t crok_clock_ms(void)
{
    return read_ms(CLOCK_REALTIME);
}

int64_t crok_clock_monotonic_ms(void)
{
    return read_ms(CLOCK_MONOTONIC);
}

int64_t crok_clock_thread_cpu_ns(void)
{
    struct timespec t = {0};
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void crok_clock_text(int64_t ms, char *out)
{
    time_t s = (time_t)(ms / 1000);
    struct tm utc = {0};
    size_t n = 0;
    (void)gmtime_r(&s, &utc);
    n = strftime(out, CROK_CLOCK_TEXT_MAX, "%Y-%m-%dT%H:%M:%S", &utc);
    (void)snprintf(out + n, CROK_CLOCK_TEXT_MAX - n, ".%03dZ",
                   (int)(ms % 1000));
}
