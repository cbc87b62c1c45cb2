/* SPDX-License-Identifier: Apache-2.0 */
#include "serve/photos.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void lock(crok_photos *p)
{
    (void)pthread_mutex_lock(&p->lock);
}

static void unlock(crok_photos *p)
{
    (void)pthread_mutex_unlock(&p->lock);
}

/* The job that waits longest; NULL: none does. */
static crok_photo_job *next(crok_photos *p)
{
    crok_photo_job *first = NULL;
    for (int i = 0; i < CROK_PHOTOS_MOST; i++) {
        crok_photo_job *job = &p->job[i];
        if (job->is_taken && job->state == CROK_PHOTO_WAITS &&
            (first == NULL || job->turn < first->turn))
            first = job;
    }
    return first;
}

/* Set the result of a job and call its handler again. */
static void finish(crok_photo_job *job)
{
    job->state = CROK_PHOTO_DONE;
    MHD_resume_connection(job->connection);
}

static void *run(void *cls)
{
    crok_photos *p = cls;
    lock(p);
    while (!p->is_closing) {
        crok_photo_job *job = next(p);
        crok_err err = {0};
        char *text = NULL;
        crok_status st = CROK_OK;
        if (job == NULL) {
            (void)pthread_cond_wait(&p->changed, &p->lock);
            continue;
        }
        unlock(p); /* its connection is suspended, so the job stays */
        st = p->work(p->with, job->bytes, job->len, &text, &err);
        lock(p);
        job->status = st;
        job->err = err;
        job->text = text;
        finish(job);
    }
    for (crok_photo_job *job = next(p); job != NULL; job = next(p)) {
        job->status = crok_fail(&job->err, CROK_EIO, "the server ends");
        finish(job);
    }
    unlock(p);
    return NULL;
}

crok_status crok_photos_open(crok_photos *p, crok_photo_work *work,
                             const char *with, crok_err *err)
{
    (void)pthread_mutex_init(&p->lock, NULL);
    (void)pthread_cond_init(&p->changed, NULL);
    if (with == NULL)
        return CROK_OK;
    p->work = work;
    p->with = with;
    if (pthread_create(&p->worker, NULL, run, p) == 0)
        return CROK_OK;
    p->with = NULL;
    return crok_fail(err, CROK_ENOMEM, "cannot start a thread");
}

void crok_photos_close(crok_photos *p)
{
    if (p->with == NULL)
        return;
    lock(p);
    p->is_closing = true;
    (void)pthread_cond_broadcast(&p->changed);
    unlock(p);
    (void)pthread_join(p->worker, NULL);
    p->with = NULL;
}

crok_photo_job *crok_photos_enter(crok_photos *p, const char *who, bool *is_own)
{
    crok_photo_job *free_one = NULL;
    *is_own = false;
    lock(p);
    for (int i = 0; i < CROK_PHOTOS_MOST; i++) {
        if (!p->job[i].is_taken)
            free_one = &p->job[i];
        else if (strcmp(p->job[i].who, who) == 0)
            *is_own = true;
    }
    if (*is_own || p->is_closing)
        free_one = NULL;
    if (free_one != NULL) {
        *free_one = (crok_photo_job){.is_taken = true, .turn = p->turn++};
        (void)snprintf(free_one->who, sizeof free_one->who, "%s", who);
    }
    unlock(p);
    return free_one;
}

void crok_photos_wait(crok_photos *p, crok_photo_job *job,
                      struct MHD_Connection *c, const char *bytes, size_t len)
{
    lock(p);
    job->connection = c;
    job->bytes = bytes;
    job->len = len;
    if (p->is_closing) {
        job->state = CROK_PHOTO_DONE;
        job->status = crok_fail(&job->err, CROK_EIO, "the server ends");
    } else {
        job->state = CROK_PHOTO_WAITS;
        MHD_suspend_connection(c);
        (void)pthread_cond_broadcast(&p->changed);
    }
    unlock(p);
}

bool crok_photos_is_done(crok_photos *p, const crok_photo_job *job)
{
    bool is_done = false;
    lock(p);
    is_done = job->state == CROK_PHOTO_DONE;
    unlock(p);
    return is_done;
}

void crok_photos_leave(crok_photos *p, crok_photo_job *job)
{
    if (job == NULL)
        return;
    lock(p);
    free(job->text);
    *job = (crok_photo_job){.is_taken = false};
    unlock(p);
}
