/* SPDX-License-Identifier: Apache-2.0
 *
 * Functions for all kinds of source: the clock, and opening a lost source
 * again. */
#include "capture/source_kind.h"

#include <stdio.h>
#include <time.h>

int64_t crok_now_ns(void)
{
    struct timespec t = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * CROK_NS_PER_S + t.tv_nsec;
}

static void sleep_until(int64_t until_ns)
{
    int64_t ns = until_ns - crok_now_ns();
    struct timespec t = {(time_t)(ns / CROK_NS_PER_S),
                         (long)(ns % CROK_NS_PER_S)};
    if (ns > 0)
        (void)nanosleep(&t, NULL);
}

/* A source that ran for less than this multiple of the longest pause between
 * tries was lost soon; this multiple is also the longest pause then. With a
 * longest pause of 1 s, 10 s. */
#define SOON_PAUSES 10

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

void crok_source_set_state(crok_source *s, crok_source_state state,
                           const crok_err *err)
{
    s->health.state = state;
    (void)snprintf(s->health.words, sizeof s->health.words, "%s",
                   state == CROK_SOURCE_RUNNING || err == NULL ? "" : err->msg);
}

void crok_source_set_lost(crok_source *s, crok_source_state state,
                          const crok_err *err)
{
    int64_t now_ns = crok_now_ns();
    int64_t soon_ns = SOON_PAUSES * s->times.retry_max_ns;
    bool soon = s->reopened_ns != 0 && now_ns - s->reopened_ns < soon_ns;
    crok_source_set_state(s, state, err);
    s->retry_ns = soon ? least(2 * s->retry_ns, soon_ns) : s->times.retry_ns;
    s->retry_at_ns = now_ns + s->retry_ns;
}

static void note_connected(crok_source *s)
{
    if (s->has_connected) {
        s->health.n_reopened++;
        s->reopened_ns = crok_now_ns();
    }
    s->has_connected = true;
}

crok_status crok_source_await(crok_source *s, int64_t until_ns, crok_err *err)
{
    while (s->retry_at_ns <= until_ns) {
        crok_err why = {0};
        crok_source_state state = CROK_SOURCE_BROKEN;
        sleep_until(s->retry_at_ns);
        if (s->kind->connect(s, &state, &why) == CROK_OK) {
            note_connected(s);
            return CROK_OK;
        }
        crok_source_set_state(s, state, &why);
        s->retry_ns = s->retry_ns == 0
                          ? s->times.retry_ns
                          : least(2 * s->retry_ns, s->times.retry_max_ns);
        s->retry_at_ns = crok_now_ns() + s->retry_ns;
    }
    sleep_until(until_ns);
    return crok_fail(err, CROK_ENODEV, "%s", s->health.words);
}
