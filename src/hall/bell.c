/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/bell.h"

#include <time.h>

void crok_bell_open(crok_bell *b)
{
    pthread_condattr_t attr;
    (void)pthread_mutex_init(&b->lock, NULL);
    (void)pthread_condattr_init(&attr);
    (void)pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    (void)pthread_cond_init(&b->rung, &attr);
    (void)pthread_condattr_destroy(&attr);
}

void crok_bell_close(crok_bell *b)
{
    (void)pthread_cond_destroy(&b->rung);
    (void)pthread_mutex_destroy(&b->lock);
}

void crok_bell_hold(crok_bell *b)
{
    (void)pthread_mutex_lock(&b->lock);
}

void crok_bell_release(crok_bell *b)
{
    (void)pthread_mutex_unlock(&b->lock);
}

void crok_bell_ring(crok_bell *b)
{
    (void)pthread_cond_signal(&b->rung);
}

void crok_bell_wait(crok_bell *b, int64_t until_ms)
{
    const struct timespec until = {.tv_sec = (time_t)(until_ms / 1000),
                                   .tv_nsec =
                                       (long)(until_ms % 1000) * 1000000L};
    (void)pthread_cond_timedwait(&b->rung, &b->lock, &until);
}
