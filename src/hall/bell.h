/* SPDX-License-Identifier: Apache-2.0
 *
 * hall/bell.h: a lock, and a signal for which a thread waits until a time of
 * the monotonic clock, which nobody sets.
 *
 * Room     hall, internal.
 * Threads  any. */
#ifndef CROK_HALL_BELL_H
#define CROK_HALL_BELL_H

#include <pthread.h>
#include <stdint.h>

typedef struct crok_bell {
    pthread_mutex_t lock;
    pthread_cond_t rung;
} crok_bell;

void crok_bell_open(crok_bell *b);
void crok_bell_close(crok_bell *b);

void crok_bell_hold(crok_bell *b);
void crok_bell_release(crok_bell *b);

/* Wake the thread that waits. */
void crok_bell_ring(crok_bell *b);

/* Wait until the bell is rung, or until a time of crok_clock_monotonic_ms. The
 * caller holds the lock, which is released meanwhile. It may also return
 * earlier. */
void crok_bell_wait(crok_bell *b, int64_t until_ms);

#endif
