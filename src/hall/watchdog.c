/* SPDX-License-Identifier: Apache-2.0 */
#include "hall/watchdog.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

struct crok_watchdog {
    int64_t limit_ms;
    void (*hangs)(void);
    pthread_t thread;
    pthread_mutex_t lock; /* of the following */
    pthread_cond_t news;
    unsigned long n_beats;
    bool ends;
};

/* Wait for limit_ms, or the end. Returns true if there was a beat meanwhile, or
 * the end. Called with the lock. */
static bool is_alive(crok_watchdog *w)
{
    const unsigned long before = w->n_beats;
    int64_t left_ms = w->limit_ms;
    struct timespec step = {0};
    while (!w->ends && left_ms > 0 && w->n_beats == before) {
        /* in steps, so that a clock that is set, or a machine that slept, is
         * no hang */
        const int64_t step_ms = left_ms < 1000 ? left_ms : 1000;
        (void)timespec_get(&step, TIME_UTC);
        step.tv_nsec += (long)(step_ms % 1000) * 1000000L;
        step.tv_sec += (time_t)(step_ms / 1000) + step.tv_nsec / 1000000000L;
        step.tv_nsec %= 1000000000L;
        (void)pthread_cond_timedwait(&w->news, &w->lock, &step);
        left_ms -= step_ms;
    }
    return w->ends || w->n_beats != before;
}

static void *watch(void *context)
{
    crok_watchdog *w = context;
    bool alive = true;
    (void)pthread_mutex_lock(&w->lock);
    while (alive && !w->ends)
        alive = is_alive(w);
    (void)pthread_mutex_unlock(&w->lock);
    if (!alive)
        w->hangs();
    return NULL;
}

crok_status crok_watchdog_start(int64_t limit_ms, void (*hangs)(void),
                                crok_watchdog **out, crok_err *err)
{
    crok_watchdog *w = calloc(1, sizeof *w);
    if (w == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for a watchdog");
    w->limit_ms = limit_ms;
    w->hangs = hangs;
    (void)pthread_mutex_init(&w->lock, NULL);
    (void)pthread_cond_init(&w->news, NULL);
    if (pthread_create(&w->thread, NULL, watch, w) != 0) {
        (void)pthread_cond_destroy(&w->news);
        (void)pthread_mutex_destroy(&w->lock);
        free(w);
        return crok_fail(err, CROK_ENOMEM, "no thread for a watchdog");
    }
    *out = w;
    return CROK_OK;
}

void crok_watchdog_beat(crok_watchdog *w)
{
    (void)pthread_mutex_lock(&w->lock);
    w->n_beats++;
    (void)pthread_mutex_unlock(&w->lock);
}

void crok_watchdog_stop(crok_watchdog **w)
{
    if (w == NULL || *w == NULL)
        return;
    (void)pthread_mutex_lock(&(*w)->lock);
    (*w)->ends = true;
    (void)pthread_cond_signal(&(*w)->news);
    (void)pthread_mutex_unlock(&(*w)->lock);
    (void)pthread_join((*w)->thread, NULL);
    (void)pthread_cond_destroy(&(*w)->news);
    (void)pthread_mutex_destroy(&(*w)->lock);
    free(*w);
    *w = NULL;
}
