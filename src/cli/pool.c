/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/pool.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

/* Number of finished results per worker that may wait until an earlier result
 * is finished. */
#define AHEAD_PER_WORKER 4

typedef struct slot {
    void *result;
    bool is_done;
} slot;

struct crok_pool {
    pthread_mutex_t lock;
    pthread_cond_t job_done, slot_free;
    crok_pool_work work;
    void *ctx;
    int n_jobs;
    int next_job, next_out; /* the first job not begun; the first result not
                             * taken */
    int n_slots;            /* job i uses slot i % n_slots */
    slot *slots;
    int n_threads;
    pthread_t *threads;
};

/* Wait until there is a slot for a result, then return the index of the next
 * job; -1 if no job is left. */
static int begin_job(crok_pool *p)
{
    int i = -1;
    (void)pthread_mutex_lock(&p->lock);
    while (p->next_job < p->n_jobs && p->next_job >= p->next_out + p->n_slots)
        (void)pthread_cond_wait(&p->slot_free, &p->lock);
    if (p->next_job < p->n_jobs)
        i = p->next_job++;
    (void)pthread_mutex_unlock(&p->lock);
    return i;
}

static void *worker(void *arg)
{
    crok_pool *p = arg;
    int i = begin_job(p);
    while (i >= 0) {
        void *result = p->work(p->ctx, i);
        (void)pthread_mutex_lock(&p->lock);
        p->slots[i % p->n_slots] = (slot){result, true};
        (void)pthread_cond_signal(&p->job_done);
        (void)pthread_mutex_unlock(&p->lock);
        i = begin_job(p);
    }
    return NULL;
}

static void free_pool(crok_pool *p)
{
    (void)pthread_mutex_destroy(&p->lock);
    (void)pthread_cond_destroy(&p->job_done);
    (void)pthread_cond_destroy(&p->slot_free);
    free(p->slots);
    free(p->threads);
    free(p);
}

static crok_pool *new_pool(int n_jobs, int n_workers, crok_pool_work work,
                           void *ctx)
{
    crok_pool *p = calloc(1, sizeof *p);
    if (p == NULL)
        return NULL;
    p->work = work;
    p->ctx = ctx;
    p->n_jobs = n_jobs;
    p->n_slots = n_workers * AHEAD_PER_WORKER;
    p->slots = calloc((size_t)p->n_slots, sizeof *p->slots);
    p->threads = calloc((size_t)n_workers, sizeof(pthread_t));
    (void)pthread_mutex_init(&p->lock, NULL);
    (void)pthread_cond_init(&p->job_done, NULL);
    (void)pthread_cond_init(&p->slot_free, NULL);
    if (p->slots == NULL || p->threads == NULL) {
        free_pool(p);
        return NULL;
    }
    return p;
}

crok_status crok_pool_open(int n_jobs, int n_workers, crok_pool_work work,
                           void *ctx, crok_pool **out, crok_err *err)
{
    crok_pool *p = new_pool(n_jobs, n_workers, work, ctx);
    if (p == NULL)
        return crok_fail(err, CROK_ENOMEM, "no memory for %d workers",
                         n_workers);
    for (int i = 0; n_workers > 1 && i < n_workers && i < n_jobs; i++)
        if (pthread_create(&p->threads[p->n_threads], NULL, worker, p) == 0)
            p->n_threads++;
    *out = p;
    return CROK_OK;
}

/* The next result, of a worker's job. */
static void *await_next(crok_pool *p)
{
    slot *s = NULL;
    void *result = NULL;
    (void)pthread_mutex_lock(&p->lock);
    s = &p->slots[p->next_out % p->n_slots];
    while (!s->is_done)
        (void)pthread_cond_wait(&p->job_done, &p->lock);
    result = s->result;
    *s = (slot){0};
    p->next_out++;
    (void)pthread_cond_broadcast(&p->slot_free);
    (void)pthread_mutex_unlock(&p->lock);
    return result;
}

void *crok_pool_next(crok_pool *p)
{
    CROK_ASSERT(p->next_out < p->n_jobs);
    return p->n_threads > 0 ? await_next(p) : p->work(p->ctx, p->next_out++);
}

void crok_pool_close(crok_pool **pool)
{
    if (pool == NULL || *pool == NULL)
        return;
    for (int i = 0; i < (*pool)->n_threads; i++)
        (void)pthread_join((*pool)->threads[i], NULL);
    free_pool(*pool);
    *pool = NULL;
}
